import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allStatements } from '../../../tests/support/all-statements.ts'
import { openTestDatabase } from '../../../tests/support/api.ts'
import {
  type Catalog,
  checkRows,
  cursorProblems,
  declarationProblems,
  planningAsIfLarge,
  readCatalog,
  scanProblems,
} from '../../../tests/support/statement-checks.ts'
import { bool, int, orNull, type Statement, statement, statements, text, timestamptz, uuid } from './statement.ts'

/** Every statement of the program against the migrated database: what it takes, what it answers, which indexes it uses. */

/** Tables that grow with people, content and money. */
const large = new Set([
  'users',
  'accounts',
  'sessions',
  'follows',
  'blocks',
  'posts',
  'post_media',
  'post_likes',
  'bookmarks',
  'bookmark_lists',
  'comments',
  'albums',
  'album_posts',
  'media',
  'media_marks',
  'uploads',
  'messages',
  'message_media',
  'message_likes',
  'chat_sessions',
  'chat_members',
  'broadcast_recipients',
  'broadcast_figures',
  'notifications',
  'notification_marks',
  'push_subscriptions',
  'live_events',
  'mails',
  'subscriptions',
  'subscription_events',
  'subscription_days',
  'cohort_months',
  'sold_quarters',
  'sold_post_months',
  'gifts',
  'bundle_purchases',
  'purchases',
  'entitlements',
  'paid_requests',
  'topups',
  'ledger_accounts',
  'ledger_entries',
  'ledger_postings',
  'fan_spending',
  'fan_spending_days',
  'earnings_days',
  'creator_fans',
  'fan_list_members',
  'idempotency_keys',
  'profile_visits',
  'tracking_link_fans',
  'tracking_link_days',
  'agency_audit_entries',
  'staff_audit_entries',
])

let opened: Awaited<ReturnType<typeof openTestDatabase>>
let client: pg.PoolClient
let catalog: Catalog
let all: Statement[]

beforeAll(async () => {
  all = await allStatements()
  opened = await openTestDatabase({ empty: true })
  client = await (opened.database.db as unknown as { $client: pg.Pool }).$client.connect()
  catalog = await readCatalog(client, [...all, ...wrong])
  await client.query(planningAsIfLarge)
})
afterAll(async () => {
  client.release(true)
  await opened.drop()
})

it('every statement takes and answers what it declares', async () => {
  const problems: string[] = []
  for (const it of all) problems.push(...(await declarationProblems(client, catalog, it)))
  console.log(`${all.length} statements were compared with the database`)
  expect(problems).toEqual([])
})

it('no statement reads a large table whole without a reason', async () => {
  const { rows } = await client.query<{ relname: string }>(`select relname from pg_class where relkind = 'r'`)
  expect([...large].filter((table) => !rows.some((row) => row.relname === table))).toEqual([])
  const problems: string[] = []
  for (const it of all) problems.push(...(await scanProblems(client, catalog, it, large)))
  expect(problems).toEqual([])
})

it('every page begins at its cursor', () => {
  expect(all.flatMap(cursorProblems)).toEqual([])
})

const wrong = [
  statement('test_wrong_name', {}, { id: uuid, handle: text }, () => 'select id, username from users'),
  statement(
    'test_wrong_type',
    { id: text },
    { likes_count: text },
    (p) => `select likes_count from posts where text = ${p.id}`,
  ),
  statement(
    'test_wrong_null',
    {},
    { id: orNull(uuid), published_at: timestamptz },
    () => 'select id, published_at from posts',
  ),
  statement('test_wrong_table', {}, { one: int }, () => 'select 1 as one from nowhere'),
  statement('test_unused_parameter', { one: uuid, two: bool }, { x: bool }, ({ two }) => `select ${two} as x`),
  statement(
    'test_page',
    { after: orNull(uuid) },
    { id: uuid },
    (p) => `select id from posts where (${p.after} is null or id < ${p.after}) order by id desc limit 20`,
  ),
  statement('test_no_index', { text }, { id: uuid }, (p) => `select id from posts where text = ${p.text}`),
  statement(
    'test_with_index',
    { author: uuid },
    { id: uuid },
    (p) => `select id from follows f join posts p on p.author_id = f.user_id
    where f.follower_id = ${p.author} and p.deleted_at is null`,
  ),
]

describe('the check itself', () => {
  const problemsOf = async (name: string) => {
    const made = statements.get(name)
    return made === undefined ? [] : declarationProblems(client, catalog, made)
  }
  const scansOf = async (name: string) => {
    const made = statements.get(name)
    return made === undefined ? [] : scanProblems(client, catalog, made, large)
  }

  it('finds a column of another name', async () => {
    expect(await problemsOf('test_wrong_name')).toEqual([
      'test_wrong_name: answers no column handle',
      'test_wrong_name: answers username, which is not declared',
    ])
  })

  it('finds a column of another type', async () => {
    expect(await problemsOf('test_wrong_type')).toEqual(['test_wrong_type: column likes_count is int, not text'])
  })

  it('finds a column that is declared nullable and is not, and the other way round', async () => {
    expect(await problemsOf('test_wrong_null')).toEqual([
      'test_wrong_null: column id is never null, as posts.id is not',
      'test_wrong_null: column published_at may be null, as posts.published_at may be',
    ])
  })

  it('finds what the database does not know, and a parameter that is not used', async () => {
    expect(await problemsOf('test_wrong_table')).toEqual([expect.stringContaining('"nowhere" does not exist')])
    expect(await problemsOf('test_unused_parameter')).toEqual([expect.stringContaining('parameter $1')])
  })

  it('finds a missing index', async () => {
    expect(await scansOf('test_no_index')).toEqual(['test_no_index: reads the whole of posts'])
    expect(await scansOf('test_with_index')).toEqual([])
  })

  it('finds a page that reads those before it', () => {
    expect(wrong.flatMap((it) => cursorProblems(it as unknown as Statement))).toEqual([
      'test_page: reads the pages before its own, $1::uuid is null or id < $1',
    ])
  })

  it('finds a row that is not what was declared', () => {
    const { onRows, problems } = checkRows()
    const read = statement('test_wrong_row', {}, { id: uuid, n: int }, () => 'select id, null::int as n from users')
    onRows(read, [{ id: 'a', n: 1 }])
    expect(() => onRows(read, [{ id: 'a', n: null }])).toThrow('column n is declared int and was null')
    expect(problems).toHaveLength(1)
  })
})
