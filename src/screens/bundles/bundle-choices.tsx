import type { PublicProfile } from '../../../contract/users.ts'
import { m } from '../../paraglide/messages.js'
import { openPurchase } from '../../stores/purchase.ts'
import { Coins } from '../../ui/coins.tsx'
import { IntentLink } from '../auth/intent-link.tsx'
import { useClosed } from '../frame/use-closed.ts'
import { useViewer } from '../frame/viewer-context.ts'

/** What several months cost together, beside the price of one; each leads to the sheet with it chosen. */
export function BundleChoices({ user }: { user: PublicProfile }) {
  const isVisitor = useViewer() === null
  const closed = useClosed('owner')
  return (
    <div className="col-span-2">
      {user.is_subscribed && <p className="mb-2 text-ink-soft text-sm">{m.bundles_extend()}</p>}
      <Choices user={user} closed={closed !== null} isVisitor={isVisitor} />
    </div>
  )
}

function Choices({ user, closed, isVisitor }: { user: PublicProfile; closed: boolean; isVisitor: boolean }) {
  return (
    <ul aria-label={m.bundles_title()} className="flex gap-2">
      {user.bundles.map((bundle) => (
        <li key={bundle.months} className="min-w-0 flex-1">
          {closed ? (
            <span className={look}>
              <Bundle bundle={bundle} />
            </span>
          ) : isVisitor ? (
            <IntentLink
              intent={{ act: 'subscribe', creator: user, price: bundle.price, months: bundle.months }}
              className={look}
            >
              <Bundle bundle={bundle} />
            </IntentLink>
          ) : (
            <button
              type="button"
              className={look}
              onClick={() =>
                openPurchase({
                  kind: 'subscribe',
                  creator: user,
                  price: user.subscription_price ?? 0,
                  months: bundle.months,
                })
              }
            >
              <Bundle bundle={bundle} />
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}

const look =
  'flex h-full w-full flex-col items-center justify-center rounded-control border border-edge px-1 py-2 text-center [&:is(a,button):hover]:border-ink'

const Bundle = ({ bundle: { months, percent, price } }: { bundle: PublicProfile['bundles'][number] }) => (
  <>
    <span className="font-semibold text-sm">{m.bundles_months({ count: months })}</span>
    <Coins amount={price} stacked className="items-center" />
    <span className="text-ink-soft text-xs">{m.bundles_saved({ percent })}</span>
  </>
)
