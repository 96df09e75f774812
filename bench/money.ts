import { execFile, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { type HttpConnection, openHttpConnection } from './http-connection.ts'
import { createMarket, type Market } from './market.ts'
import { median, type Row } from './row.ts'

type MoneyBench = { apiUrl: string; databaseUrl: string; dataDir: string; postings?: number }

/**
 * (m) Purchases end to end over HTTP against bare `pgbench` of the three statements that a purchase cannot do without
 * (take the coins if they are there, write the entry, write the entitlement), on the same server in turns; and the p99
 * of a purchase with millions of postings against that with few.
 */
export async function moneyRows({ apiUrl, databaseUrl, dataDir, postings }: MoneyBench): Promise<Row[]> {
  const shop = openShop(apiUrl, await fillMarket(databaseUrl, dataDir))
  const bare = await openBare(databaseUrl)
  await buyFor(2, shop)
  const [ours, theirs]: [Run[], number[]] = [[], []]
  for (let round = 0; round < 3; round++) {
    theirs.push(await bare.run(5))
    ours.push(await buyFor(5, shop))
  }
  await bare.close()
  const rows: Row[] = [
    {
      name: 'm  purchases over HTTP',
      product: median(ours.map((run) => run.perSecond)),
      baseline: median(theirs),
      unit: '1/s',
      bound: { min: 0.35 },
    },
  ]
  if (postings !== undefined) {
    await fillLedger(databaseUrl, postings)
    await buyFor(2, shop)
    const times: number[] = []
    for (let round = 0; round < 3; round++) times.push((await buyFor(5, shop)).p99)
    rows.push({
      name: `m  p99 of a purchase with ${postings.toLocaleString('en')} postings`,
      product: median(times),
      baseline: median(ours.map((run) => run.p99)),
      unit: 'ms',
      bound: { max: 1.5 },
    })
  }
  shop.close()
  return rows
}

const clientCount = 16

async function fillMarket(databaseUrl: string, dataDir: string): Promise<Market> {
  const secret = readFileSync(join(dataDir, 'secret'), 'utf8').trim()
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const size = { fans: clientCount, creators: 20, posts: 4_000, cents: 100_000_000, priceCents: 500 }
  return createMarket((text, values) => client.query(text, values), secret, size).finally(() => client.end())
}

type Run = { perSecond: number; p99: number }
type Purchase = { cookie: string; mediaId: string }
type Shop = {
  /** A purchase that was not made yet; null when everything is sold. */
  next: () => Purchase | null
  buy: (client: number, purchase: Purchase) => Promise<void>
  close: () => void
}

/** Every fan buys every media once. */
function openShop(apiUrl: string, market: Market): Shop {
  const { hostname, port } = new URL(apiUrl)
  const connections = Array.from({ length: clientCount }, () => openHttpConnection(hostname, Number(port), 200))
  const body = JSON.stringify({ expected_price: market.price })
  let sold = 0
  return {
    next: () => {
      const index = sold++
      const fan = market.fans[index % market.fans.length]
      const mediaId = market.media[Math.floor(index / market.fans.length)]
      return fan && mediaId ? { cookie: fan.cookie, mediaId } : null
    },
    buy: (client, { cookie, mediaId }) =>
      (connections[client] as HttpConnection).send(
        `POST /api/media/${mediaId}/unlock HTTP/1.1\r\nhost: ${hostname}:${port}\r\ncookie: ${cookie}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
      ),
    close: () => {
      for (const connection of connections) connection.close()
    },
  }
}

async function buyFor(seconds: number, shop: Shop): Promise<Run> {
  const times: number[] = []
  const start = performance.now()
  const end = start + seconds * 1000
  await Promise.all(
    Array.from({ length: clientCount }, async (_, client) => {
      while (performance.now() < end) {
        const purchase = shop.next()
        if (purchase === null) throw new Error('everything is sold out')
        const sent = performance.now()
        await shop.buy(client, purchase)
        times.push(performance.now() - sent)
      }
    }),
  )
  times.sort((a, b) => a - b)
  return {
    perSecond: (times.length / (performance.now() - start)) * 1000,
    p99: times[Math.floor(times.length * 0.99)] ?? Number.NaN,
  }
}

/** Purchases on bare tables of the same shape, by `pgbench` where the machine has it, else by a loop over `pg`. */
async function openBare(
  databaseUrl: string,
): Promise<{ run: (seconds: number) => Promise<number>; close: () => Promise<void> }> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(`
    drop schema if exists bare cascade; create schema bare;
    create table bare.wallets (id int primary key, balance bigint not null check (balance >= 0));
    create table bare.entries (id bigint generated always as identity primary key, wallet int not null, cents bigint not null, at timestamptz not null default now());
    create table bare.entitlements (wallet int not null, media bigint not null, primary key (wallet, media));
    create sequence bare.media;
    insert into bare.wallets select n, 100000000000 from generate_series(1, ${clientCount}) n`)
  const folder = mkdtempSync(join(tmpdir(), 'fanfare-pgbench-'))
  const script = join(folder, 'purchase.sql')
  writeFileSync(script, threeStatements(`:client_id + 1`))
  const pgbench = findPgbench()
  return {
    run: (seconds) =>
      pgbench === null ? runLoop(databaseUrl, seconds) : runPgbench(pgbench, script, databaseUrl, seconds),
    close: async () => {
      rmSync(folder, { recursive: true, force: true })
      await client.query('drop schema bare cascade').finally(() => client.end())
    },
  }
}

const threeStatements = (wallet: string) => `begin;
update bare.wallets set balance = balance - 500 where id = ${wallet} and balance >= 500;
insert into bare.entries (wallet, cents) values (${wallet}, -500);
insert into bare.entitlements (wallet, media) values (${wallet}, nextval('bare.media'));
commit;
`

function findPgbench(): string | null {
  if (spawnSync('pgbench', ['--version']).status === 0) return 'pgbench'
  const home = '/usr/lib/postgresql'
  const versions = existsSync(home) ? readdirSync(home).sort((a, b) => Number(b) - Number(a)) : []
  return versions.map((version) => join(home, version, 'bin', 'pgbench')).find((program) => existsSync(program)) ?? null
}

async function runPgbench(pgbench: string, script: string, databaseUrl: string, seconds: number): Promise<number> {
  const options = ['--no-vacuum', '--protocol=prepared', `--client=${clientCount}`, '--jobs=2', `--time=${seconds}`]
  const { stdout } = await promisify(execFile)(pgbench, [...options, `--file=${script}`, databaseUrl])
  const tps = /tps = ([\d.]+)/.exec(stdout)?.[1]
  if (tps === undefined) throw new Error(`pgbench said:\n${stdout}`)
  return Number(tps)
}

async function runLoop(databaseUrl: string, seconds: number): Promise<number> {
  const end = performance.now() + seconds * 1000
  let done = 0
  await Promise.all(
    Array.from({ length: clientCount }, async (_, index) => {
      const client = new pg.Client({ connectionString: databaseUrl })
      await client.connect()
      const statements = threeStatements(String(index + 1))
        .trim()
        .split('\n')
      while (performance.now() < end) {
        for (const [number, text] of statements.entries()) await client.query({ name: `bare_${number}`, text })
        done++
      }
      await client.end()
    }),
  )
  return done / seconds
}

/** Writes so many postings of old transfers between a thousand wallets; sums and balances agree. */
async function fillLedger(databaseUrl: string, postings: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(`
      create temp table old_accounts as select gen_random_uuid() as id, gen_random_uuid() as owner_id, n from generate_series(0, 999) n;
      insert into ledger_accounts (id, owner_id, kind, balance_cents) select id, owner_id, 'wallet', 0 from old_accounts`)
    const chunk = 250_000
    for (let done = 0; done < postings / 2; done += chunk) {
      await client.query(
        `with made as (
           select gen_random_uuid() as id, n, now() - interval '60 days' + n * interval '1 millisecond' as at from generate_series($1::int, $1::int + $2::int - 1) n
         ), entries as (
           insert into ledger_entries (id, kind, created_at) select id, 'transfer', at from made
         )
         insert into ledger_postings (entry_id, account_id, amount_cents, balance_after_cents, created_at)
         select m.id, a.id, s.cents, s.after, m.at from made m
         cross join lateral (values (0, 1, 1), (1, -1, 0)) as s(turn, cents, after)
         join old_accounts a on a.n = (m.n + s.turn) % 1000`,
        [done, Math.min(chunk, postings / 2 - done)],
      )
    }
    await client.query('analyze ledger_postings; analyze ledger_entries')
  } finally {
    await client.end()
  }
}
