import type { chatDrafts, MessageDraft } from '../../../contract/chat-drafts.ts'
import { coinsOf } from '../../../contract/coins.ts'
import type { Received } from '../../../contract/endpoint.ts'
import { draftsAtOnce } from '../../../contract/limits.ts'
import { newId } from '../../platform/db/ids.ts'
import { stillThere } from '../../platform/db/rules.ts'
import { int, orNull, type RowOf, statement, text, timestamptz, uuid, uuids } from '../../platform/db/statement.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { type Viewer, writerOf } from '../../platform/http/viewer.ts'
import type { Services } from '../../platform/services.ts'

/** The messages that this author is writing, the latest first, with those of their media that still exist. */
export async function listDrafts(ctx: Services, viewer: Viewer): Promise<MessageDraft[]> {
  const rows = await ctx.db.run(selectDrafts, { ...authorOf(viewer), limit: draftsAtOnce })
  return rows.map(presentDraft)
}

/** Keeps what was written; nothing is checked but its form, since what may be sent is decided when it is. */
export async function saveDraft(ctx: Services, viewer: Viewer, draft: Received<typeof chatDrafts.save>): Promise<void> {
  const place = { ...authorOf(viewer), other: draft.userId }
  if (draft.content === '' && draft.media_ids.length === 0) return void (await ctx.db.run(deleteDraft, place))
  const [saved] = await ctx.db.run(upsertDraft, {
    ...place,
    id: newId(),
    content: draft.content,
    media: [...new Set(draft.media_ids)],
    previews: [...new Set(draft.preview_ids)],
    price: draft.price ?? null,
    reply: draft.saved_reply_id ?? null,
    now: new Date(ctx.now()),
  })
  if (saved === undefined) throw refuse('not_found')
}

/** The message that this author is writing to one user, or null. */
export async function readDraft(ctx: Services, viewer: Viewer, other: string): Promise<MessageDraft | null> {
  const [row] = await ctx.db.run(selectDraft, { ...authorOf(viewer), other })
  return row === undefined ? null : presentDraft(row)
}

const presentDraft = ({ price_cents: cents, updated_at: at, ...row }: DraftRow): MessageDraft => ({
  ...row,
  price: cents === null ? null : coinsOf(cents),
  updated_at: at.toISOString(),
})

/** Each author has drafts of their own: what one operator writes is not changed under the hands of another. */
const authorOf = (viewer: Viewer) => ({ user: viewer.id, author: writerOf(viewer) })

const author = { user: uuid, author: uuid }

const draftTypes = {
  user_id: uuid,
  content: text,
  media_ids: uuids,
  preview_ids: uuids,
  price_cents: orNull(int),
  saved_reply_id: orNull(uuid),
  updated_at: timestamptz,
}
type DraftRow = RowOf<typeof draftTypes>
/** Draft `d`, which has its author's account as `creator_id` too, with what still exists of its media. */
const draftColumns = `d.other_id as user_id, d.content, ${stillThere('d', 'media_ids')} as media_ids,
      ${stillThere('d', 'preview_ids')} as preview_ids, d.price_cents, d.saved_reply_id, d.updated_at`

const selectDrafts = statement(
  'chat_drafts',
  { ...author, limit: int },
  draftTypes,
  ({ user, author, limit }) => `
    select ${draftColumns}
    from (select w.*, w.user_id as creator_id from message_drafts w where w.user_id = ${user} and w.author_id = ${author}
      order by w.updated_at desc limit ${limit}) d
    order by d.updated_at desc`,
)
const selectDraft = statement(
  'chat_draft',
  { ...author, other: uuid },
  draftTypes,
  ({ user, author, other }) => `
    select ${draftColumns}
    from (select w.*, w.user_id as creator_id from message_drafts w
      where w.user_id = ${user} and w.author_id = ${author} and w.other_id = ${other}) d`,
)

const writing = {
  ...author,
  other: uuid,
  id: uuid,
  content: text,
  media: uuids,
  previews: uuids,
  price: orNull(int),
  reply: orNull(uuid),
  now: timestamptz,
}
/** Nothing is written where there is no such other user. */
const upsertDraft = statement(
  'chat_save_draft',
  writing,
  { id: uuid },
  (p) => `
    insert into message_drafts (id, user_id, author_id, other_id, content, media_ids, preview_ids, price_cents, saved_reply_id, updated_at)
    select ${p.id}, ${p.user}, ${p.author}, u.id, ${p.content}, ${p.media}, ${p.previews}, ${p.price}, ${p.reply}, ${p.now}
    from users u where u.id = ${p.other} and u.id <> ${p.user}
    on conflict (user_id, author_id, other_id) do update set content = excluded.content, updated_at = excluded.updated_at,
      media_ids = excluded.media_ids, preview_ids = excluded.preview_ids, price_cents = excluded.price_cents,
      saved_reply_id = excluded.saved_reply_id
    returning id`,
)

const deleteDraft = statement(
  'chat_drop_draft',
  { ...author, other: uuid },
  {},
  (p) => `delete from message_drafts where user_id = ${p.user} and author_id = ${p.author} and other_id = ${p.other}`,
)
