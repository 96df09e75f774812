import type { BroadcastAudience, BroadcastDraft } from '../../../contract/broadcast-shapes.ts'
import type { PrivateMedia } from '../../../contract/media.ts'
import { defaultCompareHours } from '../../../contract/policy/text-comparison.ts'
import { useSaveBroadcastDraft } from '../../queries/broadcasts.ts'
import type { Attached } from '../chat/attach-sheet.tsx'
import { useServerDraft } from '../composer/use-server-draft.ts'
import type { Audience } from './labels.ts'

/** What is written and chosen for a broadcast; `sendAt` is empty or as a date field has it, in the creator's own time. */
export type Written = Pick<BroadcastDraft, 'list_id' | 'choice' | 'again_of' | 'skip_waiting'> & {
  audience: BroadcastAudience
  exclude: readonly Audience[]
  content: string
  /** Two texts are compared (product §88). */
  isComparing: boolean
  second: string
  hours: BroadcastDraft['compare_hours']
  attached: Attached
  sendAt: string
}

/** The broadcast that is being written, kept on the server with all that was chosen (product §31). */
export function useBroadcastDraft(stored: BroadcastDraft | null, media: readonly PrivateMedia[]) {
  const { mutateAsync, isPending, isError, isSuccess } = useSaveBroadcastDraft()
  const { written, change, hold, clear, save } = useServerDraft({
    initial: () => fromStored(stored, media),
    // Beside the drafts to single fans, which have their ids as keys.
    texts: { content: 'broadcast', second: 'broadcast second' },
    save: (it: Written) => mutateAsync(toInput(it)),
  })
  const state = { isPending, isError, isSuccess }
  return { written, change, hold, clear: () => clear(fromStored(null, [])), save, state }
}

/** What the API takes, for saving as for sending. */
export const toInput = ({
  audience,
  exclude,
  content,
  isComparing,
  second,
  hours,
  attached,
  sendAt,
  ...of
}: Written) => ({
  ...of,
  audience,
  exclude: exclude.filter((it) => it !== audience),
  content: content.trim(),
  second_content: isComparing ? second.trim() : null,
  compare_hours: hours,
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
    isComparing: stored?.second_content != null,
    second: stored?.second_content ?? '',
    hours: stored?.compare_hours ?? defaultCompareHours,
    attached: { media, previewIds: stored?.preview_ids ?? [], price: stored?.price ?? null },
    sendAt: stored?.send_at ? toField(stored.send_at) : '',
  }
}

/** A moment as a date field has it, in the time zone of this browser. */
function toField(iso: string): string {
  const at = new Date(iso)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
