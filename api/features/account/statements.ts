import { jsonb, statement, text, uuid } from '../../platform/db/statement.ts'

/**
 * The files of the export and their statements; `key` orders and pages. Secrets and data of other users are left out.
 */
const exports: Record<string, (user: string) => string> = {
  profile: (
    user,
  ) => `select id as key, id, email, email_verified, username, birthdate, display_name, bio, location, links, locale, is_creator,
    price_cents, chat_access_policy, spending_limit_cents, referral_code, followers_count, posts_count, created_at from users where id = ${user}`,
  former_usernames: (user) =>
    `select username as key, username, until, created_at from former_usernames where user_id = ${user}`,
  sign_in_methods: (user) => `select id as key, provider_id, created_at from accounts where user_id = ${user}`,
  passkeys: (user) => `select id as key, name, created_at from passkeys where user_id = ${user}`,
  sessions: (user) =>
    `select id as key, ip_address, user_agent, created_at, updated_at, expires_at from sessions where user_id = ${user}`,
  known_devices: (user) => `select device as key, seen_at from known_devices where user_id = ${user}`,
  verification: (
    user,
  ) => `select user_id as key, status, legal_name, birthdate, country, document_kind, reason, submitted_at, decided_at
    from creator_verifications where user_id = ${user}`,
  following: (user) =>
    `select f.user_id as key, u.username, f.created_at from follows f join users u on u.id = f.user_id where f.follower_id = ${user}`,
  followers: (user) =>
    `select f.follower_id as key, u.username, f.created_at from follows f join users u on u.id = f.follower_id where f.user_id = ${user}`,
  blocked: (user) =>
    `select b.blocked_id as key, u.username, b.created_at from blocks b join users u on u.id = b.blocked_id where b.blocker_id = ${user}`,
  subscriptions: (
    user,
  ) => `select s.id as key, u.username as creator, s.status, s.price_cents, s.since as started_at, s.active_until
    from subscriptions s join users u on u.id = s.creator_id where s.fan_id = ${user}`,
  subscribers: (
    user,
  ) => `select s.id as key, u.username as fan, s.status, s.price_cents, s.since as started_at, s.active_until
    from subscriptions s join users u on u.id = s.fan_id where s.creator_id = ${user}`,
  posts: (user) =>
    `select id as key, id, text, visibility, price_cents, published_at, created_at from posts where author_id = ${user} and deleted_at is null`,
  comments: (user) =>
    `select id as key, post_id, text, created_at from comments where author_id = ${user} and deleted_at is null`,
  likes: (user) => `select post_id as key, post_id, created_at from post_likes where user_id = ${user}`,
  bookmarks: (user) => `select post_id as key, post_id, created_at from bookmarks where user_id = ${user}`,
  messages: (
    user,
  ) => `select m.id as key, s.username as from, r.username as to, m.content, m.type, m.tip_cents, m.price_cents, m.created_at
    from messages m join users s on s.id = m.sender_id join users r on r.id = m.receiver_id
    where (m.sender_id = ${user} or m.receiver_id = ${user}) and m.deleted_at is null`,
  media: (user) =>
    `select id as key, id, type, name, description, folder, tags, width, height, duration_ms, bytes, created_at from media where owner_id = ${user} and deleted_at is null`,
  purchases: (
    user,
  ) => `select p.id as key, u.username as creator, p.object_kind, p.object_id, p.price_cents, p.created_at, p.refunded_at
    from purchases p join users u on u.id = p.creator_id where p.buyer_id = ${user}`,
  coins: (
    user,
  ) => `select e.id as key, e.kind, a.kind as account, p.amount_cents, p.balance_after_cents, e.object_kind, e.object_id, e.created_at
    from ledger_postings p join ledger_entries e on e.id = p.entry_id join ledger_accounts a on a.id = p.account_id where a.owner_id = ${user}`,
  notifications: (user) =>
    `select id as key, type, object_kind, object_id, created_at, read_at from notifications where user_id = ${user}`,
  reports: (user) =>
    `select id as key, ticket, kind, object, text, status, answer, created_at, decided_at from reports where reporter_id = ${user}`,
}

export const exportPageSize = 500

/** One page of a file of the export, after `after`. */
const pageOf = (name: string, select: (user: string) => string) =>
  statement(
    `account_export_${name}`,
    { user: uuid, after: text },
    { key: text, row: jsonb<Record<string, unknown>>() },
    ({ user, after }) => `
      select key::text as key, to_jsonb(it) - 'key' as row from (${select(user)}) it
      where key::text > ${after} order by key::text limit ${exportPageSize}`,
  )
export type ExportStatement = ReturnType<typeof pageOf>

/** Statements by the name of their file. */
export const exportStatements = Object.entries(exports).map(([name, select]): [string, ExportStatement] => [
  name,
  pageOf(name, select),
])
