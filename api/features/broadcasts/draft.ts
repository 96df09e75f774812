import type { AudienceChoice } from '../../../contract/audience-filter.ts'
import type { BroadcastAudience, BroadcastDraft } from '../../../contract/broadcast-shapes.ts'
import type { broadcasts as contract } from '../../../contract/broadcasts.ts'
import { coinsOf } from '../../../contract/coins.ts'
import type { Received } from '../../../contract/endpoint.ts'
import type { CompareHours } from '../../../contract/policy/text-comparison.ts'
import type { Db } from '../../platform/db/db.ts'
import { stillThere } from '../../platform/db/rules.ts'
import {
  array,
  bool,
  int,
  intOf,
  jsonb,
  orNull,
  statement,
  text,
  textOf,
  timestamptz,
  uuid,
  uuids,
} from '../../platform/db/statement.ts'
import { type Viewer, writerOf } from '../../platform/http/viewer.ts'
import type { Services } from '../../platform/services.ts'
import type { Audience } from './audience.ts'

/** The broadcast that this author is writing for the creator, with those of its media that still exist; null without one. */
export async function readDraft(ctx: Services, viewer: Viewer): Promise<BroadcastDraft | null> {
  const [row] = await ctx.db.run(selectDraft, authorOf(viewer))
  if (row === undefined) return null
  const { price_cents: cents, send_at: sendAt, ...rest } = row
  return { ...rest, price: cents === null ? null : coinsOf(cents), send_at: sendAt?.toISOString() ?? null }
}

/** Keeps what was written. Nothing is checked but its form: what may be sent is decided when it is sent. */
export async function saveDraft(
  ctx: Services,
  viewer: Viewer,
  draft: Received<typeof contract.saveDraft>,
  db: Db = ctx.db,
): Promise<void> {
  await db.run(upsertDraft, {
    ...authorOf(viewer),
    audience: draft.audience,
    exclude: [...new Set(draft.exclude)],
    list: draft.list_id ?? null,
    choice: draft.choice ?? null,
    again: draft.again_of ?? null,
    skipWaiting: draft.skip_waiting,
    content: draft.content,
    second: draft.second_content ?? null,
    hours: draft.compare_hours,
    price: draft.price ?? null,
    media: [...new Set(draft.media_ids)],
    previews: [...new Set(draft.preview_ids)],
    sendAt: draft.send_at == null ? null : new Date(draft.send_at),
    now: new Date(ctx.now()),
  })
}

/** In the transaction that stores the broadcast. */
export async function dropDraft(tx: Db, viewer: Viewer): Promise<void> {
  await tx.run(deleteDraft, authorOf(viewer))
}

/** Each author has a draft of their own: what one operator chooses is not changed under the hands of another. */
const authorOf = (viewer: Viewer) => ({ creator: viewer.id, author: writerOf(viewer) })

const audience = textOf<BroadcastAudience>()
const excluded = array(textOf<Audience>())
const author = { creator: uuid, author: uuid }
const selectDraft = statement(
  'broadcasts_draft',
  author,
  {
    audience,
    exclude: excluded,
    list_id: orNull(uuid),
    choice: orNull(jsonb<AudienceChoice>()),
    again_of: orNull(uuid),
    skip_waiting: bool,
    content: text,
    second_content: orNull(text),
    compare_hours: intOf<CompareHours>(),
    price_cents: orNull(int),
    send_at: orNull(timestamptz),
    media_ids: uuids,
    preview_ids: uuids,
  },
  (p) => `
    select d.audience, d.exclude, d.list_id, d.choice, d.again_of, d.skip_waiting, d.content, d.second_content, d.compare_hours,
      d.price_cents, d.send_at, ${stillThere('d', 'media_ids')} as media_ids,
      ${stillThere('d', 'preview_ids')} as preview_ids
    from broadcast_drafts d where d.creator_id = ${p.creator} and d.author_id = ${p.author}`,
)
const upsertDraft = statement(
  'broadcasts_save_draft',
  {
    ...author,
    audience,
    exclude: excluded,
    list: orNull(uuid),
    choice: orNull(jsonb<AudienceChoice>()),
    again: orNull(uuid),
    skipWaiting: bool,
    content: text,
    second: orNull(text),
    hours: intOf<CompareHours>(),
    price: orNull(int),
    media: uuids,
    previews: uuids,
    sendAt: orNull(timestamptz),
    now: timestamptz,
  },
  {},
  (p) => `
    insert into broadcast_drafts (creator_id, author_id, audience, exclude, list_id, choice, again_of, skip_waiting, content,
      second_content, compare_hours, price_cents, media_ids, preview_ids, send_at, updated_at)
    values (${p.creator}, ${p.author}, ${p.audience}, ${p.exclude}, ${p.list}, ${p.choice}, ${p.again}, ${p.skipWaiting}, ${p.content},
      ${p.second}, ${p.hours}, ${p.price}, ${p.media}, ${p.previews}, ${p.sendAt}, ${p.now})
    on conflict (creator_id, author_id) do update set audience = excluded.audience, exclude = excluded.exclude, list_id = excluded.list_id,
      choice = excluded.choice, again_of = excluded.again_of, skip_waiting = excluded.skip_waiting,
      content = excluded.content, second_content = excluded.second_content, compare_hours = excluded.compare_hours, price_cents = excluded.price_cents, media_ids = excluded.media_ids,
      preview_ids = excluded.preview_ids, send_at = excluded.send_at, updated_at = excluded.updated_at`,
)
const deleteDraft = statement(
  'broadcasts_drop_draft',
  author,
  {},
  (p) => `delete from broadcast_drafts where creator_id = ${p.creator} and author_id = ${p.author}`,
)
