import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Fan } from '../../../contract/chat-tools.ts'
import { languageTag } from '../../lib/money.ts'
import { errorMessage } from '../../lib/refusal.ts'
import { m } from '../../paraglide/messages.js'
import { fanQuery, useSetFanNote } from '../../queries/chat-tools.ts'
import { Button } from '../../ui/button.tsx'
import { Coins } from '../../ui/coins.tsx'
import { ErrorLine } from '../../ui/error-line.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Skeleton, Skeletons } from '../../ui/skeleton.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { useTextDraft } from '../frame/use-text-draft.ts'

/** What a creator should know of a fan while writing: since when, what they spent, what was noted. */
export function FanPanel({ fan, className }: { fan: { id: string }; className: string }) {
  const { data, error } = useQuery(fanQuery(fan.id))
  return (
    <aside aria-label={m.chat_fan_panel()} className={`overflow-y-auto p-4 ${className}`}>
      <h3 className="mb-3 font-bold font-display">{m.chat_fan_panel()}</h3>
      {error && <p className="text-ink-soft text-sm">{errorMessage(error)}</p>}
      {!data && !error && (
        <Skeletons className="space-y-2">
          <Skeleton className="h-4 w-3/4" />
          <Skeleton className="h-4 w-1/2" />
        </Skeletons>
      )}
      {data && (
        <>
          <FanFacts fan={data} />
          <Note key={data.note + data.lists.join()} fan={data} />
        </>
      )}
    </aside>
  )
}

/** Since when a fan follows, subscribes and writes, and what they spent. */
export function FanFacts({ fan }: { fan: Fan }) {
  const dates: [string, string | null][] = [
    [m.chat_fan_follows(), fan.follows_since],
    [m.chat_fan_subscribed(), fan.subscribed_since],
    [fan.is_subscriber ? m.chat_fan_until() : m.chat_fan_expired(), fan.subscribed_until],
    [m.chat_fan_writes(), fan.writes_since],
  ]
  return (
    <dl className="mb-4 space-y-2 text-sm">
      {dates.map(
        ([label, at]) =>
          at && (
            <div key={label} className="flex justify-between gap-3">
              <dt className="text-ink-soft">{label}</dt>
              <dd suppressHydrationWarning>
                {new Intl.DateTimeFormat(languageTag(), { dateStyle: 'medium' }).format(new Date(at))}
              </dd>
            </div>
          ),
      )}
      {fan.spent !== null && (
        <div className="flex justify-between gap-3">
          <dt className="text-ink-soft">{m.chat_fan_spent()}</dt>
          <dd>
            <Coins amount={fan.spent} />
          </dd>
        </div>
      )}
    </dl>
  )
}

function Note({ fan }: { fan: Fan }) {
  const [unsaved, keep] = useTextDraft(`note ${fan.user_id}`)
  const [note, setNote] = useState(unsaved || fan.note)
  const write = (text: string) => {
    setNote(text)
    keep(text === fan.note ? '' : text)
  }
  const [lists, setLists] = useState(fan.lists.join(', '))
  const { mutate, isPending, isSuccess, error } = useSetFanNote()
  const save = (event: FormEvent) => {
    event.preventDefault()
    const saved = {
      userId: fan.user_id,
      note,
      lists: lists
        .split(',')
        .map((it) => it.trim())
        .filter(Boolean),
    }
    mutate(saved, { onSuccess: () => keep('') })
  }
  return (
    <form onSubmit={save} className="flex flex-col gap-3">
      <Field label={m.chat_fan_note()} hint={m.chat_fan_note_hint()}>
        <Textarea value={note} maxLength={2000} onChange={(event) => write(event.target.value)} />
      </Field>
      <Field label={m.chat_fan_lists()} hint={m.chat_fan_lists_hint()}>
        <Input value={lists} onChange={(event) => setLists(event.target.value)} />
      </Field>
      <Button type="submit" busy={isPending}>
        {m.chat_save()}
      </Button>
      {error && <ErrorLine>{errorMessage(error)}</ErrorLine>}
      {isSuccess && (
        <p role="status" className="text-leaf-text text-sm">
          {m.chat_fan_saved()}
        </p>
      )}
    </form>
  )
}
