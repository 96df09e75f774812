import type { Message } from '../../../contract/chat.ts'
import type { Db, Statement } from '../../platform/db/db.ts'
import { newId } from '../../platform/db/ids.ts'
import { createBatcher } from '../../platform/db/batch.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { stands, type Viewer } from '../../identity/viewer.ts'
import { allowedCodes, codeOfFacts, factColumns, type FactsRow, receivers, type SendFacts, toFacts } from './facts.ts'
import { type MessageMedia, type MessageRow, presentMessage } from './views.ts'

/**
 * Stores a message as part of the caller's transaction, numbered within its conversation, with what both lists and
 * both sockets need, in one statement. Answers the message as its sender sees it, and `tell`, to be called after the
 * commit. The policy is the caller's business (`chat.send` asks it; a tip needs none). Throws the database's 23505 on
 * `messages_client` when the sender used this `clientId` before.
 */
export async function insertMessage(tx: Db, ctx: Services, it: NewMessage): Promise<Sent> {
  const draft = toDraft(ctx, it, false)
  const [stored] = await tx.run<Stored>(insert, [JSON.stringify([{ ...draft, n: 0 }])])
  if (stored === undefined) throw new Error('a message came back without its number')
  return sent(ctx, it, draft, stored)
}

/**
 * Reads what a message is decided by and stores it when that allows it, in the same statement: nothing can change
 * between asking and writing. `stored` is null when it was not allowed, `held`, or there already, which `facts` tell;
 * `facts` are null where there is no such receiver. A viewer who is unproven is proven by it, or refused. Outside of a
 * transaction, messages of different conversations that come at the same moment go together. Throws 23505 as
 * `insertMessage` does.
 */
export async function submitMessage(
  tx: Db,
  ctx: Services,
  viewer: Viewer,
  it: NewMessage,
  held: boolean,
): Promise<{ facts: SendFacts | null; stored: Sent | null }> {
  const draft = { ...toDraft(ctx, it, held), proof: viewer.unproven ?? null, as_creator: viewer.isCreator }
  const row = await (tx === ctx.db ? postOf(tx)(draft) : submit(tx, [draft]).then(([only]) => only))
  if (row === undefined) return { facts: null, stored: null }
  if (!row.proven) throw refuse('unauthorised')
  viewer.unproven = undefined
  return {
    facts: toFacts(it.senderId === it.receiverId, row),
    stored: row.session_id === null ? null : sent(ctx, it, draft, row as Stored),
  }
}

/** A message that is stored, as its sender sees it; `tell` is to be called after the commit. */
export type Sent = {
  message: Message
  afterCommit: () => void
  /** Whom it goes to has a browser that could be pushed to. */
  hasBrowser: boolean
}

async function submit(db: Db, drafts: readonly Asking[]): Promise<(Submitted | undefined)[]> {
  const rows = await db.run<Submitted>(asking, [JSON.stringify(drafts.map((it, n) => ({ ...it, n }))), allowedCodes])
  const byNumber = new Map(rows.map((row) => [row.n, row]))
  return drafts.map((_, n) => byNumber.get(n))
}

/** A conversation's row is written once a statement, so its messages take turns. */
const postOf = createBatcher<Db, Asking, Submitted | undefined>((db) => ({
  run: (drafts) => submit(db, drafts),
  key: (it) => (it.sender_id < it.receiver_id ? it.sender_id + it.receiver_id : it.receiver_id + it.sender_id),
}))

const toDraft = (ctx: Services, it: NewMessage, held: boolean) => ({
  id: newId(),
  sender_id: it.senderId,
  receiver_id: it.receiverId,
  new_session: newId(),
  client_id: it.clientId ?? null,
  content: it.content,
  type: it.type,
  price_cents: it.priceCents ?? null,
  tip_cents: it.tipCents ?? null,
  reply_to: it.replyTo ?? null,
  broadcast_id: it.broadcastId ?? null,
  operator_id: it.operatorId ?? null,
  created_at: new Date(ctx.now()),
  media_ids: it.media?.map((one) => one.id) ?? [],
  previews: it.media?.map((one) => one.isPreview) ?? [],
  sender_event: newId(),
  receiver_event: newId(),
  held,
})
type Draft = ReturnType<typeof toDraft>
/** With who asks, where that is to be proven. */
type Asking = Draft & { proof: string | null; as_creator: boolean }

function sent(ctx: Services, it: NewMessage, draft: Draft, stored: Stored): Sent {
  const row: MessageRow = {
    ...stored,
    ...draft,
    type: it.type,
    read_at: null,
    deleted_at: null,
    likes: 0,
    liked: false,
  }
  const seenBy = (userId: string) => presentMessage(ctx, { id: userId, seesAmounts: true }, row)
  const message = seenBy(it.senderId)
  return {
    message,
    hasBrowser: stored.has_browser,
    afterCommit: () => {
      const same = { sender: message.sender, session_id: row.session_id, seq: row.seq }
      // Without media both sides see the same; with media, whether it is locked and its addresses differ.
      const theirs = draft.media_ids.length === 0 ? message : seenBy(it.receiverId)
      ctx.live.publish({
        id: draft.receiver_event,
        userId: it.receiverId,
        type: 'new_message',
        payload: { ...same, message: theirs },
      })
      ctx.live.publish({
        id: draft.sender_event,
        userId: it.senderId,
        type: 'new_message',
        payload: { ...same, message },
      })
    },
  }
}

const drafts = `
    drafts as materialized (
      select * from jsonb_to_recordset($1::jsonb) as d (n int, id uuid, sender_id uuid, receiver_id uuid, new_session uuid,
        client_id text, content text, type text, price_cents int, tip_cents int, reply_to uuid, broadcast_id uuid,
        operator_id uuid, created_at timestamptz, media_ids uuid[], previews boolean[], sender_event uuid,
        receiver_event uuid, held boolean, proof text, as_creator boolean)
    )`

/**
 * What is written of the drafts that `asked` lets through. The row lock on the conversation gives its messages
 * their order: whoever comes second waits, then reads the number after; many are locked in the order of their pairs, so
 * that statements never wait for each other in a circle. Both members, the message, its media and both events commit
 * with it or not at all.
 */
const storing = `
    sides as materialized (
      select a.*, least(a.sender_id, a.receiver_id) as user_a, greatest(a.sender_id, a.receiver_id) as user_b,
        w.username as sender_username, w.is_creator as sender_is_creator, r.is_creator as receiver_is_creator
      from asked a join users w on w.id = a.sender_id join users r on r.id = a.receiver_id
    ), session as (
      insert into chat_sessions (id, user_a, user_b, last_seq)
      select new_session, user_a, user_b, 1 from sides order by user_a, user_b
      on conflict (user_a, user_b) do update set last_seq = chat_sessions.last_seq + 1
      returning id, user_a, user_b, last_seq
    ), numbered as materialized (
      select k.*, s.id as session_id, s.last_seq as seq from session s join sides k using (user_a, user_b)
    ), assets as (
      select k.n, k.id as message_id, k.receiver_id, d.id, d.type, d.state, d.preview, d.width, d.height, d.duration_ms, d.has_poster,
        d.description, a.is_preview, a.position
      from numbered k cross join lateral unnest(k.media_ids, k.previews) with ordinality as a (id, is_preview, position)
      join media d on d.id = a.id
    ), message as (
      insert into messages (id, session_id, seq, sender_id, receiver_id, client_id, content, type, price_cents, tip_cents,
        reply_to, broadcast_id, operator_id, created_at)
      select id, session_id, seq, sender_id, receiver_id, client_id, content, type, price_cents, tip_cents, reply_to,
        broadcast_id, operator_id, created_at from numbered
    ), attached as (
      insert into message_media (message_id, media_id, position, is_preview)
      select message_id, id, position, is_preview from assets
    ), members as (
      insert into chat_members as m (user_id, other_id, session_id, as_creator, wrote, unread_count, awaits_answer,
        last_message, last_message_type, last_message_at, last_message_id)
      select side.user_id, side.other_id, k.session_id, side.as_creator, side.wrote, side.unread, not side.wrote,
        left(k.content, 280), case when k.tip_cents is not null then 'tip' when k.media_ids <> '{}' then (
          select case x.type when 'IMAGE' then 'image' when 'VIDEO' then 'video' else 'audio' end from assets x
          where x.n = k.n order by x.position limit 1) end, k.created_at, k.id
      from numbered k, lateral (values
        (k.sender_id, k.receiver_id, k.sender_is_creator and not k.receiver_is_creator, true, 0),
        (k.receiver_id, k.sender_id, k.receiver_is_creator, false, 1)
      ) as side (user_id, other_id, as_creator, wrote, unread)
      on conflict (user_id, other_id) do update set
        unread_count = m.unread_count + excluded.unread_count, wrote = m.wrote or excluded.wrote,
        awaits_answer = excluded.awaits_answer, hidden = false, last_message = excluded.last_message,
        last_message_type = excluded.last_message_type, last_message_at = excluded.last_message_at,
        last_message_id = excluded.last_message_id
    ), events as (
      insert into live_events (id, user_id, type, payload)
      select e.id, e.user_id, 'new_message', jsonb_build_object('message_id', k.id)
      from numbered k, lateral (values (k.sender_event, k.sender_id), (k.receiver_event, k.receiver_id)) as e (id, user_id)
    )`

/** What `Stored` says, of `k`. */
const storedColumns = `k.session_id, k.seq, k.sender_username, k.sender_is_creator,
      exists (select 1 from push_subscriptions b where b.user_id = k.receiver_id) as has_browser,
      case when k.reply_to is not null then (
        select json_build_object('id', r.id, 'content', case when r.deleted_at is null then left(r.content, 200) else '' end,
          'sender_id', r.sender_id) from messages r where r.id = k.reply_to) end as reply,
      case when k.media_ids = '{}' then '[]' else coalesce((
        select json_agg(json_build_object('id', a.id, 'type', a.type, 'state', a.state, 'preview', a.preview,
          'width', a.width, 'height', a.height, 'duration_ms', a.duration_ms, 'has_poster', a.has_poster, 'description', a.description,
          'is_preview', a.is_preview, 'owned', exists (select 1 from entitlements e where e.user_id = a.receiver_id and e.media_id = a.id)) order by a.position)
        from assets a where a.n = k.n), '[]') end as media`

const insert: Statement = {
  name: 'chat_insert_message',
  text: `with ${drafts}, asked as (select * from drafts), ${storing} select ${storedColumns} from numbered k`,
}

const factsOfDraft = factColumns
  .replaceAll('$1::uuid', 'd.sender_id')
  .replaceAll('$3::timestamptz', 'd.created_at')
  .replaceAll('$4::text', 'd.client_id')
  .replaceAll('$5::uuid', 'd.reply_to')
  .replaceAll('$6::uuid[]', 'd.media_ids')

/** The facts are looked up draft by draft (`offset 0`), through the indexes, whatever the planner thinks many drafts are. */
const asking: Statement = {
  name: 'chat_submit_messages',
  text: `with ${drafts}, facts as materialized (
      select d.n, d.proof is null or ${stands('d.proof', 'd.sender_id', 'd.as_creator')} as proven, f.*
      from drafts d cross join lateral (
        select ${factsOfDraft} from users u where u.id = d.receiver_id and ${receivers} offset 0
      ) f
    ), asked as (
      select d.* from drafts d join facts f on f.n = d.n
      where f.proven and not d.held and f.sent_before is null and f.reply_is_here and f.own_media = cardinality(d.media_ids)
        and (${codeOfFacts}) = any($2::int[])
    ), ${storing}
    select f.*, ${storedColumns} from facts f left join numbered k on k.n = f.n`,
}

type Stored = {
  session_id: string
  seq: number
  sender_username: string | null
  sender_is_creator: boolean
  has_browser: boolean
  reply: Message['reply_to']
  /** `owned` is the receiver's; to the sender everything is their own. */
  media: MessageMedia[]
}

type Submitted = FactsRow & { n: number; proven: boolean } & (Stored | { session_id: null })

export type NewMessage = {
  senderId: string
  receiverId: string
  content: string
  type: Message['type']
  /** Cents. */
  tipCents?: number | null
  /** Cents; the media that are no previews are bought with the message. */
  priceCents?: number | null
  clientId?: string | null
  media?: readonly { id: string; isPreview: boolean }[]
  /** A message of the same conversation. */
  replyTo?: string | null
  broadcastId?: string | null
  /** The operator who writes for the sender (PRODUCT 32). */
  operatorId?: string | null
}
