import { Readable } from 'node:stream'
import { sql } from 'drizzle-orm'
import { ZipFile } from 'yazl'
import { ownerOnly } from '../../../contract/endpoint.ts'
import type { Services } from '../../platform/services.ts'
import { requireRecentAuth } from '../../identity/recent-auth.ts'
import type { RawRoute } from '../../platform/http/raw.ts'
import type { Viewer } from '../../platform/http/viewer.ts'

/** `GET /api/account/export`: everything the house holds of a person, as a zip that is made while it is sent. */
export const exportRoute = (ctx: Services): RawRoute => ({
  method: 'GET',
  path: '/api/account/export',
  access: ownerOnly({ onboarded: false }),
  rate: 'expensive',
  serve: async (_c, viewer) => {
    requireRecentAuth(viewer)
    const name = `fanfare-${viewer.username ?? 'account'}-${new Date(ctx.now()).toISOString().slice(0, 10)}.zip`
    return new Response(Readable.toWeb(archive(ctx, viewer)) as ReadableStream<Uint8Array<ArrayBuffer>>, {
      headers: {
        'content-type': 'application/zip',
        'content-disposition': `attachment; filename="${name}"`,
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
      },
    })
  },
})

function archive(ctx: Services, viewer: Viewer): Readable {
  const zip = new ZipFile()
  const output = new Readable().wrap(zip.outputStream)
  fill(ctx, viewer, zip).then(
    () => zip.end(),
    (error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error))),
  )
  return output
}

/** One entry after the other: the next is opened when the one before has been read, so that little waits in memory. */
async function fill(ctx: Services, viewer: Viewer, zip: ZipFile): Promise<void> {
  for (const [name, text] of Object.entries(tables)) {
    await add(zip, `${name}.json`, Readable.from(rowsAsJson(ctx, text, viewer.id)))
  }
  const media = await ctx.db.execute<{ id: string; type: string }>(
    sql`select id, type from media where owner_id = ${viewer.id} and deleted_at is null and state = 'ready' order by id`,
  )
  for (const { id, type } of media.rows) {
    const found = await ctx.storage.read(`${id}/full`).catch(() => null)
    if (found === null) continue
    const kind = found.contentType.split('/')[1]?.replace(/[^a-z0-9]/g, '') || type.toLowerCase()
    await add(
      zip,
      `media/${id}.${kind}`,
      Readable.fromWeb(found.stream as Parameters<typeof Readable.fromWeb>[0]),
      false,
    )
  }
}

function add(zip: ZipFile, name: string, stream: Readable, compress = true): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.once('end', resolve).once('error', reject)
    zip.addReadStream(stream, name, { compress })
  })
}

async function* rowsAsJson(ctx: Services, text: string, userId: string): AsyncGenerator<string> {
  let after = ''
  let isFirst = true
  yield '['
  for (;;) {
    const rows = await ctx.db.run<{ key: string; row: unknown }>(
      {
        name: `export_${text.length}_${hash(text)}`,
        text: `select key::text as key, to_jsonb(it) - 'key' as row from (${text}) it where key::text > $2 order by key::text limit 500`,
      },
      [userId, after],
    )
    for (const { row } of rows) {
      yield `${isFirst ? '' : ','}\n${JSON.stringify(row)}`
      isFirst = false
    }
    const last = rows.at(-1)
    if (last === undefined || rows.length < 500) break
    after = last.key
  }
  yield '\n]\n'
}

const hash = (text: string): string =>
  [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_003, 7).toString(36)

/** What goes into which file; `$1` is the person, `key` orders and pages. Secrets and what is other people's stay out. */
const tables: Record<string, string> = {
  profile: `select id as key, id, email, email_verified, username, birthdate, display_name, bio, location, links, locale, is_creator,
    price_cents, chat_access_policy, spending_limit_cents, referral_code, followers_count, posts_count, created_at from users where id = $1`,
  former_usernames: 'select username as key, username, until, created_at from former_usernames where user_id = $1',
  sign_in_methods: 'select id as key, provider_id, created_at from accounts where user_id = $1',
  passkeys: 'select id as key, name, created_at from passkeys where user_id = $1',
  sessions:
    'select id as key, ip_address, user_agent, created_at, updated_at, expires_at from sessions where user_id = $1',
  known_devices: 'select device as key, seen_at from known_devices where user_id = $1',
  verification: `select user_id as key, status, legal_name, birthdate, country, document_kind, reason, submitted_at, decided_at
    from creator_verifications where user_id = $1`,
  following: `select f.user_id as key, u.username, f.created_at from follows f join users u on u.id = f.user_id where f.follower_id = $1`,
  followers: `select f.follower_id as key, u.username, f.created_at from follows f join users u on u.id = f.follower_id where f.user_id = $1`,
  blocked: `select b.blocked_id as key, u.username, b.created_at from blocks b join users u on u.id = b.blocked_id where b.blocker_id = $1`,
  subscriptions: `select s.id as key, u.username as creator, s.status, s.price_cents, s.since as started_at, s.active_until
    from subscriptions s join users u on u.id = s.creator_id where s.fan_id = $1`,
  subscribers: `select s.id as key, u.username as fan, s.status, s.price_cents, s.since as started_at, s.active_until
    from subscriptions s join users u on u.id = s.fan_id where s.creator_id = $1`,
  posts:
    'select id as key, id, text, visibility, price_cents, published_at, created_at from posts where author_id = $1 and deleted_at is null',
  comments: 'select id as key, post_id, text, created_at from comments where author_id = $1 and deleted_at is null',
  likes: 'select post_id as key, post_id, created_at from post_likes where user_id = $1',
  bookmarks: 'select post_id as key, post_id, created_at from bookmarks where user_id = $1',
  messages: `select m.id as key, s.username as from, r.username as to, m.content, m.type, m.tip_cents, m.price_cents, m.created_at
    from messages m join users s on s.id = m.sender_id join users r on r.id = m.receiver_id
    where (m.sender_id = $1 or m.receiver_id = $1) and m.deleted_at is null`,
  media:
    'select id as key, id, type, name, description, folder, tags, width, height, duration_ms, bytes, created_at from media where owner_id = $1 and deleted_at is null',
  purchases: `select p.id as key, u.username as creator, p.object_kind, p.object_id, p.price_cents, p.created_at, p.refunded_at
    from purchases p join users u on u.id = p.creator_id where p.buyer_id = $1`,
  coins: `select e.id as key, e.kind, a.kind as account, p.amount_cents, p.balance_after_cents, e.object_kind, e.object_id, e.created_at
    from ledger_postings p join ledger_entries e on e.id = p.entry_id join ledger_accounts a on a.id = p.account_id where a.owner_id = $1`,
  notifications:
    'select id as key, type, object_kind, object_id, created_at, read_at from notifications where user_id = $1',
  reports:
    'select id as key, ticket, kind, object, text, status, answer, created_at, decided_at from reports where reporter_id = $1',
}
