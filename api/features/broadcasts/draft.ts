import type { BroadcastDraft, broadcasts as contract } from '../../../contract/broadcasts.ts'
import { coinsOf } from '../../../contract/coins.ts'
import type { Received } from '../../../contract/endpoint.ts'
import type { Db } from '../../platform/db/db.ts'
import { array, int, orNull, statement, text, textOf, timestamptz, uuid, uuids } from '../../platform/db/statement.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
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
): Promise<void> {
  await ctx.db.run(upsertDraft, {
    ...authorOf(viewer),
    audience: draft.audience,
    exclude: [...new Set(draft.exclude)],
    content: draft.content,
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
const authorOf = (viewer: Viewer) => ({ creator: viewer.id, author: viewer.acting?.operatorId ?? viewer.id })

const audience = textOf<Audience>()
const author = { creator: uuid, author: uuid }
const stillThere = (ids: string) => `array(
      select x.id from unnest(${ids}) with ordinality x(id, position)
      join media m on m.id = x.id and m.owner_id = d.creator_id and m.state = 'ready' and m.deleted_at is null
      order by x.position)`
const selectDraft = statement(
  'broadcasts_draft',
  author,
  {
    audience,
    exclude: array(audience),
    content: text,
    price_cents: orNull(int),
    send_at: orNull(timestamptz),
    media_ids: uuids,
    preview_ids: uuids,
  },
  (p) => `
    select d.audience, d.exclude, d.content, d.price_cents, d.send_at, ${stillThere('d.media_ids')} as media_ids,
      ${stillThere('d.preview_ids')} as preview_ids
    from broadcast_drafts d where d.creator_id = ${p.creator} and d.author_id = ${p.author}`,
)
const upsertDraft = statement(
  'broadcasts_save_draft',
  {
    ...author,
    audience,
    exclude: array(audience),
    content: text,
    price: orNull(int),
    media: uuids,
    previews: uuids,
    sendAt: orNull(timestamptz),
    now: timestamptz,
  },
  {},
  (p) => `
    insert into broadcast_drafts (creator_id, author_id, audience, exclude, content, price_cents, media_ids, preview_ids, send_at,
      updated_at)
    values (${p.creator}, ${p.author}, ${p.audience}, ${p.exclude}, ${p.content}, ${p.price}, ${p.media}, ${p.previews},
      ${p.sendAt}, ${p.now})
    on conflict (creator_id, author_id) do update set audience = excluded.audience, exclude = excluded.exclude,
      content = excluded.content, price_cents = excluded.price_cents, media_ids = excluded.media_ids,
      preview_ids = excluded.preview_ids, send_at = excluded.send_at, updated_at = excluded.updated_at`,
)
const deleteDraft = statement(
  'broadcasts_drop_draft',
  author,
  {},
  (p) => `delete from broadcast_drafts where creator_id = ${p.creator} and author_id = ${p.author}`,
)
