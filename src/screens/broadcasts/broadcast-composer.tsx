import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { audiences } from '../../../contract/broadcasts.ts'
import { messageLength } from '../../../contract/limits.ts'
import { momentText } from '../../lib/dates.ts'
import { coinsText } from '../../lib/money.ts'
import { errorMessage } from '../../lib/refusal.ts'
import { m } from '../../paraglide/messages.js'
import { audiencesQuery, useSendBroadcast } from '../../queries/broadcasts.ts'
import { openDrafts, saveDraft, useDrafts } from '../../stores/drafts.ts'
import { toast } from '../../stores/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmSheet } from '../../ui/confirm-sheet.tsx'
import { Field } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Input } from '../../ui/input.tsx'
import { Select } from '../../ui/select.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { type Attached, AttachSheet, nothingAttached } from '../chat/attach-sheet.tsx'
import { useViewer } from '../frame/viewer-context.ts'
import { useKey } from '../purchase/use-key.ts'
import { type Audience, audienceLabels } from './labels.ts'

/** Whom, whom not, what, when; how many it receivers is counted while one chooses. */
export function BroadcastComposer() {
  const viewer = useViewer()
  const flags = viewer?.acting_as?.permissions
  const viewerId = viewer?.id
  useEffect(() => {
    if (viewerId !== undefined) openDrafts(viewerId)
  }, [viewerId])
  const [audience, setAudience] = useState<Audience>('all')
  const [exclude, setExclude] = useState<readonly Audience[]>([])
  const content = useDrafts((it) => it.texts[draftKey] ?? '')
  const [attached, setAttached] = useState<Attached>(nothingAttached)
  const [isAttaching, setIsAttaching] = useState(false)
  const [sendAt, setSendAt] = useState('')
  const without = exclude.filter((it) => it !== audience)
  const written = {
    audience,
    exclude: [...without],
    content: content.trim(),
    media_ids: attached.media.map((it) => it.id),
    preview_ids: [...attached.previewIds],
    price: attached.price,
    send_at: sendAt ? new Date(sendAt).toISOString() : null,
  }
  // A retry of the same is the same broadcast; what was changed in between is another one.
  const client_id = useKey(JSON.stringify(written))
  const count = useQuery(audiencesQuery({ audience, exclude: [...without] }))
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
        : written.send_at !== null && Date.parse(written.send_at) <= Date.now()
          ? m.broadcasts_when_past()
          : null
  // The question names the number of receivers as it is when it is asked.
  const ask = (event: FormEvent) => {
    event.preventDefault()
    if (reason === null) void count.refetch().then(({ isSuccess }) => setConfirming(isSuccess))
  }
  const send = () =>
    mutate(
      { ...written, client_id },
      {
        onSuccess: ({ recipients, status }) => {
          setConfirming(false)
          saveDraft(draftKey, '')
          setAttached(nothingAttached)
          setSendAt('')
          toast(status === 'scheduled' ? m.broadcasts_planned() : m.broadcasts_begun({ count: recipients }), {
            type: 'success',
          })
        },
      },
    )
  return (
    <form onSubmit={ask} className="flex flex-col gap-4 border-hairline border-b px-4 py-6 sm:px-6">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={m.broadcasts_audience()}>
          <Select value={audience} onChange={(event) => setAudience(event.target.value as Audience)}>
            {open.map((option) => (
              <option key={option} value={option}>
                {audienceLabels[option]()}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={m.broadcasts_when()} optional hint={m.broadcasts_when_hint()}>
          <Input type="datetime-local" value={sendAt} onChange={(event) => setSendAt(event.target.value)} />
        </Field>
      </div>
      <Exclusions
        offered={open.filter((it) => it !== audience && it !== 'all')}
        chosen={exclude}
        onChange={setExclude}
      />
      <Field label={m.broadcasts_text()}>
        <Textarea
          value={content}
          maxLength={messageLength}
          onChange={(event) => saveDraft(draftKey, event.target.value)}
        />
      </Field>
      <div className="flex flex-wrap items-center gap-3">
        <Button onClick={() => setIsAttaching(true)}>
          <Icon name="image" />
          {attached.media.length > 0 ? m.chat_attached({ count: attached.media.length }) : m.chat_attach()}
          {attached.price !== null && ` · ${coinsText(attached.price)}`}
        </Button>
        <p aria-live="polite" className="mr-auto text-ink-soft tabular-nums">
          {count.data
            ? m.broadcasts_recipient_count({ count: count.data.count })
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
        {consequence({ count: count.data?.count ?? 0, price: attached.price, sendAt: written.send_at })}
      </ConfirmSheet>
      <AttachSheet open={isAttaching} onOpenChange={setIsAttaching} attached={attached} onAttach={setAttached} />
    </form>
  )
}

type ExclusionsProps = {
  offered: readonly Audience[]
  chosen: readonly Audience[]
  onChange: (chosen: readonly Audience[]) => void
}

function Exclusions({ offered, chosen, onChange }: ExclusionsProps) {
  return (
    <fieldset>
      <legend className="mb-1.5 font-semibold text-sm">{m.broadcasts_exclude()}</legend>
      <div className="flex flex-wrap gap-2">
        {offered.map((option) => (
          <button
            key={option}
            type="button"
            aria-pressed={chosen.includes(option)}
            onClick={() =>
              onChange(chosen.includes(option) ? chosen.filter((one) => one !== option) : [...chosen, option])
            }
            className="h-11 rounded-full border border-edge px-3 font-medium text-sm aria-pressed:border-transparent aria-pressed:bg-ink aria-pressed:text-paper"
          >
            {audienceLabels[option]()}
          </button>
        ))}
      </div>
    </fieldset>
  )
}

/** How many fans get it, when, and what it costs them. */
function consequence({ count, price, sendAt }: { count: number; price: number | null; sendAt: string | null }): string {
  const receivers =
    sendAt === null
      ? m.broadcasts_send_text({ count })
      : m.broadcasts_schedule_text({ count, when: momentText(sendAt) })
  return `${receivers} ${price === null ? m.broadcasts_costs_nothing() : m.broadcasts_costs_opening({ coins: coinsText(price) })}`
}

/** Stored beside the drafts to single fans, which have their ids as keys. */
const draftKey = 'broadcast'
