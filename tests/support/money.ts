import { newId } from '../../api/platform/db/ids.ts'
import { platformId } from '../../api/platform/db/schema/wallet.ts'
import { checkLedger } from '../../api/features/wallet/ledger-check.ts'
import { move } from '../../api/features/wallet/ledger.ts'
import type { Actor, TestApi } from './api.ts'

/** Coins from the payment provider's account, so that the ledger holds. */
export async function giveCoins(api: TestApi, user: Actor, coins: number): Promise<void> {
  const cents = Math.round(coins * 100)
  await api.db.transact((tx) =>
    move(tx, {
      kind: 'topup',
      userId: user.id,
      counterpartyId: null,
      object: null,
      now: api.ctx.now(),
      legs: [
        { owner: platformId, account: 'provider', cents: -cents },
        { owner: user.id, account: 'wallet', cents },
      ],
    }),
  )
}

/** A creator with a price in coins. */
export const makeCreator = (api: TestApi, price = 9.99): Promise<Actor> =>
  api.makeUser({ isCreator: true, priceCents: Math.round(price * 100) })

/** A published post of a creator that sells so many pictures; answers the ids of post and media. */
export async function makePaidPost(
  api: TestApi,
  creator: Actor,
  price: number | null,
  count = 1,
  visibility: 'paid' | 'subscribers' | 'followers' | 'public' = 'paid',
) {
  const ids = Array.from({ length: count }, () => newId())
  const postId = newId()
  await api.db.run(
    {
      name: 'test_media',
      text: `insert into media (id, owner_id, type, state) select x, $2, 'IMAGE', 'ready' from unnest($1::uuid[]) x`,
    },
    [ids, creator.id],
  )
  await api.db.run(
    {
      name: 'test_post',
      text: `insert into posts (id, author_id, visibility, price_cents, published_at) values ($1, $2, $3, $4, $5)`,
    },
    [postId, creator.id, visibility, price === null ? null : Math.round(price * 100), new Date(api.ctx.now() - 1000)],
  )
  await api.db.run(
    {
      name: 'test_post_media',
      text: `insert into post_media (post_id, media_id, position) select $1, x, n from unnest($2::uuid[]) with ordinality as o(x, n)`,
    },
    [postId, ids],
  )
  return { postId, mediaIds: ids, mediaId: ids[0] ?? '' }
}

export const ledgerOf = (api: TestApi): Promise<string[]> => checkLedger(api.db)
