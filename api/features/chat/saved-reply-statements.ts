import { stillThere } from '../../platform/db/rules.ts'
import {
  bigint,
  bool,
  int,
  orNull,
  type RowOf,
  statement,
  text,
  timestamptz,
  uuid,
  uuids,
} from '../../platform/db/statement.ts'

const replyTypes = {
  id: uuid,
  title: text,
  content: text,
  folder: text,
  price_cents: orNull(int),
  media_ids: uuids,
  preview_ids: uuids,
  missing: int,
  owned: int,
  sent_count: int,
  unlocked_count: int,
  earned_cents: bigint,
}
export type ReplyRow = RowOf<typeof replyTypes>

/** Reply `r` with the media that its creator still has; `owned` counts those for sale that the fan has bought. */
const replyColumns = (fan: string): string => `
    r.id, r.title, r.content, r.folder, r.price_cents, x.media_ids, r.preview_ids,
    cardinality(r.media_ids) - cardinality(x.media_ids) as missing,
    case when ${fan} is null then 0 else (select count(*)::int from entitlements e
      where e.user_id = ${fan} and e.media_id = any(x.media_ids) and e.media_id <> all(r.preview_ids)) end as owned,
    r.sent_count, r.unlocked_count, r.earned_cents`
const there = `cross join lateral (
      select ${stillThere('d', 'media_ids')} as media_ids from (select r.user_id as creator_id, r.media_ids) d) x`

/** A page of a creator's replies by folder and place, after the reply `after`; `search` is a pattern for `ilike`. */
export const replyPage = statement(
  'saved_reply_page',
  { creator: uuid, search: orNull(text), folder: orNull(text), fan: orNull(uuid), after: orNull(uuid), limit: int },
  replyTypes,
  ({ creator, search, folder, fan, after, limit }) => `
    select ${replyColumns(fan)}
    from (
      select r.* from saved_replies r where r.user_id = ${creator} and r.deleted_at is null
        and (${folder} is null or r.folder = ${folder})
        and (${search} is null or r.title ilike ${search} or r.content ilike ${search} or r.folder ilike ${search})
        and (${after} is null or (r.folder, r.position, r.id) > (
          select a.folder, a.position, a.id from saved_replies a where a.id = ${after} and a.user_id = ${creator}))
      order by r.folder, r.position, r.id limit ${limit}
    ) r ${there}
    order by r.folder, r.position, r.id`,
)

export const replyById = statement(
  'saved_reply_one',
  { creator: uuid, id: uuid },
  replyTypes,
  ({ creator, id }) => `
    select ${replyColumns('null::uuid')} from saved_replies r ${there}
    where r.id = ${id} and r.user_id = ${creator} and r.deleted_at is null`,
)

/** The folders with how many replies each holds; the replies without a folder are under an empty name. */
export const replyFolders = statement(
  'saved_reply_folders',
  { creator: uuid },
  { name: text, count: int },
  ({ creator }) => `
    select folder as name, count(*)::int as count from saved_replies
    where user_id = ${creator} and deleted_at is null group by folder order by folder`,
)

/** Locks all replies of a creator in one order, so that two changes of places follow each other; answers what counts. */
export const lockReplies = statement(
  'saved_reply_lock',
  { creator: uuid },
  { id: uuid, is_deleted: bool },
  ({ creator }) => `
    select id, deleted_at is not null as is_deleted from saved_replies where user_id = ${creator} order by id for update`,
)

/** The place after the last reply of a folder. */
export const nextPosition = statement(
  'saved_reply_next_position',
  { creator: uuid, folder: text },
  { position: int },
  ({ creator, folder }) => `
    select coalesce(max(position), 0) + 1 as position from saved_replies where user_id = ${creator} and folder = ${folder}`,
)

/** Numbers the folder of a reply, with the reply and its neighbour swapped; `by` is 1 or -1. */
export const swapReply = statement(
  'saved_reply_swap',
  { creator: uuid, id: uuid, by: int },
  { id: uuid },
  ({ creator, id, by }) => `
    with places as (
      select r.id, row_number() over (order by r.position, r.id)::int as place from saved_replies r
      join saved_replies one on one.id = ${id} and one.user_id = ${creator} and one.folder = r.folder
      where r.user_id = ${creator} and r.deleted_at is null and one.deleted_at is null
    ), moved as (
      select p.place, n.place as other from places p join places n on n.place = p.place + ${by} where p.id = ${id}
    )
    update saved_replies r set position = case p.place when m.place then m.other when m.other then m.place else p.place end
    from places p, moved m where r.id = p.id returning r.id`,
)

/** Gives the replies of a folder another one, after those that are in it. */
export const renameFolder = statement(
  'saved_reply_rename_folder',
  { creator: uuid, folder: text, to: text, first: int },
  { id: uuid },
  ({ creator, folder, to, first }) => `
    update saved_replies r set folder = ${to}, position = ${first} + p.place
    from (
      select id, row_number() over (order by position, id)::int - 1 as place from saved_replies
      where user_id = ${creator} and folder = ${folder}
    ) p where r.id = p.id returning r.id`,
)

/** Erases the replies that were deleted before `before`. */
export const eraseReplies = statement(
  'saved_reply_erase',
  { creator: uuid, before: timestamptz },
  {},
  ({ creator, before }) => `delete from saved_replies where user_id = ${creator} and deleted_at < ${before}`,
)

/** Counts a message that was written with a reply of its sender; does nothing for a reply that is gone. */
export const recordReplySend = statement(
  'saved_reply_record_send',
  { creator: uuid, fan: uuid, message: uuid, reply: uuid, now: timestamptz },
  {},
  ({ creator, fan, message, reply, now }) => `
    with counted as (
      update saved_replies set sent_count = sent_count + 1
      where id = ${reply} and user_id = ${creator} and deleted_at is null returning id
    )
    insert into saved_reply_sends (message_id, reply_id, creator_id, fan_id, created_at)
    select ${message}, id, ${creator}, ${fan}, ${now} from counted`,
)

/** The reply that follows the one last sent to a fan, in the same folder; none after a week or without a folder. */
export const nextReplyFor = statement(
  'saved_reply_next',
  { creator: uuid, fan: uuid, since: timestamptz },
  { ...replyTypes, after_message: uuid },
  ({ creator, fan, since }) => `
    select ${replyColumns(fan)}, last.message_id as after_message
    from (
      select s.message_id, s.created_at, a.folder, a.position, a.id from saved_reply_sends s
      join saved_replies a on a.id = s.reply_id
      where s.fan_id = ${fan} and s.creator_id = ${creator} order by s.message_id desc limit 1
    ) last
    cross join lateral (
      select n.* from saved_replies n where n.user_id = ${creator} and n.deleted_at is null and n.folder = last.folder
        and (n.position, n.id) > (last.position, last.id)
      order by n.position, n.id limit 1
    ) r ${there}
    where last.folder <> '' and last.created_at > ${since}`,
)
