import { noBlockBetween, notDeleted } from '../../platform/db/rules.ts'
import { int, orNull, statement, timestamptz, uuid, uuids } from '../../platform/db/statement.ts'

/** Fewer fans in common say more about the fans than about the creators, so they are not told. */
const fewest = 3
/** How many fans of a creator are asked, the latest first, and how many creators of each: what a call costs at most. */
const sample = { fans: 80, follows: 30 }

const isCreator = `u.is_creator and u.username is not null and ${notDeleted('u')}`

/** Whom the fans of the `creators` follow too, with the creator through whom most of them were found. */
const sharedFans = (creators: string) => `
  select theirs.user_id as id, count(distinct fan.follower_id) as fans,
    mode() within group (order by c.id) as because
  from (${creators}) c
  cross join lateral (select f.follower_id from follows f where f.user_id = c.id
    order by f.created_at desc limit ${sample.fans}) fan
  cross join lateral (select t.user_id from follows t where t.follower_id = fan.follower_id and t.user_id <> c.id
    limit ${sample.follows}) theirs
  group by theirs.user_id having count(distinct fan.follower_id) >= ${fewest}`

/** Creators whom fans of the viewer's latest follows follow too, and the viewer does not yet. */
export const likeFollowed = statement(
  'discovery_like_followed',
  { viewer: uuid, limit: int },
  { id: uuid, because: uuid },
  ({ viewer, limit }) => `
    select u.id, s.because from (${sharedFans(
      `select m.user_id as id from follows m where m.follower_id = ${viewer} order by m.created_at desc limit 5`,
    )}) s
    join users u on u.id = s.id
    where ${isCreator} and u.id <> ${viewer} and ${notFollowedBy(viewer)} and ${noBlockBetween(viewer, 'u.id')}
    order by s.fans desc, u.id limit ${limit}`,
)

/** The trending creators whom the viewer does not follow yet. */
export const trending = statement(
  'discovery_trending',
  { viewer: uuid, limit: int },
  { id: uuid },
  ({ viewer, limit }) => `
    select u.id from users u
    where ${isCreator} and u.id <> ${viewer} and ${notFollowedBy(viewer)} and ${noBlockBetween(viewer, 'u.id')}
    order by u.trend desc, u.followers_count desc, u.id desc limit ${limit}`,
)

function notFollowedBy(viewer: string): string {
  return `not exists (select 1 from follows mine where mine.follower_id = ${viewer} and mine.user_id = u.id)`
}

/** Creators whom the fans of one creator follow too. */
export const likeOne = statement(
  'discovery_like_one',
  { viewer: orNull(uuid), creator: uuid, limit: int },
  { id: uuid },
  ({ viewer, creator, limit }) => `
    select u.id from (${sharedFans(`select ${creator} as id`)}) s join users u on u.id = s.id
    where ${isCreator} and u.id is distinct from ${viewer} and ${noBlockBetween(viewer, 'u.id')}
    order by s.fans desc, u.id limit ${limit}`,
)

/** Creators of the same category or with one of the same tags, those with most in common first. */
export const sameTopics = statement(
  'discovery_same_topics',
  { viewer: orNull(uuid), creator: uuid, without: uuids, limit: int },
  { id: uuid },
  ({ viewer, creator, without, limit }) => `
    select u.id from users c cross join lateral (
      (select t.id from users t where t.is_creator and t.tags && c.tags limit 200)
      union
      (select k.id from users k where k.is_creator and k.category = c.category
        order by k.trend desc, k.followers_count desc, k.id desc limit 50)
    ) found join users u on u.id = found.id
    where c.id = ${creator} and ${isCreator} and u.id <> c.id and not u.id = any(${without})
      and u.id is distinct from ${viewer} and ${noBlockBetween(viewer, 'u.id')}
    order by cardinality(array(select unnest(u.tags) intersect select unnest(c.tags))) desc, u.trend desc,
      u.followers_count desc, u.id desc limit ${limit}`,
)

/** Recounts the followers that each creator has won since `since`, of accounts with a confirmed address. */
export const countTrends = statement(
  'discovery_count_trends',
  { since: timestamptz },
  {},
  ({ since }) => `
    update users u set trend = actual.people
    from (select c.id, coalesce(n.people, 0) as people from users c
      left join (select f.user_id, count(*)::float8 as people from follows f
        join users fan on fan.id = f.follower_id and fan.email_verified
        where f.created_at > ${since} group by f.user_id) n on n.user_id = c.id
      where c.is_creator and (c.trend > 0 or n.people is not null)) actual
    where u.id = actual.id and u.trend <> actual.people`,
  { scans: { users: 'A job recounts all creators.' } },
)
