import type { BroadcastPreview, LeftOut } from '../../../contract/broadcast-shapes.ts'
import type { broadcasts as contract } from '../../../contract/broadcasts.ts'
import { coinsOf } from '../../../contract/coins.ts'
import type { Received } from '../../../contract/endpoint.ts'
import { shareOf } from '../../../contract/policy/share.ts'
import { isForVault, isShownTo, ownsMedia, withName } from '../../platform/db/rules.ts'
import { bool, orNull, statement, text, timestamptz, uuid, uuids } from '../../platform/db/statement.ts'
import { requireFlag } from '../../platform/http/implement.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { Services } from '../../platform/services.ts'
import { mediaColumns, mediaTypes } from '../media/statements.ts'
import { presentMedia } from '../media/views.ts'
import { countAudience } from './audience.ts'
import { soldMedia } from './recipients.ts'

/**
 * A broadcast as one fan would read it: with their name, what is open to them already, what the rest would cost them, and
 * which rail would leave them out. Nothing is sent. Refuses `not_found` for a person who is no fan.
 */
export async function previewBroadcast(
  ctx: Services,
  viewer: Viewer,
  draft: Received<typeof contract.preview>,
): Promise<BroadcastPreview> {
  const ids = [...new Set([...draft.media_ids, ...draft.preview_ids])]
  if (ids.length > 0) requireFlag(viewer, 'can_medias')
  if (draft.price != null) requireFlag(viewer, 'can_payment')
  const now = new Date(ctx.now())
  const texts = { content: draft.content, second: draft.second_content ?? null }
  const [read] = await ctx.db.run(contentForFan, { creator: viewer.id, fan: draft.fan_id, ...texts })
  if (read === undefined) throw refuse('not_found')
  const rows = await ctx.db.run(mediaForFan, { owner: viewer.id, fan: draft.fan_id, media: ids, now })
  if (rows.length !== ids.length) throw refuse('not_found')
  const sold = new Set(soldMedia(draft))
  const isOpen = (row: (typeof rows)[number]) => draft.price == null || !sold.has(row.id) || row.is_open
  const unpaid = rows.filter((row) => !isOpen(row)).length
  const { left_out: leftOut } = await countAudience(ctx.db, {
    ...{ creator: viewer.id, now, audience: 'chosen', exclude: [], choice: { ids: [draft.fan_id] }, againOf: null },
    ...{ skipWaiting: draft.skip_waiting, media: [...sold] },
  })
  return {
    content: read.content,
    second_content: read.second_content,
    media: rows.map((row) => ({
      ...presentMedia(ctx, row, { allowed: isOpen(row), priceCents: null, viewerId: viewer.id }),
      download: null,
    })),
    price: draft.price == null || unpaid === 0 ? null : coinsOf(shareOf(draft.price, unpaid, sold.size)),
    left_out: (Object.keys(leftOut) as (keyof LeftOut)[]).find((reason) => leftOut[reason] > 0) ?? null,
  }
}

const contentForFan = statement(
  'broadcasts_preview_content',
  { creator: uuid, fan: uuid, content: text, second: orNull(text) },
  { content: text, second_content: orNull(text) },
  ({ creator, fan, content, second }) => `
    select ${withName(content, 'u')} as content, ${withName(second, 'u')} as second_content from creator_fans a join users u on u.id = a.fan_id
    where a.creator_id = ${creator} and a.fan_id = ${fan} and not a.is_gone and not a.has_blocked and a.blocked_at is null`,
)
const mediaForFan = statement(
  'broadcasts_preview_media',
  { owner: uuid, fan: uuid, media: uuids, now: timestamptz },
  { ...mediaTypes, is_open: bool },
  ({ owner, fan, media, now }) => `
    select ${mediaColumns('m')},
      (${ownsMedia(fan, 'm.id')} or ${isShownTo(fan, { media: 'm.id', owner: 'm.owner_id' }, now)}) as is_open
    from unnest(${media}) with ordinality as x (id, position) join media m on m.id = x.id
    where m.owner_id = ${owner} and m.state = 'ready' and m.deleted_at is null and ${isForVault('m')} order by x.position`,
)
