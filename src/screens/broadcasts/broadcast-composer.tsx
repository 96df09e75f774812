import { useQueries, useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { audiences, type BroadcastDraft } from '../../../contract/broadcast-shapes.ts'
import { messageLength } from '../../../contract/limits.ts'
import type { PrivateMedia } from '../../../contract/media.ts'
import { comparedEach } from '../../../contract/policy/text-comparison.ts'
import { coinsText } from '../../lib/money.ts'
import { errorMessage } from '../../lib/refusal.ts'
import { m } from '../../paraglide/messages.js'
import {
  audiencesQuery,
  broadcastDraftQuery,
  useSendBroadcast,
  useWithdrawBroadcast,
} from '../../queries/broadcasts.ts'
import { mediaQuery } from '../../queries/uploads.ts'
import { openDrafts } from '../../stores/drafts.ts'
import { toast } from '../../stores/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmSheet } from '../../ui/confirm-sheet.tsx'
import { Field } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Input } from '../../ui/input.tsx'
import { SkeletonList } from '../../ui/skeleton.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { toastWithUndo } from '../../ui/toast-with-undo.ts'
import { AttachSheet } from '../chat/attach-sheet.tsx'
import { savedHint } from '../composer/saved-hint.ts'
import { LoadError } from '../frame/load-error.tsx'
import { useClosed } from '../frame/use-closed.ts'
import { useViewer } from '../frame/viewer-context.ts'
import { useKey } from '../purchase/use-key.ts'
import { AudienceChoice } from './audience-choice.tsx'
import { consequence } from './consequence.ts'
import { CopyToSelf } from './copy-to-self.tsx'
import { Exclusions } from './exclusions.tsx'
import { leftOutText } from './labels.ts'
import { NamePreview } from './name-preview.tsx'
import { PreviewAsFan } from './preview-as-fan.tsx'
import { Rails } from './rails.tsx'
import { SecondText, whyNotCompared } from './second-text.tsx'
import { toInput, useBroadcastDraft } from './use-broadcast-draft.ts'

/** The broadcast that is being written, as it was left here or on another device. */
export function BroadcastComposer() {
  const viewerId = useViewer()?.id
  useEffect(() => {
    if (viewerId !== undefined) openDrafts(viewerId)
  }, [viewerId])
  const isClosed = useClosed('can_medias') !== null
  const stored = useQuery(broadcastDraftQuery)
  const draft = stored.data?.draft
  const ids = isClosed ? [] : (draft?.media_ids ?? [])
  const media = useQueries({ queries: ids.map((id) => mediaQuery(id)) })
  const failed = [stored, ...media].find((it) => it.isError)
  if (failed) return <LoadError error={failed.error} onRetry={() => void failed.refetch()} busy={failed.isFetching} />
  const chosen = media.flatMap(({ data }) => data ?? [])
  if (draft === undefined || chosen.length < ids.length) return <SkeletonList rows={3} />
  // What was withdrawn, or begun from a list of fans, is another draft.
  return <DraftComposer key={stored.dataUpdatedAt} stored={draft} media={chosen} />
}

/** Whom, whom not, what, when; how many it reaches is counts while one chooses. */
function DraftComposer({ stored, media }: { stored: BroadcastDraft | null; media: readonly PrivateMedia[] }) {
  const flags = useViewer()?.acting_as?.permissions
  const { written, change, hold, clear, save, state } = useBroadcastDraft(stored, media)
  const { content, attached, sendAt } = written
  const [isAttaching, setIsAttaching] = useState(false)
  const input = toInput(written)
  // A retry of the same is the same broadcast; what was changed in between is another one.
  const client_id = useKey(JSON.stringify(input))
  const count = useQuery(audiencesQuery(toRecipients(input)))
  const withdraw = useWithdrawBroadcast()
  const [isConfirming, setConfirming] = useState(false)
  const { mutate, isPending, error } = useSendBroadcast()
  const open = audiences.filter(
    (it) => (it !== 'spenders' && it !== 'non_spenders') || flags === undefined || flags.can_payment,
  )
  const reason =
    content.trim() === '' && attached.media.length === 0
      ? m.chat_nothing_to_send()
      : count.data?.count === 0
        ? m.broadcasts_no_recipients()
        : input.send_at !== null && Date.parse(input.send_at) <= Date.now()
          ? m.broadcasts_when_past()
          : whyNotCompared(input, count.data?.count ?? 0)
  // The question names the number of receivers as it is when it is asked.
  const ask = (event: FormEvent) => {
    event.preventDefault()
    if (reason !== null) return
    save()
    void count.refetch().then(({ isSuccess }) => setConfirming(isSuccess))
  }
  const send = () => {
    hold()
    mutate(
      { ...input, client_id, hold: true },
      {
        onSuccess: ({ id, recipients }) => {
          setConfirming(false)
          clear()
          if (input.send_at !== null) return toast(m.broadcasts_planned(), { type: 'success' })
          // Nothing is sent for as long as this stands there.
          toastWithUndo(heldText(input.second_content !== null, recipients), () =>
            withdraw.mutateAsync(id).then(
              () => toast(m.broadcasts_withdrawn(), { type: 'success' }),
              () => undefined,
            ),
          )
        },
      },
    )
  }
  return (
    <form onSubmit={ask} className="flex flex-col gap-4 border-hairline border-b px-4 py-6 sm:px-6">
      <div className="grid gap-4 sm:grid-cols-2">
        <AudienceChoice offered={open} written={written} onChange={change} />
        <Field label={m.broadcasts_when()} optional hint={m.broadcasts_when_hint()}>
          <Input type="datetime-local" value={sendAt} onChange={(event) => change({ sendAt: event.target.value })} />
        </Field>
      </div>
      <Exclusions
        offered={open.filter((it) => it !== written.audience && it !== 'all')}
        chosen={written.exclude}
        onChange={(exclude) => change({ exclude })}
      />
      <Rails written={written} onChange={change} />
      <Field label={m.broadcasts_text()} hint={savedHint(state)}>
        <Textarea
          value={content}
          maxLength={messageLength}
          onChange={(event) => change({ content: event.target.value })}
        />
      </Field>
      <NamePreview content={content} />
      <SecondText written={written} count={count.data?.count ?? 0} onChange={change} />
      <div className="flex flex-wrap items-center gap-3">
        <Button onClick={() => setIsAttaching(true)}>
          <Icon name="image" />
          {attached.media.length > 0 ? m.chat_attached({ count: attached.media.length }) : m.chat_attach()}
          {attached.price !== null && ` · ${coinsText(attached.price)}`}
        </Button>
        <PreviewAsFan written={toPreview(input)} />
        <CopyToSelf written={toPreview(input)} />
        <p aria-live="polite" className="mr-auto text-ink-soft tabular-nums">
          {count.data
            ? [m.broadcasts_recipient_count({ count: count.data.count }), leftOutText(count.data.left_out)]
                .filter(Boolean)
                .join('. ')
            : count.error
              ? errorMessage(count.error)
              : '…'}
        </p>
        <Button type="submit" variant="primary" busy={count.isFetching || isPending} disabledReason={reason}>
          <Icon name={sendAt ? 'clock' : 'megaphone'} />
          {sendAt ? m.broadcasts_schedule() : m.broadcasts_send()}
        </Button>
      </div>
      <ConfirmSheet
        open={isConfirming}
        onClose={() => setConfirming(false)}
        title={sendAt ? m.broadcasts_schedule_title() : m.broadcasts_send_title()}
        confirm={sendAt ? m.broadcasts_schedule() : m.broadcasts_send_confirm()}
        onConfirm={send}
        busy={isPending}
        error={error}
        danger={false}
      >
        {[consequence(count.data?.count ?? 0, input), leftOutText(count.data?.left_out ?? null)]
          .filter(Boolean)
          .join(' ')}
      </ConfirmSheet>
      <AttachSheet
        open={isAttaching}
        onOpenChange={setIsAttaching}
        attached={attached}
        onAttach={(it) => change({ attached: it })}
      />
    </form>
  )
}

/** What the number of receivers depends on. */
const toRecipients = (input: ReturnType<typeof toInput>) => ({
  audience: input.audience,
  exclude: input.exclude,
  ...(input.list_id !== null && { list_id: input.list_id }),
  ...(input.again_of !== null && { again_of: input.again_of }),
  skip_waiting: input.skip_waiting,
  media_ids: input.media_ids,
  preview_ids: input.preview_ids,
})

const heldText = (isCompared: boolean, count: number): string =>
  isCompared ? m.broadcasts_compare_held({ count: comparedEach(count) }) : m.broadcasts_held({ count })

const toPreview = (input: ReturnType<typeof toInput>) => {
  const { content, second_content, media_ids, preview_ids, price, skip_waiting } = input
  return { content, second_content, media_ids, preview_ids, price, skip_waiting }
}
