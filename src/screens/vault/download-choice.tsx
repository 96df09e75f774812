import type { PrivateMedia } from '../../../contract/media.ts'
import { m } from '../../paraglide/messages.js'
import { useUpdateMedia } from '../../queries/media.ts'
import { toast } from '../../stores/toasts.ts'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { useViewer } from '../frame/viewer-context.ts'

/** Whether fans who may see a media may keep a copy of it: as the account says, or otherwise. */
export function DownloadChoice({ media }: { media: PrivateMedia }) {
  const viewer = useViewer()
  const { mutate, isPending, variables } = useUpdateMedia(media.id)
  // What was chosen shows until the vault has been read again.
  const chosen = isPending ? variables.may_download : media.may_download
  const choose = (choice: string) =>
    mutate({ may_download: choices[choice] ?? null }, { onSuccess: () => toast(m.vault_saved(), { type: 'success' }) })
  return (
    <Field label={m.vault_downloads()} hint={m.vault_downloads_hint()}>
      <Select value={String(chosen ?? null)} onChange={(event) => choose(event.target.value)}>
        <option value="null">
          {viewer?.media_downloads ? m.vault_downloads_follow_yes() : m.vault_downloads_follow_no()}
        </option>
        <option value="true">{m.vault_downloads_yes()}</option>
        <option value="false">{m.vault_downloads_no()}</option>
      </Select>
    </Field>
  )
}

const choices: Record<string, boolean> = { true: true, false: false }
