import { momentText } from '../../lib/dates.ts'
import { coinsText, moneyText } from '../../lib/money.ts'
import { m } from '../../paraglide/messages.js'
import { type DraftState, priceOf } from './draft-state.ts'

/** Says who will see what, before the post is published. */
export function Summary({ draft }: { draft: DraftState }) {
  return (
    <section aria-label={m.composer_summary()} aria-live="polite" className="border-hairline border-t pt-4 text-sm">
      <h2 className="mb-1 font-bold">{m.composer_summary()}</h2>
      <ul className="flex list-disc flex-col gap-1 pl-5 text-ink-soft">
        {lines(draft).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  )
}

function lines(draft: DraftState): string[] {
  const { visibility, mediaIds, previewIds, at, until } = draft
  const typed = priceOf(draft)
  const price =
    typed === null || Number.isNaN(typed)
      ? null
      : m.composer_price_of({ coins: coinsText(typed), money: moneyText(typed) })
  const free = mediaIds.filter((it) => previewIds.includes(it)).length
  return [
    ...(visibility === 'public' ? [m.composer_sees_public()] : []),
    ...(visibility === 'followers' ? [m.composer_sees_followers()] : []),
    ...(visibility === 'subscribers' ? [m.composer_sees_subscribers()] : []),
    ...(visibility === 'paid' ? [m.composer_sees_paid({ price: price ?? '…' }), m.composer_sees_teaser()] : []),
    ...(visibility === 'followers' || visibility === 'subscribers' ? [m.composer_sees_others()] : []),
    ...(price !== null && visibility !== 'paid' ? [m.composer_sees_buy({ price })] : []),
    ...(visibility !== 'public' && free > 0 ? [m.composer_sees_previews({ count: free })] : []),
    ...(isMoment(at) ? [m.composer_sees_when({ date: momentText(at) })] : []),
    ...(isMoment(until) ? [m.composer_sees_until({ date: momentText(until) })] : []),
  ]
}

/** A field that is half typed is none. */
const isMoment = (field: string | null): field is string => field !== null && !Number.isNaN(Date.parse(field))
