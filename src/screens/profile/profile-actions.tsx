import { Suspense } from 'react'
import type { PublicProfile } from '../../../contract/users.ts'
import { m } from '../../paraglide/messages.js'
import { useFollow } from '../../queries/users.ts'
import { openPurchase, subscriptionTo } from '../../stores/purchase.ts'
import { Button } from '../../ui/button.tsx'
import { buttonClasses } from '../../ui/button-classes.ts'
import { Icon } from '../../ui/icon.tsx'
import { lazily, lazilyAtTouch } from '../../ui/lazily.ts'
import { PageLink } from '../../ui/page-link.tsx'
import { Priced } from '../../ui/price.tsx'
import { IntentLink } from '../auth/intent-link.tsx'
import { useClosed } from '../frame/use-closed.ts'
import { useViewer } from '../frame/viewer-context.ts'
import { ProfileMenu } from './profile-menu.tsx'

/** Follow, write and the rest, beside the face. What is closed says why. */
export function ProfileActions({ user }: { user: PublicProfile }) {
  const viewer = useViewer()
  if (user.is_self) return <OwnActions user={user} />
  return (
    <div className="flex gap-2">
      {viewer ? (
        <>
          <Follow user={user} />
          <Write user={user} />
        </>
      ) : (
        <>
          <IntentLink intent={{ act: 'follow', creator: user }} className={buttonClasses()}>
            {m.profile_follow()}
          </IntentLink>
          <IntentLink intent={{ act: 'write', creator: user }} className={writeClasses}>
            <WriteLabel />
          </IntentLink>
        </>
      )}
      <ProfileMenu user={user} className={menuClass} />
    </div>
  )
}

const menuClass = buttonClasses({ size: 'icon' })
/** On a phone its icon alone. */
const writeClasses = buttonClasses({ className: 'max-sm:w-11 max-sm:px-0' })

const WriteLabel = () => (
  <>
    <Icon name="message-circle" className="size-5" />
    <span className="max-sm:sr-only">{m.profile_write()}</span>
  </>
)

function OwnActions({ user }: { user: PublicProfile }) {
  return (
    <div className="flex gap-2">
      <PageLink href={`/@${user.username}/edit`} className={buttonClasses()}>
        {m.profile_edit()}
      </PageLink>
      <PageLink href="/settings" className={menuClass} aria-label={m.title_settings()}>
        <Icon name="settings" className="size-5" />
      </PageLink>
    </div>
  )
}

/** How to subscribe, or what a trial or discount link gives instead. */
export function Join({ user, offer }: { user: PublicProfile; offer: string | undefined }) {
  const subscribe = <Subscribe user={user} />
  return (
    <div className="action-seen mt-3 grid grid-cols-2 gap-2">
      {offer && !user.is_subscribed ? (
        <Suspense fallback={subscribe}>
          <Offered user={user} code={offer} otherwise={subscribe} />
        </Suspense>
      ) : (
        <>
          {subscribe}
          {user.bundles[0] && (
            <Suspense fallback={null}>
              <BundleChoices user={user} />
            </Suspense>
          )}
        </>
      )}
    </div>
  )
}

/** What the server wrote stands until the first touch; a press before that waits for it. */
export const BundleChoices = lazilyAtTouch(async () => (await import('../bundles/bundle-choices.tsx')).BundleChoices)

/** The same at the foot of a phone, once the head has scrolled away. Not beside an offer, which has its own terms. */
export function SubscribeAtFoot({ user, offer }: { user: PublicProfile; offer: string | undefined }) {
  const maySubscribe = user.is_creator && !user.is_subscribed && !user.is_self && !user.is_blocked
  if (!maySubscribe || offer) return null
  return (
    <div className="action-at-foot">
      <Subscribe user={user} />
    </div>
  )
}

/** Few come by a trial or discount link; what shows it is fetched for them alone. */
const Offered = lazily(async () => (await import('../offers/offered.tsx')).Offered)

/** The one loud button of the page; for a subscriber it is quiet and says until when. */
function Subscribe({ user }: { user: PublicProfile }) {
  const isKnown = useViewer() !== null
  const { subscription, subscription_price: price } = user
  const closed = useClosed('owner')
  if (!isKnown) {
    return (
      <IntentLink
        intent={{ act: 'subscribe', creator: user, price }}
        className={buttonClasses({ variant: 'primary', size: 'lg', wide: true, className: 'col-span-2' })}
      >
        <SubscribeLabel user={user} />
      </IntentLink>
    )
  }
  if (user.is_subscribed && !subscription?.cancelled) {
    return (
      <PageLink href="/subscriptions" className={`${buttonClasses({ size: 'lg' })} col-span-2`}>
        {m.profile_subscribed()}
      </PageLink>
    )
  }
  const resumes = user.is_subscribed && subscription !== null
  const consent = subscription?.consent_price ?? null
  return (
    <span className="col-span-2">
      <Button
        variant="primary"
        size="lg"
        wide
        disabledReason={closed}
        onClick={() => openPurchase(subscriptionTo(user))}
      >
        {consent !== null ? (
          <>
            <Priced label={m.profile_stay()} price={consent} />
            <span className="font-normal text-sm">{m.profile_per_month()}</span>
          </>
        ) : resumes ? (
          m.profile_resume()
        ) : (
          <SubscribeLabel user={user} />
        )}
      </Button>
    </span>
  )
}

function SubscribeLabel({ user: { subscription_price: price } }: { user: PublicProfile }) {
  if (!price) return m.profile_subscribe_free()
  return (
    <>
      <Priced label={m.profile_subscribe()} price={price} />
      <span className="font-normal text-sm">{m.profile_per_month()}</span>
    </>
  )
}

function Follow({ user }: { user: PublicProfile }) {
  const { mutate, isPending } = useFollow(user)
  return (
    <Button
      aria-pressed={user.is_followed}
      disabledReason={useClosed('can_social')}
      onClick={() => !isPending && mutate(!user.is_followed)}
    >
      {user.is_followed ? m.profile_following() : m.profile_follow()}
    </Button>
  )
}

function Write({ user }: { user: PublicProfile }) {
  if (user.chat.allowed) {
    return (
      <PageLink href={`/chat?u=${encodeURIComponent(user.username ?? '')}`} className={writeClasses}>
        <WriteLabel />
      </PageLink>
    )
  }
  return (
    <Button className="max-sm:w-11 max-sm:px-0" disabledReason={chatReason(user.chat.reason)}>
      <WriteLabel />
    </Button>
  )
}

/** Why one may not write, and what would let one in. */
function chatReason(reason: string | null): string {
  if (reason === 'follow') return m.profile_chat_follow()
  return reason === 'subscribe' ? m.profile_chat_subscribe() : m.profile_chat_closed()
}
