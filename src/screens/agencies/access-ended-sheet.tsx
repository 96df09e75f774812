import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { EndedActing } from '../../../contract/acting.ts'
import { momentText } from '../../lib/dates.ts'
import { m } from '../../paraglide/messages.js'
import { endedActingQuery } from '../../queries/acting.ts'
import { dropAccessEnded, type Unsent, useAccessEnded } from '../../stores/access-ended.ts'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { Icon } from '../../ui/icon.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { useViewer } from '../frame/viewer-context.ts'
import { nameOf } from './person.tsx'
import { useWhen } from './shift-line.tsx'

/**
 * After the reload that ended acting: who ended the access, and what the operator was writing, to be copied. An operator
 * who is no longer in the agency is led to their own agencies.
 */
export function AccessEndedSheet() {
  const router = useRouter()
  const stored = useAccessEnded((it) => it.ended)
  const { data, isPending } = useQuery(endedActingQuery)
  const ended = data?.ended ?? null
  const hasLeft = ended !== null && ended.agency === null
  useEffect(() => {
    if (hasLeft && router.state.location.pathname.startsWith('/agency/'))
      void router.navigate({ to: '/agencies', replace: true })
  }, [hasLeft, router])
  if (!stored || isPending) return null
  // Another operator's words are not shown on the same computer.
  const words = ended === null || ended.creator.id === stored.creatorId ? stored.words : []
  return (
    <Sheet
      open
      onOpenChange={(isOpen) => !isOpen && dropAccessEnded()}
      title={ended ? m.acting_over_title({ name: nameOf(ended.creator) }) : m.acting_over_title_unknown()}
      description={ended && <Reason ended={ended} />}
      actions={<Button onClick={dropAccessEnded}>{m.ui_close()}</Button>}
    >
      {words.length > 0 && (
        <div className="flex flex-col gap-4">
          <p className="text-ink-soft">{m.acting_over_words()}</p>
          {words.map((it) => (
            <Words key={`${it.to} ${it.text}`} words={it} />
          ))}
        </div>
      )}
    </Sheet>
  )
}

/** Who or what ended it, and when. */
function Reason({ ended: { why, by, at, creator, next_shift: next } }: { ended: EndedActing }) {
  const viewer = useViewer()
  const when = useWhen(null)
  const time = momentText(at)
  const name = nameOf(creator)
  if (why === 'revoked' && by?.id === viewer?.id) return m.acting_over_by_you({ time })
  if (why === 'revoked' && by) return m.acting_over_by({ name: nameOf(by), time })
  if (why === 'expired') return m.acting_over_expired({ time })
  if (why === 'off_shift') return shiftReason({ end: when(at), next, name }, when)
  if (why === 'too_long') return m.acting_over_too_long()
  if (why === 'reduced') return m.acting_over_reduced({ name })
  return why === 'closed' ? m.acting_over_closed({ name }) : m.acting_over_stopped({ time })
}

function shiftReason(
  { end, next, name }: { end: string; next: string | null; name: string },
  when: (iso: string) => string,
): string {
  if (next === null) return m.acting_over_shift({ when: end })
  if (Date.parse(next) <= Date.now()) return m.acting_over_shift_again({ when: end, name })
  return m.acting_over_shift_next({ end, next: when(next) })
}

function Words({ words: { to, text } }: { words: Unsent }) {
  const copy = () => copyText(text, m.ui_copied(), m.ui_not_copied())
  return (
    <section className="flex flex-col gap-2">
      {to && <h3 className="font-semibold text-sm">{to}</h3>}
      <p className="max-h-40 overflow-y-auto whitespace-pre-wrap break-words rounded-control bg-sunken p-3">{text}</p>
      <Button onClick={() => void copy()}>
        <Icon name="copy" className="size-4" />
        {m.acting_over_copy()}
      </Button>
    </section>
  )
}
