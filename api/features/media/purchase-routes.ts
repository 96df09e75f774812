import { coinsOf } from '../../../contract/coins.ts'
import { media } from '../../../contract/media.ts'
import { beforeRow } from '../../platform/db/keyset.ts'
import { cut, fromCursor } from '../../platform/db/pages.ts'
import {
  cursorValue,
  int,
  orNull,
  type RowOf,
  statement,
  text,
  timestamptz,
  uuid,
} from '../../platform/db/statement.ts'
import { implement } from '../../platform/http/implement.ts'
import type { Services } from '../../platform/services.ts'
import { idempotentStatement, isKeyTaken } from '../wallet/idempotency.ts'
import { isRetryableRace, unlock } from './purchase.ts'
import { mediaColumns, mediaTypes } from './statements.ts'
import { presentMedia } from './views.ts'

/** Unlocking media, and the library of unlocked media. */
export const purchaseRoutes = (ctx: Services) =>
  implement({ unlock: media.unlock, unlocked: media.unlocked })({
    unlock: (input, call) => {
      const attempt = () =>
        idempotentStatement(ctx, call, media.unlock, input, (idempotency) =>
          unlock(ctx.db, ctx, call.me.id, input, idempotency),
        )
      const retryIf = (isRetryable: (error: unknown) => boolean) => (error: unknown) => {
        if (isRetryable(error)) return attempt()
        throw error
      }
      // One concurrent call of the same fan may have unlocked the media, and a second one may have taken the key.
      return attempt()
        .catch(retryIf((error) => isRetryableRace(error) || isKeyTaken(error)))
        .catch(retryIf(isKeyTaken))
    },
    unlocked: async (query, { me }) => {
      const limit = query.limit ?? 30
      const [at = null, id = null] = fromCursor(query.cursor, 'time', 'uuid') ?? []
      const found = await ctx.db.run(readLibrary, { fan: me.id, at, id, limit: limit + 1 })
      const { rows, next } = cut(found, limit, (row) => [row.at, row.id])
      return { data: rows.map((row) => presentLibraryRow(ctx, me.id, row)), next }
    },
  })

const presentLibraryRow = (ctx: Services, fanId: string, row: LibraryRow) => ({
  media: presentMedia(ctx, row, { allowed: true, priceCents: row.price_cents, viewerId: fanId }),
  creator: { id: row.owner_id, username: row.username },
  price_paid: coinsOf(row.price_cents),
  bought_at: row.created_at.toISOString(),
})

type LibraryRow = RowOf<typeof readLibrary>

const readLibrary = statement(
  'purchase_library',
  { fan: uuid, at: cursorValue(timestamptz), id: cursorValue(uuid), limit: int },
  {
    ...mediaTypes,
    owner_id: uuid,
    username: orNull(text),
    price_cents: int,
    created_at: timestamptz,
    at: text,
  },
  // The page is cut before it is joined: each of the three tables has one row for an entitlement.
  ({ fan, at, id, limit }) => `
    with page as materialized (
      select e.media_id, e.purchase_id, e.created_at from entitlements e
      where e.user_id = ${fan} and ${beforeRow('e.created_at', 'e.media_id', at, id)}
      order by e.created_at desc, e.media_id desc limit ${limit}
    )
    select ${mediaColumns('m')}, m.owner_id, u.username, p.price_cents, e.created_at, e.created_at::text as at
    from page e
    join media m on m.id = e.media_id
    join purchases p on p.id = e.purchase_id
    join users u on u.id = m.owner_id
    order by e.created_at desc, e.media_id desc`,
)
