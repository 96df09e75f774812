import { coinsOf } from '../../../contract/coins.ts'
import type { Received } from '../../../contract/endpoint.ts'
import type { posts as contract, PostDraft } from '../../../contract/posts.ts'
import type { Db } from '../../platform/db/db.ts'
import { stillThere } from '../../platform/db/rules.ts'
import { int, oneOf, orNull, statement, text, textOf, timestamptz, uuid, uuids } from '../../platform/db/statement.ts'
import { type Viewer, writerOf } from '../../platform/http/viewer.ts'
import type { Services } from '../../platform/services.ts'

/** The post that this author is writing for the creator, with those of its media that still exist; null without one. */
export async function readDraft(ctx: Services, viewer: Viewer): Promise<PostDraft | null> {
  const [row] = await ctx.db.run(selectDraft, authorOf(viewer))
  if (row === undefined) return null
  const { price_cents: cents, publish_at: publishAt, expires_at: expiresAt, ...rest } = row
  return {
    ...rest,
    price: cents === null ? null : coinsOf(cents),
    publish_at: publishAt?.toISOString() ?? null,
    expires_at: expiresAt?.toISOString() ?? null,
  }
}

/** Keeps what was written. Nothing is checked but its form: what may be published is decided when it is. */
export async function saveDraft(
  ctx: Services,
  viewer: Viewer,
  draft: Received<typeof contract.saveDraft>,
): Promise<void> {
  await ctx.db.run(upsertDraft, {
    ...authorOf(viewer),
    text: draft.text,
    visibility: draft.visibility,
    price: draft.price ?? null,
    media: [...new Set(draft.media_ids)],
    previews: [...new Set(draft.preview_ids)],
    publishAt: draft.publish_at == null ? null : new Date(draft.publish_at),
    expiresAt: draft.expires_at == null ? null : new Date(draft.expires_at),
    commentsFor: draft.comments_for,
    now: new Date(ctx.now()),
  })
}

/** In the transaction that stores the post. */
export async function dropDraft(tx: Db, viewer: Viewer): Promise<void> {
  await tx.run(deleteDraft, authorOf(viewer))
}

/** Each author has a draft of their own: what one operator chooses is not changed under the hands of another. */
const authorOf = (viewer: Viewer) => ({ creator: viewer.id, author: writerOf(viewer) })

const visibility = textOf<PostDraft['visibility']>()
const commentsFor = oneOf('everyone', 'payers')
const author = { creator: uuid, author: uuid }
const selectDraft = statement(
  'posts_draft',
  author,
  {
    text,
    visibility,
    price_cents: orNull(int),
    publish_at: orNull(timestamptz),
    expires_at: orNull(timestamptz),
    comments_for: commentsFor,
    media_ids: uuids,
    preview_ids: uuids,
  },
  (p) => `
    select d.text, d.visibility, d.price_cents, d.publish_at, d.expires_at, d.comments_for, ${stillThere('d', 'media_ids')} as media_ids,
      ${stillThere('d', 'preview_ids')} as preview_ids
    from post_drafts d where d.creator_id = ${p.creator} and d.author_id = ${p.author}`,
)
const upsertDraft = statement(
  'posts_save_draft',
  {
    ...author,
    text,
    visibility,
    price: orNull(int),
    media: uuids,
    previews: uuids,
    publishAt: orNull(timestamptz),
    expiresAt: orNull(timestamptz),
    commentsFor,
    now: timestamptz,
  },
  {},
  (p) => `
    insert into post_drafts (creator_id, author_id, text, visibility, price_cents, media_ids, preview_ids, publish_at,
      expires_at, comments_for, updated_at)
    values (${p.creator}, ${p.author}, ${p.text}, ${p.visibility}, ${p.price}, ${p.media}, ${p.previews}, ${p.publishAt},
      ${p.expiresAt}, ${p.commentsFor}, ${p.now})
    on conflict (creator_id, author_id) do update set text = excluded.text, visibility = excluded.visibility,
      price_cents = excluded.price_cents, media_ids = excluded.media_ids, preview_ids = excluded.preview_ids,
      publish_at = excluded.publish_at, expires_at = excluded.expires_at, comments_for = excluded.comments_for, updated_at = excluded.updated_at`,
)
const deleteDraft = statement(
  'posts_drop_draft',
  author,
  {},
  (p) => `delete from post_drafts where creator_id = ${p.creator} and author_id = ${p.author}`,
)
