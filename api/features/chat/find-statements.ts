import { int, statement, text, timestamptz, uuid } from '../../platform/db/statement.ts'
import { conversationOf } from './message-statements.ts'

/** The messages before a number whose text is like `pattern`, newest first, among the `looked` nearest to it. */
export const messagesFound = statement(
  'chat_messages_found',
  { viewer: uuid, other: uuid, pattern: text, before: int, looked: int, limit: int },
  { id: uuid, seq: int, sender_id: uuid, content: text, created_at: timestamptz },
  ({ viewer, other, pattern, before, looked, limit }) => `
    select m.id, m.seq, m.sender_id, m.content, m.created_at
    from (select * from messages w where w.session_id = ${conversationOf(viewer, other)} and w.seq < ${before}
      order by w.seq desc limit ${looked}) m
    where m.deleted_at is null and m.content ilike ${pattern} order by m.seq desc limit ${limit}`,
)

/** The first message before a number that is not among the `looked` nearest to it, if there is one. */
export const readSearchedTo = statement(
  'chat_searched_to',
  { viewer: uuid, other: uuid, before: int, looked: int },
  { seq: int, created_at: timestamptz },
  ({ viewer, other, before, looked }) => `
    select m.seq, m.created_at from messages m
    where m.session_id = ${conversationOf(viewer, other)} and m.seq < ${before} order by m.seq desc offset ${looked} limit 1`,
)

/**
 * The number of the first message from a time on, or of the last one. Numbers rise with time, so halving what is left
 * finds it in some twenty steps, however long the conversation is.
 */
export const readSeqAt = statement(
  'chat_seq_at',
  { viewer: uuid, other: uuid, at: timestamptz },
  { seq: int },
  ({ viewer, other, at }) => `
    with recursive c as (
      select s.id, s.last_seq from chat_sessions s where s.id = ${conversationOf(viewer, other)}),
    halved(low, high) as (
      select 1, c.last_seq from c
      union all
      select case when it.created_at < ${at} then it.seq + 1 else h.low end,
        case when it.created_at < ${at} then h.high else (h.low + h.high) / 2 end
      from halved h cross join c
      left join lateral (
        select m.seq, m.created_at from messages m where m.session_id = c.id and m.seq >= (h.low + h.high) / 2
        order by m.seq limit 1) it on true
      where h.low < h.high)
    select max(low) as seq from halved having max(low) is not null`,
)
