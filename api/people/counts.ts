import type { Db } from '../platform/db/db.ts'
import { isPublished, notDeleted } from '../platform/db/rules.ts'
import { orNull, statement, text, timestamptz, uuid, uuids } from '../platform/db/statement.ts'

/** Recounts what an author has published, after a change of their posts or media: posts, and each media in them once. */
export const recountPublished = (tx: Db, author: string, now: number) =>
  tx.run(recountAuthor, { author, now: new Date(now) })

/** The counts of the authors that `authors` selects as `id`, set where they differ. */
const setCounts = (authors: string, now: string): string => `
  update users u set posts_count = actual.posts, photos_count = actual.photos, videos_count = actual.videos,
    sounds_count = actual.sounds
  from (${authors}) a cross join lateral (
    select count(distinct p.id)::int as posts, count(distinct m.id) filter (where m.type = 'IMAGE')::int as photos,
      count(distinct m.id) filter (where m.type = 'VIDEO')::int as videos,
      count(distinct m.id) filter (where m.type = 'SOUND')::int as sounds
    from posts p left join post_media pm on pm.post_id = p.id left join media m on m.id = pm.media_id and ${notDeleted('m')}
    where p.author_id = a.id and ${isPublished('p', now)}) actual
  where u.id = a.id and (u.posts_count, u.photos_count, u.videos_count, u.sounds_count)
    is distinct from (actual.posts, actual.photos, actual.videos, actual.sounds)
  returning u.username`

const recountAuthor = statement(
  'people_recount_author',
  { author: uuid, now: timestamptz },
  { username: orNull(text) },
  ({ author, now }) => setCounts(`select ${author} as id`, now),
)

/** Recounts for the authors of scheduled posts that came out since `since`; answers the usernames whose counts were wrong. */
export const recountScheduled = statement(
  'people_recount_scheduled',
  { since: timestamptz, now: timestamptz },
  { username: orNull(text) },
  ({ since, now }) =>
    setCounts(
      `select distinct p.author_id as id from posts p where ${isPublished('p', now)}
        and p.published_at > p.created_at and p.published_at > ${since}`,
      now,
    ),
)

/** The same for these authors. */
export const recountAuthors = statement(
  'people_recount_authors',
  { authors: uuids, now: timestamptz },
  { username: orNull(text) },
  ({ authors, now }) => setCounts(`select distinct x.id from unnest(${authors}) x (id)`, now),
)

/** Recounts for all creators what nodes of another version have not counted; answers the usernames whose counts were wrong. */
export const recountAll = statement('people_recount_all', { now: timestamptz }, { username: orNull(text) }, ({ now }) =>
  setCounts(`select c.id from users c where c.is_creator and ${notDeleted('c')}`, now),
)

/** The same for how many fans have unlocked each post. */
export const recountUnlocks = statement(
  'people_recount_unlocks',
  {},
  {},
  () => `
    update posts p set unlocks_count = actual.unlocks
    from (select x.id, count(b.id)::int as unlocks from posts x
      left join purchases b on b.object_kind = 'post' and b.object_id = x.id and b.refunded_at is null
      where x.price_cents is not null or x.unlocks_count > 0 group by x.id) actual
    where p.id = actual.id and p.unlocks_count <> actual.unlocks`,
  { scans: { posts: 'Every night all counts are compared with the purchases.' } },
)
