import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { audiences } from '../../../contract/broadcasts.ts'
import { messageLength } from '../../../contract/limits.ts'
import { coinsText } from '../../lib/money.ts'
import { errorMessage } from '../../lib/refusal.ts'
import { m } from '../../paraglide/messages.js'
import { audiencesQuery, useSendBroadcast } from '../../queries/broadcasts.ts'
import { openDrafts, saveDraft, useDrafts } from '../../stores/drafts.ts'
import { toast } from '../../stores/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Input } from '../../ui/input.tsx'
import { Select } from '../../ui/select.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { type Attached, AttachSheet, nothingAttached } from '../chat/attach-sheet.tsx'
import { useViewer } from '../frame/viewer-context.ts'
import { useKey } from '../purchase/use-key.ts'
import { type Audience, audienceLabels } from './labels.ts'

/** Whom, whom not, what, when; how many it reaches is counted while one chooses. */
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
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (reason !== null) return
    mutate(
      { ...written, client_id },
      {
        onSuccess: ({ recipients, status }) => {
          saveDraft(draftKey, '')
          setAttached(nothingAttached)
          setSendAt('')
          toast(status === 'scheduled' ? m.broadcasts_planned() : m.broadcasts_begun({ count: recipients }), {
            type: 'success',
          })
        },
      },
    )
  }
  return (
    <form onSubmit={send} className="flex flex-col gap-4 border-hairline border-b px-4 py-6 sm:px-6">
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
      <fieldset>
        <legend className="mb-1.5 font-semibold text-sm">{m.broadcasts_exclude()}</legend>
        <div className="flex flex-wrap gap-2">
          {open
            .filter((it) => it !== audience && it !== 'all')
            .map((option) => (
              <button
                key={option}
                type="button"
                aria-pressed={exclude.includes(option)}
                onClick={() =>
                  setExclude(exclude.includes(option) ? exclude.filter((one) => one !== option) : [...exclude, option])
                }
                className="h-11 rounded-full border border-edge px-3 font-medium text-sm aria-pressed:border-transparent aria-pressed:bg-ink aria-pressed:text-paper"
              >
                {audienceLabels[option]()}
              </button>
            ))}
        </div>
      </fieldset>
      <Field label={m.broadcasts_text()} error={error ? errorMessage(error) : null}>
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
        <Button type="submit" variant="primary" busy={isPending} disabledReason={reason}>
          <Icon name={sendAt ? 'clock' : 'megaphone'} />
          {sendAt ? m.broadcasts_schedule() : m.broadcasts_send()}
        </Button>
      </div>
      <AttachSheet open={isAttaching} onOpenChange={setIsAttaching} attached={attached} onAttach={setAttached} />
    </form>
  )
}

/** Stored beside the drafts to single fans, which have their ids as keys. */
const draftKey = 'broadcast'
