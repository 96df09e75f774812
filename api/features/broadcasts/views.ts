import type {
  Broadcast,
  BroadcastAudience,
  ChannelItem,
  LeftOut,
  TextComparison,
} from '../../../contract/broadcast-shapes.ts'
import type { broadcasts as contract } from '../../../contract/broadcasts.ts'
import { coinsOf } from '../../../contract/coins.ts'
import type { Received } from '../../../contract/endpoint.ts'
import { type CompareHours, measureOf, type TextVersion } from '../../../contract/policy/text-comparison.ts'
import { readPeople } from '../../people/views.ts'
import { audit } from '../../platform/audit/audit.ts'
import { beforeId } from '../../platform/db/keyset.ts'
import { cut, fromCursor } from '../../platform/db/pages.ts'
import { letsDownload, noBlockBetween, notDeleted } from '../../platform/db/rules.ts'
import type { Decided } from '../../platform/db/schema/broadcasts.ts'
import {
  array,
  bigint,
  int,
  intOf,
  json,
  jsonb,
  neverNull,
  oneOf,
  orNull,
  type RowOf,
  statement,
  text,
  textOf,
  timestamptz,
  uuid,
} from '../../platform/db/statement.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { Services } from '../../platform/services.ts'
import { readerOf, readMessages } from '../chat/views.ts'
import { type MediaRow, presentMedia } from '../media/views.ts'
import type { Audience } from './audience.ts'

/** A page of the creator's broadcasts with their figures. */
export async function listBroadcasts(
  ctx: Services,
  viewer: Viewer,
  query: Received<typeof contract.list>,
): Promise<{ data: Broadcast[]; next: string | null }> {
  const limit = query.limit ?? 30
  const [before = null] = fromCursor(query.cursor, 'uuid') ?? []
  const offset = before === null && query.page !== undefined ? (query.page - 1) * limit : 0
  const found = await ctx.db.run(broadcastPage, {
    sender: viewer.id,
    audience: query.audience ?? null,
    before,
    limit: limit + 1,
    offset,
  })
  const { rows, next } = cut(found, limit, (row) => [row.id])
  return { data: rows.map((row) => presentBroadcast(ctx, viewer, row)), next }
}

export async function readBroadcast(ctx: Services, viewer: Viewer, id: string): Promise<Broadcast> {
  const [row] = await ctx.db.run(broadcastById, { sender: viewer.id, id })
  if (row === undefined) throw refuse('not_found')
  return presentBroadcast(ctx, viewer, row)
}

/** The broadcasts that this fan received, from all creators or one, newest first, without unsent ones. */
export async function readChannel(
  ctx: Services,
  viewer: Viewer,
  query: Received<typeof contract.channel>,
): Promise<{ data: ChannelItem[]; next: string | null }> {
  const limit = query.limit ?? 30
  const found = await ctx.db.run(channelPage, {
    fan: viewer.id,
    creator: query.creator_id ?? null,
    before: fromCursor(query.cursor, 'uuid')?.[0] ?? null,
    limit: limit + 1,
  })
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

/** Sets where a creator's broadcasts appear for this fan: in the chat, in the channel only, or nowhere. */
export async function setFrequency(
  ctx: Services,
  viewer: Viewer,
  creatorId: string,
  frequency: ChannelItem['frequency'],
): Promise<ChannelItem['frequency']> {
  const creator = (await readPeople(ctx, viewer.id, [creatorId])).get(creatorId)
  if (creator === undefined || !creator.is_creator || creatorId === viewer.id) throw refuse('not_found')
  await ctx.db.transact(async (tx) => {
    await tx.run(setHabit, { fan: viewer.id, creator: creatorId, frequency })
    await audit(tx, viewer, 'broadcasts.frequency', { kind: 'user', id: creatorId })
  })
  return frequency
}

function presentBroadcast(ctx: Services, viewer: Viewer, row: BroadcastRow): Broadcast {
  return {
    id: row.id,
    audience: row.audience,
    exclude: row.exclude,
    list_name: row.list_name,
    left_out: row.left_out,
    content: row.content,
    media: row.media.map((asset) =>
      presentMedia(ctx, asset, { allowed: true, priceCents: row.price_cents, viewerId: viewer.id }),
    ),
    price: row.price_cents === null ? null : coinsOf(row.price_cents),
    sender: { id: viewer.id, username: viewer.username },
    author: row.operator_id === null ? 'creator' : 'team',
    status: row.status,
    created_at: row.created_at.toISOString(),
    send_at: row.send_at.toISOString(),
    recipients: row.recipients,
    sent: row.sent_count,
    opened: row.opened,
    unlocked: row.unlocked,
    earned: earnedBy(viewer, row.earned_cents),
    comparison: presentComparison(viewer, row),
  }
}

const earnedBy = (viewer: Viewer, cents: number) => (readerOf(viewer).seesAmounts ? coinsOf(cents) : null)

function presentComparison(viewer: Viewer, row: BroadcastRow): TextComparison | null {
  if (row.second_content === null) return null
  return {
    second_content: row.second_content,
    hours: row.compare_hours,
    each: row.compared_each,
    measure: measureOf(row.price_cents),
    first: {
      sent: row.first_sent,
      opened: row.first_opened,
      unlocked: row.first_unlocked,
      earned: earnedBy(viewer, row.first_earned_cents),
    },
    second: {
      sent: row.second_sent,
      opened: row.second_opened,
      unlocked: row.second_unlocked,
      earned: earnedBy(viewer, row.second_earned_cents),
    },
    rest_at: row.rest_at?.toISOString() ?? null,
    winner: row.winner,
    decided: row.decided,
  }
}

/** What came of a broadcast, and of each of two texts with the fans who compared them. */
const figures = ['', 'first_', 'second_'].flatMap(
  (of) =>
    [
      [`${of}opened`, 'int'],
      [`${of}unlocked`, 'int'],
      [`${of}earned_cents`, 'bigint'],
    ] as const,
)
const broadcastColumns = `
  (select l.name from fan_lists l where l.id = b.list_id and l.creator_id = b.sender_id) as list_name,
  b.id, b.audience, b.exclude, b.left_out, b.content, b.price_cents, b.operator_id, b.status, b.created_at, b.send_at, b.recipients, b.sent_count,
  b.second_content, b.compare_hours, b.compared_each, b.first_sent, b.second_sent, b.rest_at, b.winner, b.decided,
  ${figures.map(([name, type]) => `coalesce(f.${name}, 0)::${type} as ${name}`).join(', ')},
  coalesce((select json_agg(json_build_object('id', d.id, 'type', d.type, 'state', d.state, 'preview', d.preview, 'width', d.width,
    'height', d.height, 'duration_ms', d.duration_ms, 'has_poster', d.has_poster, 'has_sizes', d.renditions is not null,
    'strip', d.renditions->'strip', 'waveform', d.waveform, 'captions', d.captions, 'machine_captions', d.machine_captions, 'focal', d.focal,
    'is_downloadable', ${letsDownload('d')}, 'description', d.description) order by array_position(b.media_ids, d.id))
    from media d where d.id = any(b.media_ids)), '[]') as media`
const broadcastTables = `
  broadcasts b left join lateral (
    select ${figures.map(([name]) => `sum(s.${name}) as ${name}`).join(', ')} from broadcast_figures s
    where s.broadcast_id = b.id) f on true`
const audience = textOf<BroadcastAudience>()
const broadcastTypes = {
  id: uuid,
  audience,
  exclude: array(textOf<Audience>()),
  list_name: orNull(text),
  left_out: orNull(jsonb<LeftOut>()),
  content: text,
  price_cents: orNull(int),
  operator_id: orNull(uuid),
  status: textOf<Broadcast['status']>(),
  created_at: timestamptz,
  send_at: timestamptz,
  recipients: orNull(int),
  sent_count: int,
  opened: int,
  unlocked: int,
  earned_cents: bigint,
  second_content: orNull(text),
  compare_hours: intOf<CompareHours>(),
  compared_each: orNull(int),
  ...{ first_sent: int, first_opened: int, first_unlocked: int, first_earned_cents: bigint },
  ...{ second_sent: int, second_opened: int, second_unlocked: int, second_earned_cents: bigint },
  rest_at: orNull(timestamptz),
  winner: orNull(textOf<TextVersion>()),
  decided: orNull(jsonb<Decided>()),
  media: json<MediaRow[]>(),
}
type BroadcastRow = RowOf<typeof broadcastTypes>

const broadcastPage = statement(
  'broadcasts_page',
  { sender: uuid, audience: orNull(audience), before: orNull(uuid), limit: int, offset: int },
  broadcastTypes,
  (p) => `
    select ${broadcastColumns} from ${broadcastTables}
    where b.sender_id = ${p.sender} and (${p.audience} is null or b.audience = ${p.audience})
      and ${beforeId('b.id', p.before)}
    order by b.id desc limit ${p.limit} offset ${p.offset}`,
)
const broadcastById = statement(
  'broadcasts_one',
  { sender: uuid, id: uuid },
  broadcastTypes,
  ({ sender, id }) => `
    select ${broadcastColumns} from ${broadcastTables} where b.sender_id = ${sender} and b.id = ${id}`,
)

const frequency = oneOf('all', 'digest', 'off')
const channelPage = statement(
  'broadcasts_channel',
  { fan: uuid, creator: orNull(uuid), before: orNull(uuid), limit: int },
  { id: uuid, broadcast_id: neverNull(uuid, 'the channel holds broadcasts only'), sender_id: uuid, frequency },
  ({ fan, creator, before, limit }) => `
    select m.id, m.broadcast_id, m.sender_id, coalesce(h.frequency, 'all') as frequency from messages m
    left join broadcast_habits h on h.fan_id = ${fan} and h.creator_id = m.sender_id
    where m.receiver_id = ${fan} and m.broadcast_id is not null and ${notDeleted('m')}
      and (${creator} is null or m.sender_id = ${creator}) and ${beforeId('m.id', before)}
      and ${noBlockBetween(fan, 'm.sender_id')}
    order by m.id desc limit ${limit}`,
)
const setHabit = statement(
  'broadcasts_set_habit',
  { fan: uuid, creator: uuid, frequency },
  {},
  ({ fan, creator, frequency }) => `
    insert into broadcast_habits (fan_id, creator_id, frequency) values (${fan}, ${creator}, ${frequency})
    on conflict (fan_id, creator_id) do update set frequency = excluded.frequency`,
)
