import type { BroadcastAudience, BroadcastDraft } from '../../../contract/broadcasts.ts'
import type { PrivateMedia } from '../../../contract/media.ts'
import { useSaveBroadcastDraft } from '../../queries/broadcasts.ts'
import type { Attached } from '../chat/attach-sheet.tsx'
import { useServerDraft } from '../composer/use-server-draft.ts'
import type { Audience } from './labels.ts'

/** What is written and chosen for a broadcast; `sendAt` is empty or as a date field has it, in the creator's own time. */
export type Written = Pick<BroadcastDraft, 'list_id' | 'choice' | 'again_of' | 'skip_waiting'> & {
  audience: BroadcastAudience
  exclude: readonly Audience[]
  content: string
  attached: Attached
  sendAt: string
}

/** The broadcast that is being written, kept on the server with all that was chosen (product §31). */
export function useBroadcastDraft(stored: BroadcastDraft | null, media: readonly PrivateMedia[]) {
  const { mutateAsync, isPending, isError, isSuccess } = useSaveBroadcastDraft()
  const { written, change, hold, clear, save } = useServerDraft({
    initial: () => fromStored(stored, media),
    field: 'content',
    // Beside the drafts to single fans, which have their ids as keys.
    key: 'broadcast',
    save: (it: Written) => mutateAsync(toInput(it)),
  })
  const state = { isPending, isError, isSuccess }
  return { written, change, hold, clear: () => clear(fromStored(null, [])), save, state }
}

/** What the API takes, for saving as for sending. */
export const toInput = ({ audience, exclude, content, attached, sendAt, ...recipients }: Written) => ({
  ...recipients,
  audience,
  exclude: exclude.filter((it) => it !== audience),
  content: content.trim(),
  media_ids: attached.media.map((it) => it.id),
  preview_ids: [...attached.previewIds],
  price: attached.price,
  send_at: sendAt ? new Date(sendAt).toISOString() : null,
})

function fromStored(stored: BroadcastDraft | null, media: readonly PrivateMedia[]): Written {
  return {
    audience: stored?.audience ?? 'all',
    exclude: stored?.exclude ?? [],
    list_id: stored?.list_id ?? null,
    choice: stored?.choice ?? null,
    again_of: stored?.again_of ?? null,
    skip_waiting: stored?.skip_waiting ?? true,
    content: stored?.content ?? '',
    attached: { media, previewIds: stored?.preview_ids ?? [], price: stored?.price ?? null },
    sendAt: stored?.send_at ? toField(stored.send_at) : '',
  }
}

/** A moment as a date field has it, in the time zone of this browser. */
function toField(iso: string): string {
  const at = new Date(iso)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
