import { newId } from '../api/platform/db/ids.ts'
import type { Storage } from '../api/platform/media/storage.ts'
import { createMarket, type Fan, type Market, type Query } from './market.ts'

export type PersonSize = { messages: number; posts: number; purchases: number; files: number }

/**
 * Writes a person with so many rows straight into the database, the marker in every text of theirs, and so many media
 * files and an unfinished upload that contain it. They have the coins for what `market` sells. What the small test of erasure covers by column
 * (`tests/support/marked-person.ts`) is here in number.
 */
export async function createPerson(
  { query, secret, storage }: { query: Query; secret: string; storage: Storage },
  marker: string,
  size: PersonSize,
): Promise<{ person: Fan; market: Market }> {
  const [price, others] = [500, 500]
  const cents = size.purchases * price
  const market = await createMarket(query, secret, {
    fans: others + 1,
    creators: 20,
    posts: size.purchases,
    cents,
    priceCents: price,
  })
  const [person, ...fans] = market.fans
  if (person === undefined) throw new Error('There is no fan.')
  const { id } = person
  await query(
    `update users set email = $2, name = $3, username = $3, display_name = $3, bio = $3, location = $3, referral_code = $3,
       is_creator = true, price_cents = $4 where id = $1`,
    [id, `${marker}@example.test`, marker, price],
  )
  await addMessages(query, id, marker, fans, size.messages)
  await addPosts(query, id, marker, size.purchases, size.posts)
  const media = Array.from({ length: size.files }, () => newId())
  await query(
    `insert into media (id, owner_id, type, state, name, description, folder, tags, preview)
     select m, $2, 'IMAGE', 'ready', $3, $3, $3, array[$3], $3 from unnest($1::uuid[]) m`,
    [media, id, marker],
  )
  for (const one of media) await storage.put(`${one}/full`, Buffer.from(marker), 'image/webp')
  const upload = newId()
  await query(`insert into uploads (id, owner_id, name, size) values ($1, $2, $3, 1000)`, [upload, id, marker])
  await query(`insert into upload_parts (upload_id, position, bytes, name) values ($1, 0, $2, 'part-0')`, [
    upload,
    marker.length,
  ])
  await storage.put(`${upload}/part-0`, Buffer.from(marker), 'application/octet-stream')
  return { person, market }
}

async function addMessages(query: Query, id: string, marker: string, fans: Fan[], count: number): Promise<void> {
  const others = fans.map((fan) => fan.id)
  await query(
    `insert into chat_sessions (id, user_a, user_b, last_seq) select gen_random_uuid(), least($1::uuid, o), greatest($1::uuid, o), $3::int
     from unnest($2::uuid[]) o`,
    [id, others, Math.ceil(count / others.length)],
  )
  const ofPerson = `select c.id, case when user_a = $1 then user_b else user_a end as other, row_number() over () - 1 as n
    from chat_sessions c where $1 in (user_a, user_b)`
  await query(
    `insert into messages (id, session_id, seq, sender_id, receiver_id, client_id, content, type)
     select gen_random_uuid(), c.id, m / $4::int + 1, $1, c.other, $2 || m, $2 || ' ' || m, 'text'
     from generate_series(0, $3::int - 1) m join (${ofPerson}) c on c.n = m % $4::int`,
    [id, marker, count, others.length],
  )
  const last = `select distinct on (session_id) session_id as id, id as message, receiver_id as other, content from messages
    where sender_id = $1 order by session_id, seq desc`
  const side = (user: string, other: string, asCreator: boolean) =>
    `select id, ${user}, ${other}, ${asCreator}, content, now(), message from last`
  await query(
    `with last as (${last})
     insert into chat_members (session_id, user_id, other_id, as_creator, last_message, last_message_at, last_message_id)
     ${side('$1::uuid', 'other', true)} union all ${side('other', '$1::uuid', false)}`,
    [id],
  )
}

/** As many comments, likes and bookmarks as posts, and as many notifications. */
async function addPosts(query: Query, id: string, marker: string, foreign: number, count: number): Promise<void> {
  await query(
    `insert into posts (id, author_id, text, visibility, published_at) select gen_random_uuid(), $1, $2 || n, 'public', now()
     from generate_series(1, $3::int) n`,
    [id, marker, count],
  )
  const others = `select id from posts where author_id <> $1 limit ${Math.min(foreign, count)}`
  await query(
    `insert into comments (id, post_id, author_id, text) select gen_random_uuid(), id, $1, $2 from (${others}) o`,
    [id, marker],
  )
  await query(`insert into post_likes (user_id, post_id) select $1, id from (${others}) o`, [id])
  await query(`insert into bookmarks (user_id, post_id) select $1, id from (${others}) o`, [id])
  await query(
    `insert into notifications (id, user_id, type) select gen_random_uuid(), $1, $2 from generate_series(1, $3::int)`,
    [id, marker, count],
  )
}
