import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { type Database, openPglite, openPostgres } from '../api/platform/db/db.ts'
import { checkLedger } from '../api/features/wallet/ledger-check.ts'
import { readEnv } from '../api/platform/env.ts'
import { freePort } from '../tests/support/ports.ts'
import { cents } from './chaos-call.ts'
import { leashed } from './chaos-children.ts'
import { ownPostgres } from './chaos-postgres.ts'
import type { Belief, Common } from './chaos-belief.ts'
import { work } from './chaos-worker.ts'
import { type Ask, type Fan, makeMarket, type Market, signIn } from './money-people.ts'

/**
 * `npm run chaos:money [operations] [seed]`: the storm of `safety §P1`. 64 workers buy, tip, subscribe, give and accept
 * gifts, have things made and top up through two API processes on a PostgreSQL of their own while the processes and the
 * database are killed (-9) and answers are cut; then the same in one process on the embedded store. It ends by holding
 * every public balance of fans and creators, every library, gift and request against what was acknowledged, and the
 * ledger against its promises, to the cent.
 */
const operations = Number(process.argv[2] ?? 100_000)
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000)
const workers = 64
const startCents = 200_000
console.log(
  `seed ${seed}: ${operations} operations of ${workers} workers on PostgreSQL, ${Math.ceil(operations / 10)} on the embedded store`,
)
let failures = 0
failures += await run('PostgreSQL', operations, true)
failures += await run('the embedded store', Math.ceil(operations / 10), false)
process.exit(failures === 0 ? 0 : 1)

async function run(name: string, count: number, onServer: boolean): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'fanfare-chaos-'))
  const dataDir = join(folder, 'data')
  mkdirSync(dataDir, { mode: 0o700 })
  const postgres = onServer ? await ownPostgres(folder, await freePort()) : null
  const open = () =>
    postgres === null ? openPglite(join(dataDir, 'postgres')) : openPostgres(postgres.url, 4, 1_800_000)
  const secret = readEnv({ DATA_DIR: dataDir }).SECRET
  const { market, creators } = await stock(await open(), secret)
  const nodes = await Promise.all(
    Array.from({ length: onServer ? 2 : 1 }, async () => node(dataDir, await freePort(), postgres?.url)),
  )
  await Promise.all(nodes.map((it) => it.start()))
  const beliefs = market.fans.map(
    (fan): Belief => ({ fan, coins: startCents, owned: new Map(), requests: [], acknowledged: 0, retried: 0 }),
  )
  const common: Common = { creators, gifts: [], earned: new Map() }
  const random = dice(seed)
  let done = 0
  let kills = 0
  let isOver = false
  const began = performance.now()
  const storm = Promise.all(
    beliefs.map((belief) =>
      work(belief, common, market, {
        urls: () => nodes.map((it) => it.url),
        isOver: () => isOver || done >= count,
        done: () => void done++,
        random,
      }),
    ),
  ).finally(() => {
    isOver = true
  })
  const hand = (async () => {
    while (!isOver) {
      await pause(4_000 + random() * 4_000, () => isOver)
      if (isOver) return
      kills++
      if (postgres !== null && random() < 0.4) {
        await postgres.kill()
        await postgres.start()
      } else {
        const victim = nodes[Math.floor(random() * nodes.length)]
        await victim?.kill()
        await victim?.start()
      }
    }
  })()
  try {
    await storm
    await hand
    const seconds = (performance.now() - began) / 1000
    const retried = beliefs.reduce((all, it) => all + it.retried, 0)
    console.log(
      `${name}: ${done} acknowledged in ${seconds.toFixed(0)} s (${(done / seconds).toFixed(0)}/s), ${kills} kills, ${retried} asked again`,
    )
    const wrong = await compare(nodes[0]?.url ?? '', beliefs, common)
    await Promise.all(nodes.map((it) => it.stop()))
    const database = await open()
    wrong.push(...(await checkLedger(database.db)))
    await database.close()
    for (const line of wrong) console.error(`${name}: ${line}`)
    if (wrong.length === 0)
      console.log(`${name}: every balance, library, gift and request and the ledger agree to the cent`)
    return wrong.length
  } finally {
    isOver = true
    await hand.catch(() => undefined)
    await Promise.all(nodes.map((it) => it.stop()))
    await postgres?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function stock(database: Database, secret: string): Promise<{ market: Market; creators: Fan[] }> {
  const { $client } = database.db as unknown as { $client: pg.Pool }
  const ask: Ask = (text, values) => $client.query(text, values)
  const market = await makeMarket(ask, secret, {
    fans: workers,
    creators: 5,
    posts: 300,
    cents: startCents,
    priceCents: 700,
  })
  const creators = await Promise.all(market.creators.map((id) => signIn(ask, secret, id)))
  const fans = market.fans.map((it) => it.id)
  await ask(`insert into request_settings (user_id, min_cents) select *, 100 from unnest($1::uuid[])`, [
    market.creators,
  ])
  // Only who follows may write.
  await ask(`insert into follows (follower_id, user_id) select f, c from unnest($1::uuid[]) f, unnest($2::uuid[]) c`, [
    fans,
    market.creators,
  ])
  await database.close()
  return { market, creators }
}

/** One API process that can be killed and started again. */
function node(dataDir: string, port: number, databaseUrl: string | undefined) {
  let child: ChildProcess | null = null
  const url = `http://127.0.0.1:${port}`
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    DATA_DIR: dataDir,
    API_PORT: String(port),
    DEMO: '0',
    RATE_LIMITS: 'off',
    HUMAN_CHECK: 'off',
    DATABASE_URL: databaseUrl ?? '',
  }
  const end = (signal: 'SIGKILL' | 'SIGTERM') => {
    const it = child
    if (it === null || it.exitCode !== null || it.signalCode !== null) return Promise.resolve()
    const ended = new Promise<void>((resolve) => it.once('exit', () => resolve()))
    it.kill(signal)
    return ended
  }
  const start = async () => {
    for (let tried = 0; tried < 60; tried++) {
      const it = leashed(spawn(process.execPath, ['api/main.ts'], { env, stdio: ['ignore', 'ignore', 'ignore'] }))
      child = it
      while (it.exitCode === null) {
        if ((await fetch(`${url}/readyz`).catch(() => null))?.ok) return
        await pause(100, () => false)
      }
      // Its lock may still be fresh, or the database on its way back.
      await pause(500, () => false)
    }
    throw new Error('the API does not start')
  }
  return { url, start, kill: () => end('SIGKILL'), stop: () => end('SIGTERM') }
}

/** What the public calls say against what was acknowledged. */
async function compare(url: string, beliefs: Belief[], common: Common): Promise<string[]> {
  const wrong: string[] = []
  const hold = (what: string, said: unknown, believed: unknown) => {
    if (said !== believed) wrong.push(`${what}: ${said} instead of ${believed}`)
  }
  const read = async <T>(who: Fan, path: string) =>
    (await fetch(url + path, { headers: { cookie: who.cookie } })).json() as Promise<T>
  const readAll = async <T>(who: Fan, path: string) => {
    const all: T[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: { data: T[]; next: string | null } = await read(
        who,
        `${path}?limit=100${cursor && `&cursor=${cursor}`}`,
      )
      all.push(...page.data)
      cursor = page.next
    }
    return all
  }
  for (const { fan, coins, owned, requests } of beliefs) {
    hold(`cents of ${fan.id}`, cents((await read<{ coins: number }>(fan, '/api/wallet')).coins), coins)
    const unlocked = await readAll<{ media: { id: string }; price_paid: number }>(fan, '/api/unlocked')
    const library = new Map(unlocked.map((it) => [it.media.id, cents(it.price_paid)]))
    hold(`media of ${fan.id}`, library.size, owned.size)
    for (const [id, paid] of owned) hold(`what ${fan.id} paid for ${id}`, library.get(id), paid)
    const gifts = new Map((await readAll<State>(fan, '/api/gifts')).map((it) => [it.id, it.state]))
    const given = common.gifts.filter((it) => it.giverId === fan.id)
    hold(`gifts of ${fan.id}`, gifts.size, given.length)
    for (const gift of given) hold(`the gift ${gift.id}`, gifts.get(gift.id), gift.state)
    for (const creator of common.creators) {
      // They are answered up to the hundredth.
      const said = (await read<{ data: State[] }>(fan, `/api/chat/requests/${creator.id}`)).data
      const asked = requests.filter((it) => it.creatorId === creator.id)
      hold(`requests of ${fan.id} to ${creator.id}`, said.length, Math.min(100, asked.length))
      for (const { id, state } of said) hold(`the request ${id}`, state, asked.find((it) => it.id === id)?.state)
    }
  }
  for (const creator of common.creators) {
    const { pending, available } = await read<{ pending: number; available: number }>(creator, '/api/creator/earnings')
    hold(`earnings of ${creator.id}`, cents(pending) + cents(available), common.earned.get(creator.id) ?? 0)
  }
  return wrong
}
type State = { id: string; state: string }

async function pause(ms: number, isOver: () => boolean): Promise<void> {
  const end = performance.now() + ms
  while (performance.now() < end && !isOver()) await new Promise((resolve) => setTimeout(resolve, Math.min(100, ms)))
}

/** mulberry32: the same seed gives the same dice. */
function dice(from: number): () => number {
  let state = from >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
