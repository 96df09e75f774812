import type { Message } from '../../../contract/chat.ts'
import type { Db, Statement } from '../../platform/db/db.ts'
import { blockBetween } from '../../platform/db/rules.ts'
import { newId } from '../../platform/db/ids.ts'
import type { Queue } from '../../platform/services.ts'
import type { Services } from '../../platform/services.ts'
import { unreadPredicate } from '../chat/unread.ts'
import { readReceived } from '../chat/views.ts'
import { type Audience, resolveAudience } from './audience.ts'

/** Brings one broadcast to its end: sent to its whole audience, or taken back. */
export const broadcastQueue: Queue<{ id: string }> = {
  name: 'broadcasts',
  concurrency: 2,
  // A node that dies is noticed by its missing heartbeat; an audience may take longer than any fixed time.
  options: {
    policy: 'exclusive',
    retryLimit: 20,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: 600,
    expireInSeconds: 6 * 3_600,
    heartbeatSeconds: 10,
  },
  key: ({ id }) => id,
  run: async (ctx, { id }) => {
    await deliver(ctx, id)
    const [row] = await ctx.db.run<{ is_unsent: boolean }>(readUnsent, [id])
    if (row?.is_unsent) await retract(ctx, id)
  },
}

/**
 * Enqueues the broadcasts whose time has come, and those that were being sent or taken back when a task was given up.
 * What a suspended or deleted creator has planned waits.
 */
export async function enqueueDue(ctx: Services): Promise<void> {
  const due = await ctx.db.run<{ id: string }>(dueNow, [new Date(ctx.now())])
  const halfGone = await ctx.db.run<{ id: string }>(unfinished, [])
  await ctx.jobs.enqueue(ctx.db, broadcastQueue, [...due, ...halfGone])
}

/** Resolves the audience once, then sends in chunks until everybody has it. */
export async function deliver(ctx: Services, broadcastId: string): Promise<void> {
  await ctx.db.transact((tx) => begin(tx, ctx, broadcastId))
  while (await sendChunk(ctx, broadcastId)) {
    // Each chunk is a transaction of its own, so that progress moves and a restart goes on from there.
  }
}

async function begin(tx: Db, ctx: Services, broadcastId: string): Promise<void> {
  const [row] = await tx.run<{ sender_id: string; audience: Audience; exclude: Audience[] }>(claimScheduled, [
    broadcastId,
  ])
  if (row === undefined) return
  await tx.run(resolveAudience(row.audience, row.exclude), [row.sender_id, new Date(ctx.now()), broadcastId])
  await tx.run(markSending, [broadcastId])
}

/** The next recipients, in one transaction with the progress; false when nobody is left. */
export async function sendChunk(ctx: Services, broadcastId: string, size = chunkSize): Promise<boolean> {
  const told: Delivered[] = []
  const more = await ctx.db.transact(async (tx) => {
    told.length = 0
    const [broadcast] = await tx.run<BroadcastRow>(claimSending, [broadcastId])
    if (broadcast === undefined) return false
    const recipients = await tx.run<{ user_id: string; frequency: string | null; is_blocked: boolean }>(
      nextRecipients,
      [broadcastId, broadcast.sent_to, size, broadcast.sender_id],
    )
    // Who has blocked, was blocked or wants nothing more since the audience was resolved is left out.
    const wanted = recipients.filter((it) => !it.is_blocked && it.frequency !== 'off')
    const fresh = wanted.map(({ user_id, frequency }) => ({
      userId: user_id,
      isLoud: frequency !== 'digest',
      sessionId: newId(),
      messageId: newId(),
      eventId: newId(),
    }))
    if (fresh.length > 0) {
      await tx.run(insertChunk, [
        broadcast.sender_id,
        fresh.map((it) => it.userId),
        fresh.map((it) => it.sessionId),
        fresh.map((it) => it.messageId),
        fresh.map((it) => it.eventId),
        fresh.map((it) => it.isLoud),
        broadcastId,
        broadcast.content,
        broadcast.price_cents,
        broadcast.operator_id,
        new Date(ctx.now()),
        broadcast.media_ids,
        broadcast.media_ids.map((id) => broadcast.preview_ids.includes(id)),
        await kindOf(tx, broadcast),
      ])
      told.push(...fresh.filter((it) => it.isLoud && ctx.live.isOnline(it.userId)))
    }
    const isLast = recipients.length < size
    await tx.run(progress, [broadcastId, recipients.at(-1)?.user_id ?? broadcast.sent_to, fresh.length, isLast])
    return !isLast
  })
  await afterCommit(ctx, told)
  return more
}

type Delivered = { userId: string; messageId: string; eventId: string }

/** Those who are here hear of it at once; the others find it when they come. */
async function afterCommit(ctx: Services, told: readonly Delivered[]): Promise<void> {
  const events = new Map(told.map((it) => [it.messageId, it.eventId]))
  for (const message of await readReceived(ctx, [...events.keys()])) {
    const id = events.get(message.id)
    ctx.live.publish({
      ...(id !== undefined && { id }),
      userId: message.receiver_id,
      type: 'new_broadcast',
      payload: asBroadcast(message),
    })
  }
}

/** The event of spec §7, and the message beside it. */
const asBroadcast = (message: Message) => ({
  sender: message.sender,
  content: message.content,
  created_at: message.created_at,
  media: message.media,
  session_id: message.session_id,
  message,
})

async function kindOf(tx: Db, broadcast: BroadcastRow): Promise<string | null> {
  const [first] = broadcast.media_ids
  if (first === undefined) return null
  const [row] = await tx.run<{ kind: string }>(mediaKind, [first])
  return row?.kind ?? null
}

/**
 * Takes the messages of an unsent broadcast back, a chunk at a time; what was bought stays in the library. It is recorded
 * with it, so that who is away for a moment does not keep what is gone on their screen.
 */
export async function retract(ctx: Services, broadcastId: string): Promise<void> {
  for (let gone = chunkSize; gone === chunkSize; ) {
    const { rows, afterCommit } = await ctx.db.transact((tx) => entombSome(tx, ctx, broadcastId))
    afterCommit()
    gone = rows
  }
}

async function entombSome(
  tx: Db,
  ctx: Services,
  broadcastId: string,
): Promise<{ rows: number; afterCommit: () => void }> {
  const rows = await tx.run<{ id: string; session_id: string; seq: number; receiver_id: string }>(entombChunk, [
    broadcastId,
    chunkSize,
  ])
  const afterCommit = await ctx.live.record(
    tx,
    rows.map(({ id, session_id, seq, receiver_id }) => ({
      userId: receiver_id,
      type: 'message_deleted' as const,
      payload: { session_id, message_id: id, seq },
    })),
  )
  return { rows: rows.length, afterCommit }
}

const chunkSize = 5_000

const senderIsHere = 'exists (select 1 from users w where w.id = b.sender_id and w.deleted_at is null)'

const dueNow: Statement = {
  name: 'broadcasts_due',
  text: `select b.id from broadcasts b where b.status in ('scheduled', 'sending') and b.send_at <= $1::timestamptz
    and ${senderIsHere} order by b.send_at limit 1000`,
}
/** Looked for as long as the work of a dying node may lie there. */
const unfinished: Statement = {
  name: 'broadcasts_unfinished',
  text: `select b.id from broadcasts b where b.status = 'unsent' and b.unsent_at > now() - interval '1 hour'
    and exists (select 1 from messages m where m.broadcast_id = b.id and m.deleted_at is null) order by b.unsent_at limit 1000`,
}
const readUnsent: Statement = {
  name: 'broadcasts_read_unsent',
  text: `select status = 'unsent' as is_unsent from broadcasts where id = $1::uuid`,
}
/** Who comes second waits, and finds what the first has left to do. */
const claimScheduled: Statement = {
  name: 'broadcasts_claim_scheduled',
  text: `select b.sender_id, b.audience, b.exclude from broadcasts b
    where b.id = $1::uuid and b.status = 'scheduled' and ${senderIsHere} for update`,
}
const markSending: Statement = {
  name: 'broadcasts_mark_sending',
  text: `update broadcasts set status = 'sending', recipients = (select count(*)::int from broadcast_recipients where broadcast_id = $1::uuid)
    where id = $1::uuid`,
}
const claimSending: Statement = {
  name: 'broadcasts_claim_sending',
  text: `select b.sender_id, b.operator_id, b.content, b.price_cents, b.media_ids, b.preview_ids, b.sent_to from broadcasts b
    where b.id = $1::uuid and b.status = 'sending' and ${senderIsHere} for update`,
}
const nextRecipients: Statement = {
  name: 'broadcasts_next_recipients',
  text: `
    select r.user_id, h.frequency, ${blockBetween('r.user_id', '$4::uuid')} as is_blocked
    from broadcast_recipients r
    left join broadcast_habits h on h.fan_id = r.user_id and h.creator_id = $4::uuid
    where r.broadcast_id = $1::uuid and ($2::uuid is null or r.user_id > $2::uuid) order by r.user_id limit $3::int`,
}
const progress: Statement = {
  name: 'broadcasts_progress',
  text: `update broadcasts set sent_to = $2::uuid, sent_count = sent_count + $3::int,
    status = case when $4::boolean then 'sent' else status end, finished_at = case when $4::boolean then now() end where id = $1::uuid`,
}
const mediaKind: Statement = {
  name: 'broadcasts_media_kind',
  text: `select case type when 'IMAGE' then 'image' when 'VIDEO' then 'video' else 'audio' end as kind from media where id = $1::uuid`,
}

/**
 * A chunk in one statement. The ids come from the application, one for each recipient, and are taken by position, so
 * that no join of unknown size is planned. The creator's own list is left alone until somebody answers; a recipient
 * who wants a digest gets it in the channel without a sound. The unique key of broadcast and receiver is the last
 * word against doubling.
 */
const insertChunk: Statement = {
  name: 'broadcasts_insert_chunk',
  text: `
    with session as (
      insert into chat_sessions (id, user_a, user_b, last_seq)
      select r.session_id, least($1::uuid, r.user_id), greatest($1::uuid, r.user_id), 1
      from unnest($2::uuid[], $3::uuid[]) as r (user_id, session_id)
      on conflict (user_a, user_b) do update set last_seq = chat_sessions.last_seq + 1
      returning id, last_seq, case when user_a = $1::uuid then user_b else user_a end as user_id
    ), quiet as (
      select user_id from unnest($2::uuid[], $6::boolean[]) as l (user_id, is_loud) where not is_loud
    ), numbered as materialized (
      select id as session_id, last_seq as seq, user_id, row_number() over () as n, user_id not in (select user_id from quiet) as is_loud
      from session
    ), message as (
      insert into messages (id, session_id, seq, sender_id, receiver_id, content, type, price_cents, broadcast_id, operator_id, created_at)
      select ($4::uuid[])[n], session_id, seq, $1::uuid, user_id, $8::text, 'broadcast', $9::int, $7::uuid, $10::uuid, $11::timestamptz
      from numbered
    ), attached as (
      insert into message_media (message_id, media_id, position, is_preview)
      select ($4::uuid[])[n], a.id, a.position, a.is_preview
      from numbered, unnest($12::uuid[], $13::boolean[]) with ordinality as a (id, is_preview, position)
    ), mine as (
      insert into chat_members (user_id, other_id, session_id, as_creator)
      select $1::uuid, user_id, session_id, true from numbered on conflict (user_id, other_id) do nothing
    ), theirs as (
      insert into chat_members as m (user_id, other_id, session_id, as_creator, unread_count, last_message, last_message_type,
        last_message_at, last_message_id)
      select user_id, $1::uuid, session_id, false, is_loud::int, case when is_loud then left($8::text, 280) end,
        case when is_loud then $14::text end, case when is_loud then $11::timestamptz end, case when is_loud then ($4::uuid[])[n] end
      from numbered
      on conflict (user_id, other_id) do update set
        unread_count = m.unread_count + excluded.unread_count,
        hidden = m.hidden and excluded.unread_count = 0,
        last_message = case when excluded.unread_count = 1 then excluded.last_message else m.last_message end,
        last_message_type = case when excluded.unread_count = 1 then excluded.last_message_type else m.last_message_type end,
        last_message_at = case when excluded.unread_count = 1 then excluded.last_message_at else m.last_message_at end,
        last_message_id = case when excluded.unread_count = 1 then excluded.last_message_id else m.last_message_id end
    )
    insert into live_events (id, user_id, type, payload)
    select ($5::uuid[])[n], user_id, 'new_broadcast', jsonb_build_object('message_id', ($4::uuid[])[n]) from numbered where is_loud`,
}

const entombChunk: Statement = {
  name: 'broadcasts_entomb_chunk',
  text: `
    with chosen as (
      select id from messages where broadcast_id = $1::uuid and deleted_at is null order by receiver_id limit $2::int
    ), gone as (
      update messages m set deleted_at = now(), content = '' from chosen where m.id = chosen.id and m.deleted_at is null
      returning m.id, m.session_id, m.seq, m.receiver_id, m.sender_id, m.broadcast_id
    ), last as (
      update chat_members m set last_message = case when m.last_message_id = gone.id then null else m.last_message end,
        last_message_type = case when m.last_message_id = gone.id then null else m.last_message_type end,
        unread_count = case when gone.seq > m.read_seq and m.unread_count > 0 and ${unreadPredicate('gone')}
          then m.unread_count - 1 else m.unread_count end
      from gone where m.user_id = gone.receiver_id and m.other_id = gone.sender_id
    )
    select id, session_id, seq, receiver_id from gone`,
}

type BroadcastRow = {
  sender_id: string
  operator_id: string | null
  content: string
  price_cents: number | null
  media_ids: string[]
  preview_ids: string[]
  sent_to: string | null
}
