import { m } from '../../paraglide/messages.js'
import { useUpdateProfile } from '../../queries/session.ts'
import { Switch } from '../../ui/switch.tsx'
import { useViewer } from '../frame/viewer-context.ts'
import { RefusalMessage, Section } from './section.tsx'

/** Whether fans may keep copies of a creator's media; each media can say otherwise (product §44). */
export function DownloadsSection() {
  const viewer = useViewer()
  const { mutate, error } = useUpdateProfile()
  if (!viewer?.is_creator) return null
  return (
    <Section title={m.account_downloads_title()} text={m.account_downloads_text()}>
      <Switch
        label={m.account_downloads_allow()}
        checked={viewer.media_downloads}
        onChange={(media_downloads) => mutate({ media_downloads })}
      />
      <RefusalMessage error={error} />
    </Section>
  )
}
