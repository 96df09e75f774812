import { newId } from '../../api/db/ids.ts'
import { media } from '../../api/db/schema/media.ts'
import { postMedia, posts } from '../../api/db/schema/posts.ts'
import { platformId } from '../../api/db/schema/wallet.ts'
import { checkLedger } from '../../api/domains/wallet/check.ts'
import { move } from '../../api/domains/wallet/ledger.ts'
import type { Actor, TestApi } from './api.ts'

/** Coins out of nowhere but the provider: the ledger stays whole. */
export async function giveCoins(api: TestApi, user: Actor, coins: number): Promise<void> {
  const cents = Math.round(coins * 100)
  await api.db.transact((tx) =>
    move(tx, {
      kind: 'topup',
      userId: user.id,
      counterpartyId: null,
      object: null,
      now: api.on.now(),
      legs: [
        { owner: platformId, account: 'provider', cents: -cents },
        { owner: user.id, account: 'wallet', cents },
      ],
    }),
  )
}

/** A creator with a price in coins. */
export const makeCreator = (api: TestApi, price = 9.99): Promise<Actor> => api.makeUser({ isCreator: true, priceCents: Math.round(price * 100) })

/** A published post of a creator that sells so many pictures; answers the ids of post and media. */
export async function makePaidPost(api: TestApi, creator: Actor, price: number | null, count = 1, visibility: 'paid' | 'subscribers' | 'followers' | 'public' = 'paid') {
  const ids = Array.from({ length: count }, () => newId())
  await api.db.insert(media).values(ids.map((id) => ({ id, ownerId: creator.id, type: 'IMAGE' as const, state: 'ready' as const })))
  const postId = newId()
  await api.db.insert(posts).values({
    id: postId,
    authorId: creator.id,
    visibility,
    priceCents: price === null ? null : Math.round(price * 100),
    publishedAt: new Date(api.on.now() - 1000),
  })
  await api.db.insert(postMedia).values(ids.map((mediaId, position) => ({ postId, mediaId, position })))
  return { postId, mediaIds: ids, mediaId: ids[0] ?? '' }
}

export const ledgerOf = (api: TestApi): Promise<string[]> => checkLedger(api.db)
