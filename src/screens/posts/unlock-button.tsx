import type { Post } from '../../../contract/posts.ts'
import { coinText } from '../../lib/money.ts'
import { m } from '../../paraglide/messages.js'
import { useFollow } from '../../queries/users.ts'
import type { Intent } from '../../stores/intent.ts'
import { openPurchase } from '../../stores/purchase.ts'
import { Button } from '../../ui/button.tsx'
import { buttonClasses } from '../../ui/button-classes.ts'
import { Icon } from '../../ui/icon.tsx'
import { Priced } from '../../ui/price.tsx'
import { IntentLink } from '../auth/intent-link.tsx'
import { useClosed } from '../frame/use-closed.ts'
import { useViewer } from '../frame/viewer-context.ts'

/** The one button that unlocks a post for this viewer: join, follow or subscribe (product §12). */
export function UnlockButton({ post, price }: { post: Post; price: number | null }) {
  const isVisitor = useViewer() === null
  const { offers } = post.access
  if (isVisitor) {
    return (
      <IntentLink intent={unlocking(post, price)} className={buttonClasses({ variant: 'brass' })}>
        {offers.includes('buy') && price !== null ? <Priced label={m.ui_unlock()} price={price} /> : visitorLabel(post)}
      </IntentLink>
    )
  }
  if (offers.includes('subscribe')) return <SubscribeIn post={post} />
  return offers.includes('follow') ? <FollowIn post={post} /> : null
}

/** A locked post without a locked picture: a label and how to unlock it. */
export function LockedPost({ post }: { post: Post }) {
  return (
    <div className="mx-4 mt-3 flex flex-col items-center gap-3 rounded-media bg-sunken px-4 py-8 text-center sm:mx-6">
      <Icon name="lock" className="size-6" />
      <p className="font-semibold">{[lockedLabel(post), unlockedBy(post)].filter(Boolean).join(' · ')}</p>
      <UnlockButton post={post} price={post.price} />
      <BuyIn post={post} />
    </div>
  )
}

/** What a locked tile says beside what is in it: who sees it without buying, and how many have bought it. */
export const lockedNotes = (post: Post): string[] =>
  [post.visibility !== 'paid' && lockedLabel(post), unlockedBy(post)].filter((it) => it !== false)

const unlockedBy = ({ unlocks }: Post): string | false =>
  unlocks !== null && m.posts_unlocked_by({ count: coinText(unlocks) })

function SubscribeIn({ post: { author } }: { post: Post }) {
  const price = author.subscription_price ?? 0
  return (
    <span>
      <Button variant="primary" onClick={() => openPurchase({ kind: 'subscribe', creator: author, price })}>
        <SubscribeLabel price={price} />
      </Button>
    </span>
  )
}

const SubscribeLabel = ({ price }: { price: number }) =>
  price > 0 ? <Priced label={m.profile_subscribe()} price={price} /> : m.profile_subscribe_free()

/** Buys a post that sells its text; beside another way to unlock it is the secondary button. */
function BuyIn({ post }: { post: Post }) {
  const closed = useClosed('owner')
  const isVisitor = useViewer() === null
  const { price } = post
  const sellsMedia = post.media.some((it) => !post.preview_ids.includes(it.id))
  if (isVisitor || sellsMedia || price === null || !post.access.offers.includes('buy')) return null
  return (
    <span>
      <Button
        variant={post.access.offers.length > 1 ? 'secondary' : 'brass'}
        disabledReason={closed}
        onClick={() => openPurchase({ kind: 'read', creator: post.author, price, postId: post.id })}
      >
        <Priced label={m.ui_unlock()} price={price} />
      </Button>
    </span>
  )
}

function FollowIn({ post: { author } }: { post: Post }) {
  const { mutate, isPending } = useFollow(author)
  return (
    <span>
      <Button variant="primary" busy={isPending} onClick={() => mutate(true)}>
        {m.profile_follow()}
      </Button>
    </span>
  )
}

/** What a visitor of a locked post wants: to buy it, or what else opens it. */
function unlocking({ access: { offers }, author, id }: Post, price: number | null): Intent {
  if (offers.includes('buy') && price !== null) return { act: 'unlock', creator: author, price, postId: id }
  if (offers.includes('subscribe')) return { act: 'subscribe', creator: author, price: author.subscription_price }
  return { act: offers.includes('follow') ? 'follow' : 'unlock', creator: author, postId: id }
}

function visitorLabel({ access: { offers }, author }: Post) {
  if (offers.includes('subscribe')) return <SubscribeLabel price={author.subscription_price ?? 0} />
  return offers.includes('follow') ? m.profile_follow() : m.nav_sign_in()
}

function lockedLabel({ visibility }: Post): string {
  if (visibility === 'followers') return m.posts_for_followers()
  return visibility === 'subscribers' ? m.posts_for_subscribers() : m.posts_for_buyers()
}
