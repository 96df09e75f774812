import { move } from '../../api/features/wallet/ledger.ts'
import { checkLedger } from '../../api/features/wallet/ledger-check.ts'
import { newId } from '../../api/platform/db/ids.ts'
import { platformId } from '../../api/platform/db/schema/wallet.ts'
import { int, orNull, statement, text, timestamptz, uuid, uuids } from '../../api/platform/db/statement.ts'
import { centsOf } from '../../contract/coins.ts'
import type { Actor, TestApi } from './api.ts'

/** Coins from the payment provider's account, so that the ledger holds. */
export async function giveCoins(api: TestApi, user: Actor, coins: number): Promise<void> {
  const cents = centsOf(coins)
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
  api.makeUser({ isCreator: true, priceCents: centsOf(price) })

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
  await api.db.run(insertPictures, { ids, owner: creator.id })
  await api.db.run(insertPost, {
    id: postId,
    author: creator.id,
    visibility,
    cents: price === null ? null : centsOf(price),
    publishedAt: new Date(api.ctx.now() - 1000),
  })
  await api.db.run(insertPostMedia, { post: postId, media: ids })
  return { postId, mediaIds: ids, mediaId: ids[0] ?? '' }
}

export const ledgerOf = (api: TestApi): Promise<string[]> => checkLedger(api.db)

const insertPictures = statement(
  'test_insert_pictures',
  { ids: uuids, owner: uuid },
  {},
  ({ ids, owner }) =>
    `insert into media (id, owner_id, type, state, width, height)
      select x, ${owner}, 'IMAGE', 'ready', 8, 8 from unnest(${ids}) x`,
)
const insertPost = statement(
  'test_insert_post',
  { id: uuid, author: uuid, visibility: text, cents: orNull(int), publishedAt: timestamptz },
  {},
  ({ id, author, visibility, cents, publishedAt }) => `
    insert into posts (id, author_id, visibility, price_cents, published_at)
    values (${id}, ${author}, ${visibility}, ${cents}, ${publishedAt})`,
)
const insertPostMedia = statement(
  'test_insert_post_media',
  { post: uuid, media: uuids },
  {},
  ({ post, media }) => `
    insert into post_media (post_id, media_id, position)
    select ${post}, x, n from unnest(${media}) with ordinality as o(x, n)`,
)

/** Changes a price without the consent that `subscriptions.setPrice` asks for. */
export const setPriceCents = statement(
  'test_set_price_cents',
  { id: uuid, cents: int },
  {},
  ({ id, cents }) => `update users set price_cents = ${cents} where id = ${id}`,
)

export const insertFreeSubscribers = statement(
  'test_insert_free_subscribers',
  { creator: uuid, count: int, now: timestamptz },
  {},
  ({ creator, count, now }) => `
    with people as (
      insert into users (id, email, referral_code)
      select id, id || '@example.test', right(id::text, 12) from (select gen_random_uuid() as id from generate_series(1, ${count})) g
      returning id
    )
    insert into subscriptions (id, fan_id, creator_id, status, price_cents, started_at, since, updated_at)
    select gen_random_uuid(), id, ${creator}, 'active', 0, ${now}, ${now}, ${now} from people`,
)
