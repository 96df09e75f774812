import type { Post } from '../../../contract/posts.ts'
import { m } from '../../paraglide/messages.js'
import { useFollow } from '../../queries/users.ts'
import { openPurchase } from '../../stores/purchase.ts'
import { Button } from '../../ui/button.tsx'
import { buttonClasses } from '../../ui/button-classes.ts'
import { Coins } from '../../ui/coins.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SignInLink } from '../auth/sign-in-link.tsx'
import { useClosed } from '../frame/use-closed.ts'
import { useViewer } from '../frame/viewer-context.ts'

/** The one button that unlocks a post for this viewer: sign in, follow or subscribe (product §12). */
export function UnlockButton({ post, price }: { post: Post; price: number | null }) {
  const isVisitor = useViewer() === null
  const { offers } = post.access
  if (isVisitor) {
    return (
      <SignInLink className={`${buttonClasses({ variant: 'brass' })} mt-3`}>
        {offers.includes('buy') && price !== null ? (
          <>
            {m.ui_unlock()}
            <Coins amount={price} plain />
          </>
        ) : (
          visitorLabel(post)
        )}
      </SignInLink>
    )
  }
  if (offers.includes('subscribe')) return <SubscribeIn post={post} />
  return offers.includes('follow') ? <FollowIn post={post} /> : null
}

/** A locked post without a locked picture: a label and how to unlock it. */
export function LockedPost({ post }: { post: Post }) {
  return (
    <div className="mx-4 mt-3 flex flex-col items-center gap-1 rounded-media bg-sunken px-4 py-8 text-center sm:mx-6">
      <Icon name="lock" className="size-6" />
      <p className="font-semibold">{lockedLabel(post)}</p>
      <UnlockButton post={post} price={post.price} />
      <BuyIn post={post} />
    </div>
  )
}

function SubscribeIn({ post: { author } }: { post: Post }) {
  const price = author.subscription_price ?? 0
  return (
    <span className="mt-3">
      <Button variant="primary" onClick={() => openPurchase({ kind: 'subscribe', creator: author, price })}>
        {price > 0 ? m.profile_subscribe() : m.profile_subscribe_free()}
        {price > 0 && <Coins amount={price} plain />}
      </Button>
    </span>
  )
}

/** Buys a post that sells its text; beside another way to unlock it is the secondary button. */
function BuyIn({ post }: { post: Post }) {
  const closed = useClosed('owner')
  const isVisitor = useViewer() === null
  const { price } = post
  const sellsMedia = post.media.some((it) => !post.preview_ids.includes(it.id))
  if (isVisitor || sellsMedia || price === null || !post.access.offers.includes('buy')) return null
  return (
    <span className="mt-3">
      <Button
        variant={post.access.offers.length > 1 ? 'secondary' : 'brass'}
        disabledReason={closed}
        onClick={() => openPurchase({ kind: 'read', creator: post.author, price, postId: post.id })}
      >
        {m.ui_unlock()}
        <Coins amount={price} plain={post.access.offers.length === 1} />
      </Button>
    </span>
  )
}

function FollowIn({ post: { author } }: { post: Post }) {
  const { mutate, isPending } = useFollow(author)
  return (
    <span className="mt-3">
      <Button variant="primary" busy={isPending} onClick={() => mutate(true)}>
        {m.profile_follow()}
      </Button>
    </span>
  )
}

function visitorLabel({ access: { offers }, author }: Post): string {
  if (offers.includes('subscribe'))
    return author.subscription_price ? m.profile_subscribe() : m.profile_subscribe_free()
  return offers.includes('follow') ? m.profile_follow() : m.nav_sign_in()
}

function lockedLabel({ visibility }: Post): string {
  if (visibility === 'followers') return m.posts_for_followers()
  return visibility === 'subscribers' ? m.posts_for_subscribers() : m.posts_for_buyers()
}
