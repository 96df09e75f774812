import { Link } from '@tanstack/react-router'
import type { Trace, TracedCopy } from '../../../contract/traces.ts'
import { dayText } from '../../lib/dates.ts'
import { coinsText } from '../../lib/money.ts'
import { m } from '../../paraglide/messages.js'
import { Section } from '../account/section.tsx'
import { TakedownNotice } from './takedown-notice.tsx'

/** Whose copies were found, what they prove and what they do not, and the notice to the site that shows the picture. */
export function TraceResult({ trace: { media, copies }, fileName }: { trace: Trace; fileName: string }) {
  return (
    <>
      <Section title={m.trace_found_title({ count: copies.length })} text={m.trace_careful()}>
        <div className="flex flex-wrap items-start gap-4">
          {media?.thumb && (
            <img src={media.thumb} alt={media.name ?? ''} className="size-24 rounded-media object-cover" />
          )}
          <ul className="flex min-w-0 flex-1 basis-64 flex-col divide-y divide-hairline">
            {copies.map((it) => (
              <CopyOf key={it.mark} copy={it} />
            ))}
          </ul>
        </div>
      </Section>
      <TakedownNotice trace={{ media, copies }} fileName={fileName} />
    </>
  )
}

function CopyOf({ copy }: { copy: TracedCopy }) {
  const { fan, first_sent_at, mark, confidence } = copy
  return (
    <li className="flex flex-col gap-1 py-3 first:pt-0">
      <p className="font-bold text-lg">
        {fan.username === null ? (
          m.trace_deleted_fan()
        ) : (
          <Link to="/@{$username}" params={{ username: fan.username }} className="hover:underline">
            @{fan.username}
          </Link>
        )}
      </p>
      <p>{basisText(copy)}</p>
      <p className="text-ink-soft text-sm">{m.trace_first_sent({ day: dayText(first_sent_at), number: mark })}</p>
      <p className="text-ink-soft text-sm">{confidence === 'certain' ? m.trace_certain() : m.trace_likely()}</p>
    </li>
  )
}

function basisText({ basis, purchase }: TracedCopy): string {
  if (purchase) return m.trace_basis_bought({ day: dayText(purchase.at), coins: coinsText(purchase.price) })
  return basis === 'sent' ? m.trace_basis_sent() : m.trace_basis_subscribed()
}
