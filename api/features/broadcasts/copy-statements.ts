import { stillThere, withName } from '../../platform/db/rules.ts'
import { int, orNull, statement, text, timestamptz, uuid, uuids } from '../../platform/db/statement.ts'
import { mediaColumns, mediaTypes } from '../media/statements.ts'

const author = { creator: uuid, author: uuid }

export const upsertCopy = statement(
  'broadcasts_send_copy',
  {
    ...author,
    content: text,
    second: orNull(text),
    price: orNull(int),
    media: uuids,
    previews: uuids,
    now: timestamptz,
  },
  {},
  (p) => `
    insert into broadcast_copies (creator_id, author_id, content, second_content, price_cents, media_ids, preview_ids, sent_at)
    values (${p.creator}, ${p.author}, ${p.content}, ${p.second}, ${p.price}, ${p.media}, ${p.previews}, ${p.now})
    on conflict (creator_id, author_id) do update set content = excluded.content, second_content = excluded.second_content,
      price_cents = excluded.price_cents, media_ids = excluded.media_ids, preview_ids = excluded.preview_ids,
      sent_at = excluded.sent_at`,
)

/** With the name of its author in it. */
export const selectCopy = statement(
  'broadcasts_copy',
  author,
  {
    content: text,
    second_content: orNull(text),
    price_cents: orNull(int),
    media_ids: uuids,
    preview_ids: uuids,
    sent_at: timestamptz,
  },
  (p) => `
    select ${withName('c.content', 'u')} as content, ${withName('c.second_content', 'u')} as second_content, c.price_cents,
      c.media_ids, c.preview_ids, c.sent_at
    from broadcast_copies c join users u on u.id = c.author_id
    where c.creator_id = ${p.creator} and c.author_id = ${p.author}`,
)

/** What is attached to it and still in the vault. */
export const mediaOfCopy = statement(
  'broadcasts_copy_media',
  author,
  mediaTypes,
  (p) => `
    select ${mediaColumns('m')}
    from broadcast_copies c cross join lateral unnest(${stillThere('c', 'media_ids')}) with ordinality x(id, position)
    join media m on m.id = x.id
    where c.creator_id = ${p.creator} and c.author_id = ${p.author} order by x.position`,
)

export const deleteCopy = statement(
  'broadcasts_remove_copy',
  author,
  {},
  (p) => `delete from broadcast_copies where creator_id = ${p.creator} and author_id = ${p.author}`,
)
