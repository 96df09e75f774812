import { isPublished, notDeleted } from '../../platform/db/rules.ts'
import { neverNull, statement, text, timestamptz, uuid } from '../../platform/db/statement.ts'

/** A file of a sitemap may have 50,000 addresses. */
const most = 45_000

const isCreator = `u.is_creator and u.username is not null and ${notDeleted('u')}`
const isPublic = (now: string) => `${isPublished('p', now)} and p.visibility = 'public'`
const partOf = (id: string) => `right(${id}::text, 1)`

export const creatorParts = statement(
  'sitemap_creator_parts',
  {},
  { part: text },
  () => `select distinct ${partOf('u.id')} as part from users u where ${isCreator} order by part`,
)

export const creatorsOfPart = statement(
  'sitemap_creators',
  { part: text },
  { username: neverNull(text, 'only creators with a name are listed') },
  ({ part }) => `
    select u.username from users u where ${isCreator} and ${partOf('u.id')} = ${part}
    order by u.followers_count desc, u.id desc limit ${most}`,
)

/** The days with public posts, from one to the next by the index of the Discover tab. */
export const postDays = statement(
  'sitemap_post_days',
  { now: timestamptz },
  { day: neverNull(text, 'a step without a post is the last one and left out') },
  ({ now }) => {
    const next = (from: string) => `
      select (p.published_at at time zone 'UTC')::date from posts p
      where ${isPublic(now)} ${from} order by p.published_at limit 1`
    return `
    with recursive days (day) as (
      (${next('')})
      union all
      select (${next(`and p.published_at >= (days.day + 1)::timestamp at time zone 'UTC'`)}) from days
      where days.day is not null
    )
    select day::text as day from days where day is not null order by day desc limit ${most}`
  },
)

export const postsOfDay = statement(
  'sitemap_posts',
  { from: timestamptz, until: timestamptz, now: timestamptz },
  {
    username: neverNull(text, 'only creators with a name have posts here'),
    id: uuid,
    published_at: neverNull(timestamptz, 'only published posts are listed'),
  },
  ({ from, until, now }) => `
    select u.username, p.id, p.published_at from posts p join users u on u.id = p.author_id
    where ${isPublic(now)} and p.published_at >= ${from} and p.published_at < ${until} and ${isCreator}
    order by p.published_at desc, p.id desc limit ${most}`,
)
