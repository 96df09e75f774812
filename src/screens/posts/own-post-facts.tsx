import type { Post } from '../../../contract/posts.ts'
import { moneyText } from '../../lib/money.ts'
import { visibilityNames } from '../../lib/visibility-names.ts'
import { m } from '../../paraglide/messages.js'

/** What its author wants to know of a post at a glance: for whom it is, its price, and how many have bought it. */
export function OwnPostFacts({ post: { visibility, price, unlocks } }: { post: Post }) {
  const sales = unlocks !== null && (price !== null || unlocks > 0) && m.analytics_sales({ count: unlocks })
  return (
    <span className="flex flex-col items-end text-ink-soft text-xs tabular-nums">
      <span>{[visibilityNames[visibility](), price !== null && moneyText(price)].filter(Boolean).join(' · ')}</span>
      {sales && <span>{sales}</span>}
    </span>
  )
}
