import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { sessionCookie } from '../../api/identity/session-cookie.ts'
import { hashToken } from '../../api/identity/viewer.ts'
import { newId } from '../../api/platform/db/ids.ts'
import { toCursor } from '../../api/platform/db/pages.ts'

/** Who calls, by the username in `world.sql`. A visitor has no session; `acting` is the operator as the star. */
const usernames = {
  star: 'star',
  whale: 'whale',
  fan: 'normalfan',
  creator: 'normalcreator',
  owner: 'agencyowner',
  operator: 'agencyoperator',
  acting: 'agencyoperator',
  staff: 'staff',
} as const

/** The people of a world with a cookie each, and the rows that the calls name. */
export type People = { cookies: ReadonlyMap<string, string>; rows: Readonly<Record<string, string>> }

export async function openPeople(databaseUrl: string, dataDir: string): Promise<People> {
  const secret = secretOf(dataDir)
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    // The run before has read all notifications of the star.
    await client.query(`delete from notification_marks where user_id = (select id from users where username = 'star')`)
    await client.query(
      `update notifications set read_at = null where id in (select n.id from notifications n
       join users u on u.id = n.user_id where u.username = 'star' and n.created_at < now() - interval '1 day' order by n.id desc limit 1000)`,
    )
    const { rows } = await client.query<Record<string, string>>(namedRows)
    const named = rows[0] ?? {}
    const cookies = new Map<string, string>()
    for (const [who, username] of Object.entries({ ...usernames, spender: named.spenderName ?? '' })) {
      const { hash, cookie } = newSession(secret)
      await client.query(
        `insert into sessions (id, token, user_id, expires_at, acting_grant_id, acting_since)
         select $1, $2, id, now() + interval '1 day', $4, case when $4::uuid is not null then now() end
         from users where username = $3`,
        [newId(), hash, username, who === 'acting' ? named.grant : null],
      )
      cookies.set(who, cookie)
    }
    const bucket = toCursor([named.bucketAt ?? '', named.bucketId ?? '', 500])
    return { cookies, rows: { ...named, bucket } }
  } finally {
    await client.end()
  }
}

/** A new token of a session: its hash for the database, and the cookie that carries it. */
export function newSession(secret: string): { hash: string; cookie: string } {
  const token = randomBytes(24).toString('base64url')
  return { hash: hashToken(token), cookie: sessionCookie(token, secret) }
}

/** The secret of the API that runs in this folder. */
export const secretOf = (dataDir: string): string => readFileSync(join(dataDir, 'secret'), 'utf8').trim()

/** The ids that stand in the calls in braces, in one row. */
const namedRows = `
  with p as (
    select max(id::text) filter (where username = 'star')::uuid as star, max(id::text) filter (where username = 'whale')::uuid as whale,
      max(id::text) filter (where username = 'normalfan')::uuid as fan,
      max(id::text) filter (where username = 'normalcreator')::uuid as creator,
      max(id::text) filter (where username = 'agencyoperator')::uuid as operator
    from users where username in ('star', 'whale', 'normalfan', 'normalcreator', 'agencyoperator')
  ), bought as (
    select b.object_id as post, b.entry_id as entry, e.media_id as media from p join purchases b on b.buyer_id = p.whale
    join entitlements e on e.purchase_id = b.id limit 1
  ), newest as (
    select m.id, m.created_at, m.folder, m.content_hash from p join media m on m.owner_id = p.star
    where m.content_hash is not null and m.folder is not null order by m.created_at desc, m.id desc limit 1
  ), spender as (
    -- A fan with coins and without ties to the star, another one in each run.
    select u.id, u.username from ledger_accounts a join users u on u.id = a.owner_id
    where a.kind = 'wallet' and a.balance_cents > 10000 and not u.is_creator order by random() limit 1
  )
  select p.*, bought.post as "boughtPost", bought.entry, bought.media as "boughtMedia", spender.username as "spenderName",
    newest.id as "bucketId", newest.created_at::text as "bucketAt", newest.folder, newest.content_hash as "contentHash",
    (select gen.pid(f.p) from gen.facts f) as "topPost", (select m from gen.cmedia where owner_id = p.star) as "usedMedia",
    (select id from agencies limit 1) as agency, (select id from topups where user_id = p.whale limit 1) as topup,
    (select g.id from agency_grants g join agency_members m on m.id = g.member_id
      join agency_creators c on c.id = g.creator_link_id where m.user_id = p.operator and c.user_id = p.star) as "grant",
    (select id from albums where creator_id = p.star order by position limit 1) as album,
    (select id from broadcasts where sender_id = p.star order by id limit 1) as broadcast,
    (select id from fan_lists where creator_id = p.star order by id limit 1) as list,
    (select session_id from chat_members where user_id = p.star and other_id = p.fan) as session,
    (select other_id from chat_members where user_id = p.creator and as_creator limit 1) as "creatorsFan",
    (select id from notifications where user_id = p.star and read_at is null order by id desc limit 1) as notification,
    (select blocked_id from blocks where blocker_id = p.star order by blocked_id desc limit 1) as stranger,
    (select a[10] from gen.words) as word, (select a[10] || ' ' || a[11] from gen.words) as words,
    'T1' as ticket, 'off1' as offer, 'GIFT1' as gift,
    to_char(now() - interval '40 days', 'YYYY-MM') as month, to_char(now(), 'YYYY-MM-DD') as today,
    to_char(now() - interval '364 days', 'YYYY-MM-DD') as "yearAgo"
  from p, bought, newest, spender`
