import { lazy, type ReactNode, Suspense } from 'react'
import type { PublicProfile } from '../../../contract/users.ts'
import { m } from '../../paraglide/messages.js'
import { useFollow } from '../../queries/users.ts'
import { openPurchase } from '../../stores/purchase.ts'
import { Button } from '../../ui/button.tsx'
import { buttonClasses } from '../../ui/button-classes.ts'
import { Coins } from '../../ui/coins.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { SignInLink } from '../auth/sign-in-link.tsx'
import { useClosed } from '../frame/use-closed.ts'
import { useViewer } from '../frame/viewer-context.ts'
import { ProfileMenu } from './profile-menu.tsx'

/** Subscribe, follow, write. What is closed says why; prices are shown in coins and in money. */
export function ProfileActions({ user, offer }: { user: PublicProfile; offer: string | undefined }) {
  const viewer = useViewer()
  if (user.is_self) return <OwnActions />
  const subscribe = user.is_creator && <Subscribe user={user} isKnown={viewer !== null} />
  const join =
    offer && subscribe && !user.is_subscribed ? (
      <Suspense fallback={subscribe}>
        <Offered user={user} code={offer} otherwise={subscribe} />
      </Suspense>
    ) : (
      subscribe
    )
  if (!viewer) return <VisitorActions join={join} />
  return (
    <div className="mt-4 grid grid-cols-2 gap-2">
      {join}
      <Follow user={user} />
      <div className="flex gap-2">
        <Write user={user} />
        <ProfileMenu user={user} />
      </div>
    </div>
  )
}

/** Few come by a trial or discount link; what shows it is fetched for them alone. */
const Offered = lazy(async () => ({ default: (await import('../offers/offered.tsx')).Offered }))

function VisitorActions({ join }: { join: ReactNode }) {
  return (
    <div className="mt-4 grid grid-cols-2 gap-2">
      {join}
      <SignInLink className={buttonClasses()}>{m.profile_follow()}</SignInLink>
      <SignInLink className={buttonClasses()}>{m.profile_write()}</SignInLink>
    </div>
  )
}

function OwnActions() {
  const viewer = useViewer()
  return (
    <div className="mt-4 grid grid-cols-2 gap-2">
      <PageLink href={`/@${viewer?.username ?? ''}/edit`} className={buttonClasses()}>
        {m.profile_edit()}
      </PageLink>
      <PageLink href="/settings" className={buttonClasses()}>
        {m.title_settings()}
      </PageLink>
    </div>
  )
}

/** The one loud button of the page; for a subscriber it is quiet and says until when. */
function Subscribe({ user, isKnown }: { user: PublicProfile; isKnown: boolean }) {
  const { subscription, subscription_price: price } = user
  const closed = useClosed('owner')
  if (!isKnown) {
    return (
      <SignInLink className={`${buttonClasses({ variant: 'primary', size: 'lg' })} col-span-2`}>
        <SubscribeLabel user={user} />
      </SignInLink>
    )
  }
  if (user.is_subscribed && !subscription?.cancelled) {
    return (
      <PageLink href="/subscriptions" className={`${buttonClasses({ size: 'lg' })} col-span-2`}>
        {m.profile_subscribed()}
      </PageLink>
    )
  }
  // Coming back inside the paid period costs nothing (safety §5).
  const resumes = user.is_subscribed && subscription !== null
  const consent = subscription?.consent_price ?? null
  return (
    <span className="col-span-2">
      <Button
        variant="primary"
        size="lg"
        wide
        disabledReason={closed}
        onClick={() =>
          openPurchase({
            kind: 'subscribe',
            creator: user,
            price: consent ?? (resumes ? subscription.price : (price ?? 0)),
            free: resumes,
            ...(consent !== null && { from: subscription?.active_until ?? null }),
          })
        }
      >
        {consent !== null ? (
          <>
            {m.profile_stay()}
            <Coins amount={consent} plain />
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
      {m.profile_subscribe()}
      <Coins amount={price} plain />
      <span className="font-normal text-sm">{m.profile_per_month()}</span>
    </>
  )
}

function Follow({ user }: { user: PublicProfile }) {
  const { mutate, isPending } = useFollow(user)
  return (
    <Button
      wide
      aria-pressed={user.is_followed}
      disabledReason={useClosed('can_social')}
      onClick={() => !isPending && mutate(!user.is_followed)}
    >
      {user.is_followed ? m.profile_following() : m.profile_follow()}
    </Button>
  )
}

function Write({ user }: { user: PublicProfile }) {
  const icon = <Icon name="message-circle" className="size-5 max-[22.5rem]:hidden" />
  if (user.chat.allowed) {
    return (
      <PageLink
        href={`/chat?u=${encodeURIComponent(user.username ?? '')}`}
        className={`${buttonClasses()} min-w-0 flex-1`}
      >
        {icon}
        {m.profile_write()}
      </PageLink>
    )
  }
  return (
    <span className="min-w-0 flex-1">
      <Button wide disabledReason={chatReason(user.chat.reason)}>
        {icon}
        {m.profile_write()}
      </Button>
    </span>
  )
}

/** Why one may not write, and what would let one in. */
function chatReason(reason: string | null): string {
  if (reason === 'follow') return m.profile_chat_follow()
  return reason === 'subscribe' ? m.profile_chat_subscribe() : m.profile_chat_closed()
}
