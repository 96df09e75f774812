import { useQueries, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import {
  type Automation,
  type AutomationTrigger,
  automationTriggers,
  type DryRun,
} from '../../../contract/automation.ts'
import { automationsPerDay, longestDelayHours, messageLength } from '../../../contract/limits.ts'
import type { PrivateMedia } from '../../../contract/media.ts'
import { coinsText } from '../../lib/money.ts'
import { errorMessage } from '../../lib/refusal.ts'
import { m } from '../../paraglide/messages.js'
import { fanListsQuery } from '../../queries/audience.ts'
import { type AutomationInput, useDryRunAutomation, useSaveAutomation } from '../../queries/automation.ts'
import { mediaQuery } from '../../queries/uploads.ts'
import { toast } from '../../stores/toasts.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorLine } from '../../ui/error-line.tsx'
import { Field } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Input } from '../../ui/input.tsx'
import { Select } from '../../ui/select.tsx'
import { SkeletonList } from '../../ui/skeleton.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { type Attached, AttachSheet } from '../chat/attach-sheet.tsx'
import { useClosed } from '../frame/use-closed.ts'
import { decisionLabels, triggerLabels } from './labels.ts'

type EditorProps = { automation: Automation | null; onDone: () => void }

/** Writes an automatic message, or changes one; its files are fetched first. */
export function AutomationEditor({ automation, onDone }: EditorProps) {
  const isClosed = useClosed('can_medias') !== null
  const ids = isClosed ? [] : (automation?.media_ids ?? [])
  const media = useQueries({ queries: ids.map((id) => mediaQuery(id)) })
  const chosen = media.flatMap(({ data }) => data ?? [])
  if (media.some((it) => it.isPending)) return <SkeletonList rows={3} />
  return <Form automation={automation} media={chosen} onDone={onDone} />
}

function Form({ automation, media, onDone }: EditorProps & { media: readonly PrivateMedia[] }) {
  const [written, setWritten] = useState(() => fromAutomation(automation, media))
  const change = (part: Partial<Written>) => setWritten((it) => ({ ...it, ...part }))
  const [isAttaching, setIsAttaching] = useState(false)
  const { mutate, isPending, error } = useSaveAutomation(automation?.id ?? null)
  const dryRun = useDryRunAutomation()
  const { attached, content, trigger } = written
  const problem = problemOf(written)
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (problem !== null) return
    mutate(toInput(written), {
      onSuccess: () => {
        toast(m.automation_saved(), { type: 'success' })
        onDone()
      },
    })
  }
  return (
    <form onSubmit={save} className="flex flex-col gap-4 px-4 py-6 sm:px-6">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={m.automation_trigger()}>
          <Select
            value={trigger}
            disabled={automation?.is_welcome === true}
            onChange={(event) => change({ trigger: event.target.value as AutomationTrigger })}
          >
            {automationTriggers.map((it) => (
              <option key={it} value={it}>
                {triggerLabels[it]()}
              </option>
            ))}
          </Select>
        </Field>
        <Delay written={written} onChange={change} />
        <Condition written={written} onChange={change} />
        <Field label={m.automation_per_day()} hint={m.automation_per_day_hint()}>
          <Input
            inputMode="numeric"
            value={written.perDay}
            maxLength={5}
            onChange={(event) => change({ perDay: event.target.value })}
          />
        </Field>
      </div>
      <Field label={m.broadcasts_text()} hint={m.chat_reply_content_hint({ name: '{name}' })}>
        <Textarea
          value={content}
          maxLength={messageLength}
          onChange={(event) => change({ content: event.target.value })}
        />
      </Field>
      <Button className="self-start" onClick={() => setIsAttaching(true)}>
        <Icon name="image" />
        {attached.media.length > 0 ? m.chat_attached({ count: attached.media.length }) : m.chat_attach()}
        {attached.price !== null && ` · ${coinsText(attached.price)}`}
      </Button>
      {(error ?? dryRun.error) && <ErrorLine>{errorMessage(error ?? dryRun.error)}</ErrorLine>}
      {dryRun.data && <Outcome outcome={dryRun.data} />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="ghost" onClick={onDone}>
          {m.ui_cancel()}
        </Button>
        <Button busy={dryRun.isPending} disabledReason={problem} onClick={() => dryRun.mutate(toInput(written))}>
          {m.automation_dry_run()}
        </Button>
        <Button type="submit" variant="primary" busy={isPending} disabledReason={problem}>
          {m.chat_save()}
        </Button>
      </div>
      <AttachSheet
        open={isAttaching}
        onOpenChange={setIsAttaching}
        attached={attached}
        onAttach={(it) => change({ attached: it })}
      />
    </form>
  )
}

type PartProps = { written: Written; onChange: (part: Partial<Written>) => void }

function Delay({ written: { delay, unit }, onChange }: PartProps) {
  return (
    <Field label={m.automation_delay()} hint={m.automation_delay_hint()}>
      <span className="flex gap-2">
        <Input
          inputMode="numeric"
          value={delay}
          maxLength={4}
          className="max-w-24"
          onChange={(event) => onChange({ delay: event.target.value })}
        />
        <Select
          aria-label={m.automation_unit()}
          value={unit}
          onChange={(event) => onChange({ unit: event.target.value === 'days' ? 'days' : 'hours' })}
        >
          <option value="hours">{m.automation_hours()}</option>
          <option value="days">{m.automation_days()}</option>
        </Select>
      </span>
    </Field>
  )
}

function Condition({ written: { listId }, onChange }: PartProps) {
  const { data: lists } = useQuery(fanListsQuery)
  return (
    <Field label={m.automation_condition()} hint={m.automation_condition_hint()}>
      <Select value={listId ?? ''} onChange={(event) => onChange({ listId: event.target.value || null })}>
        <option value="">{m.automation_everyone()}</option>
        {lists?.map((list) => (
          <option key={list.id} value={list.id}>
            {list.name}
          </option>
        ))}
      </Select>
    </Field>
  )
}

/** What the last 30 days would have brought. */
function Outcome({ outcome }: { outcome: DryRun }) {
  return (
    <section aria-label={m.automation_outcome()} aria-live="polite" className="rounded-media bg-sunken p-4">
      <h2 className="font-semibold">{m.automation_outcome_events({ count: outcome.events })}</h2>
      {outcome.is_cut && <p className="text-ink-soft text-sm">{m.automation_outcome_cut()}</p>}
      <dl className="mt-2 flex flex-col gap-1 text-sm">
        {outcome.decisions.map(({ decision, count }) => (
          <div key={decision} className="flex justify-between gap-4">
            <dt className={decision === 'sent' ? 'font-semibold' : 'text-ink-soft'}>{decisionLabels[decision]()}</dt>
            <dd className="font-semibold tabular-nums">{count}</dd>
          </div>
        ))}
      </dl>
      {outcome.fans.length > 0 && (
        <ul aria-label={m.automation_outcome_fans()} className="mt-3 flex flex-wrap gap-x-4 gap-y-2 text-sm">
          {outcome.fans.map((fan) => (
            <li key={fan.id} className="flex items-center gap-2">
              <Avatar user={fan} size="sm" />
              <bdi>{fan.display_name ?? `@${fan.username}`}</bdi>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

type Written = {
  trigger: AutomationTrigger
  delay: string
  unit: 'hours' | 'days'
  content: string
  attached: Attached
  listId: string | null
  perDay: string
}

function fromAutomation(it: Automation | null, media: readonly PrivateMedia[]): Written {
  const hours = it?.delay_hours ?? 0
  const isDays = hours > 0 && hours % 24 === 0
  return {
    trigger: it?.trigger ?? 'follow',
    delay: String(isDays ? hours / 24 : hours),
    unit: isDays ? 'days' : 'hours',
    content: it?.content ?? '',
    attached: { media, previewIds: it?.preview_ids ?? [], price: it?.price ?? null },
    listId: it?.list_id ?? null,
    perDay: String(it?.per_day ?? automationsPerDay),
  }
}

const wholeOf = (text: string): number => (/^\d+$/.test(text.trim()) ? Number(text) : Number.NaN)
const hoursOf = ({ delay, unit }: Written): number => wholeOf(delay) * (unit === 'days' ? 24 : 1)

/** Why it cannot be saved or tried as it is; null when it can. */
function problemOf(written: Written): string | null {
  const [hours, perDay] = [hoursOf(written), wholeOf(written.perDay)]
  if (written.content.trim() === '' && written.attached.media.length === 0) return m.chat_nothing_to_send()
  if (!(hours >= 0 && hours <= longestDelayHours)) return m.automation_delay_wrong()
  if ((written.trigger === 'silence' || written.trigger === 'unopened') && hours === 0)
    return m.automation_delay_missing()
  return perDay >= 1 && perDay <= automationsPerDay ? null : m.automation_per_day_wrong()
}

const toInput = (written: Written): AutomationInput => ({
  trigger: written.trigger,
  delay_hours: hoursOf(written),
  content: written.content.trim(),
  media_ids: written.attached.media.map((it) => it.id),
  preview_ids: [...written.attached.previewIds],
  price: written.attached.price,
  list_id: written.listId,
  per_day: wholeOf(written.perDay),
})
