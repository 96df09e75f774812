import type { Broadcast, broadcasts as contract, ChannelItem } from '../../../contract/broadcasts.ts'
import type { Received } from '../../../contract/endpoint.ts'
import type { Statement } from '../../platform/db/db.ts'
import { noBlockBetween } from '../../platform/db/rules.ts'
import { cut, fromCursor } from '../../platform/db/pages.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Services } from '../../platform/services.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { audit } from '../../platform/audit/audit.ts'
import { readMessages, readerOf } from '../chat/views.ts'
import { type MediaRow, presentMedia } from '../media/views.ts'
import { readPeople } from '../../people/views.ts'
import type { Audience } from './audience.ts'

/** A page of the creator's broadcasts with their figures. */
export async function listBroadcasts(
  ctx: Services,
  viewer: Viewer,
  query: Received<typeof contract.list>,
): Promise<{ data: Broadcast[]; next: string | null }> {
  const limit = query.limit ?? 30
  const after = position(query.cursor)
  const offset = after === null && query.page !== undefined ? (query.page - 1) * limit : 0
  const found = await ctx.db.run<Row>(page, [viewer.id, query.audience ?? null, after, limit + 1, offset])
  const { rows, next } = cut(found, limit, (row) => [row.id])
  return { data: rows.map((row) => show(ctx, viewer, row)), next }
}

export async function readBroadcast(ctx: Services, viewer: Viewer, id: string): Promise<Broadcast> {
  const [row] = await ctx.db.run<Row>(one, [viewer.id, id])
  if (row === undefined) throw refuse('not_found')
  return show(ctx, viewer, row)
}

/** What reached this fan, from all creators or one, newest first; what was taken back is gone. */
export async function readChannel(
  ctx: Services,
  viewer: Viewer,
  query: Received<typeof contract.channel>,
): Promise<{ data: ChannelItem[]; next: string | null }> {
  const limit = query.limit ?? 30
  const found = await ctx.db.run<ChannelRow>(channel, [
    viewer.id,
    query.creator_id ?? null,
    position(query.cursor),
    limit + 1,
  ])
  const { rows, next } = cut(found, limit, (row) => [row.id])
  const [messages, people] = await Promise.all([
    readMessages(
      ctx,
      readerOf(viewer),
      rows.map((row) => row.id),
    ),
    readPeople(
      ctx,
      viewer.id,
      rows.map((row) => row.sender_id),
    ),
  ])
  const data = rows.flatMap((row) => {
    const [message, sender] = [messages.get(row.id), people.get(row.sender_id)]
    if (message === undefined || sender === undefined) return []
    const { content, media, price, created_at } = message
    return [
      { id: row.broadcast_id, message_id: row.id, sender, content, media, price, created_at, frequency: row.frequency },
    ]
  })
  return { data, next }
}

/** How often this fan wants to hear a creator. */
export async function setFrequency(
  ctx: Services,
  viewer: Viewer,
  creatorId: string,
  frequency: 'all' | 'digest' | 'off',
) {
  const creator = (await readPeople(ctx, viewer.id, [creatorId])).get(creatorId)
  if (creator === undefined || !creator.is_creator || creatorId === viewer.id) throw refuse('not_found')
  await ctx.db.transact(async (tx) => {
    await tx.run(keepHabit, [viewer.id, creatorId, frequency])
    await audit(tx, viewer, 'broadcasts.frequency', { kind: 'user', id: creatorId })
  })
  return frequency
}

function show(ctx: Services, viewer: Viewer, row: Row): Broadcast {
  return {
    id: row.id,
    audience: row.audience,
    exclude: row.exclude,
    content: row.content,
    media: row.media.map((it) =>
      presentMedia(ctx, it, { allowed: true, priceCents: row.price_cents, viewerId: viewer.id }),
    ),
    price: row.price_cents === null ? null : row.price_cents / 100,
    sender: { id: viewer.id, username: viewer.username },
    author: row.operator_id === null ? 'creator' : 'team',
    status: row.status,
    created_at: row.created_at.toISOString(),
    send_at: row.send_at.toISOString(),
    recipients: row.recipients,
    sent: row.sent_count,
    opened: row.opened,
    unlocked: row.unlocked,
    earned: readerOf(viewer).seesAmounts ? Number(row.earned_cents) / 100 : null,
  }
}

function position(cursor: string | undefined): string | null {
  const after = fromCursor(cursor, 1)?.[0]
  return typeof after === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(after) ? after : null
}

const columns = `
  b.id, b.audience, b.exclude, b.content, b.price_cents, b.operator_id, b.status, b.created_at, b.send_at, b.recipients, b.sent_count,
  (select count(*)::int from messages m where m.broadcast_id = b.id and m.read_at is not null) as opened,
  coalesce(sold.unlocked, 0)::int as unlocked, coalesce(sold.cents, 0)::bigint as earned_cents,
  coalesce((select json_agg(json_build_object('id', d.id, 'type', d.type, 'state', d.state, 'preview', d.preview, 'width', d.width,
    'height', d.height, 'duration_ms', d.duration_ms, 'has_poster', d.has_poster, 'description', d.description) order by array_position(b.media_ids, d.id))
    from media d where d.id = any(b.media_ids)), '[]') as media`
/** Only a priced one sells; its purchases are found through its messages. */
const tables = `
  broadcasts b left join lateral (
    select count(*) as unlocked, sum(p.price_cents) as cents from messages m
    join purchases p on p.object_kind = 'message' and p.object_id = m.id and p.refunded_at is null
    where m.broadcast_id = b.id and b.price_cents is not null) sold on true`
const page: Statement = {
  name: 'broadcasts_page',
  text: `select ${columns} from ${tables}
    where b.sender_id = $1::uuid and ($2::text is null or b.audience = $2::text) and ($3::uuid is null or b.id < $3::uuid)
    order by b.id desc limit $4::int offset $5::int`,
}
const one: Statement = {
  name: 'broadcasts_one',
  text: `select ${columns} from ${tables} where b.sender_id = $1::uuid and b.id = $2::uuid`,
}

const channel: Statement = {
  name: 'broadcasts_channel',
  text: `
    select m.id, m.broadcast_id, m.sender_id, coalesce(h.frequency, 'all') as frequency from messages m
    left join broadcast_habits h on h.fan_id = $1::uuid and h.creator_id = m.sender_id
    where m.receiver_id = $1::uuid and m.broadcast_id is not null and m.deleted_at is null
      and ($2::uuid is null or m.sender_id = $2::uuid) and ($3::uuid is null or m.id < $3::uuid)
      and ${noBlockBetween('$1::uuid', 'm.sender_id')}
    order by m.id desc limit $4::int`,
}
const keepHabit: Statement = {
  name: 'broadcasts_keep_habit',
  text: `insert into broadcast_habits (fan_id, creator_id, frequency) values ($1::uuid, $2::uuid, $3::text)
    on conflict (fan_id, creator_id) do update set frequency = excluded.frequency`,
}

type Row = {
  id: string
  audience: Audience
  exclude: Audience[]
  content: string
  price_cents: number | null
  operator_id: string | null
  status: Broadcast['status']
  created_at: Date
  send_at: Date
  recipients: number | null
  sent_count: number
  opened: number
  unlocked: number
  earned_cents: number
  media: MediaRow[]
}
type ChannelRow = { id: string; broadcast_id: string; sender_id: string; frequency: 'all' | 'digest' | 'off' }
