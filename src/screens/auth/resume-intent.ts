import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import type { PublicProfile } from '../../../contract/users.ts'
import { errorMessage, RefusalError } from '../../lib/refusal.ts'
import { dropIntent, readIntent, type StoredIntent } from '../../lib/stored-intent.ts'
import { m } from '../../paraglide/messages.js'
import { follow } from '../../queries/following.ts'
import { markPost } from '../../queries/mark-post.ts'
import { offerQuery } from '../../queries/offers.ts'
import { postQuery } from '../../queries/posts.ts'
import { userQuery } from '../../queries/users.ts'
import { openPurchase, subscriptionTo, unlockingOf, usePurchase } from '../../stores/purchase.ts'
import { toast } from '../../stores/toasts.ts'

let isRunning = false

/**
 * Carries out what a visitor wanted, now that they are in: free acts at once, while what costs coins opens its sheet
 * with the price. It leads back to the page of the intent first. An intent without an answer stays for the next load.
 */
export async function resumeIntent(queryClient: QueryClient, router: AnyRouter): Promise<void> {
  const intent = readIntent()
  if (intent === null || isRunning) return
  isRunning = true
  try {
    if (router.latestLocation.href !== intent.path) await router.navigate({ href: intent.path, replace: true })
    const user = await queryClient.fetchQuery({ ...userQuery(intent.username), staleTime: 0 })
    if (!user.is_self) await carryOut(queryClient, router, intent, user)
    // An open purchase remembers itself, and then takes the place of the intent.
    if (usePurchase.getState().purchase === null) dropIntent()
  } catch (error) {
    if (!(error instanceof RefusalError) || error.status >= 500) return
    dropIntent()
    toast(errorMessage(error), { type: 'error' })
  } finally {
    isRunning = false
  }
}

async function carryOut(queryClient: QueryClient, router: AnyRouter, intent: StoredIntent, user: PublicProfile) {
  const name = user.display_name ?? `@${user.username}`
  const { act, postId } = intent
  if (act === 'follow') {
    await follow(queryClient, user)
    toast(m.auth_joined_follow({ name }), { type: 'success' })
  } else if (act === 'write') await router.navigate({ href: `/chat?u=${encodeURIComponent(user.username ?? '')}` })
  else if (act === 'tip') openPurchase({ kind: 'tip', creator: user })
  else if (act === 'subscribe') await openSubscription(queryClient, user, intent)
  else if (postId === undefined) return
  else if (act === 'unlock') await openUnlocking(queryClient, user, postId)
  else {
    await markPost(queryClient, postId, act)
    toast(act === 'like' ? m.auth_joined_like() : m.auth_joined_bookmark(), { type: 'success' })
  }
}

/** With the offer of the link, or with the months that were chosen, where they still hold. */
async function openSubscription(queryClient: QueryClient, user: PublicProfile, { offer: code, months }: StoredIntent) {
  if (user.bundles.some((it) => it.months === months))
    return openPurchase({ kind: 'subscribe', creator: user, price: user.subscription_price ?? 0, months })
  if (user.is_subscribed && !user.subscription?.cancelled)
    return toast(m.purchase_subscribed({ name: `@${user.username}` }))
  const offer = code === undefined ? null : await queryClient.fetchQuery(offerQuery(code)).catch(() => null)
  if (offer?.taking.allowed && offer.creator_id === user.id)
    return openPurchase({ kind: 'subscribe', creator: user, price: offer.first_price, offer })
  openPurchase(subscriptionTo(user))
}

/** The post as it is sold to this person, for whom it may be open already or open in another way. */
async function openUnlocking(queryClient: QueryClient, user: PublicProfile, postId: string) {
  const post = await queryClient.fetchQuery({ ...postQuery(postId), staleTime: 0 })
  const purchase = unlockingOf(post) ?? (post.access.offers.includes('subscribe') ? subscriptionTo(user) : null)
  if (purchase) openPurchase(purchase)
}
