import pg from 'pg'
import { edgeHeaders } from '../contract/edge.ts'
import { startApiAlone } from './api-alone.ts'
import { holds, median, print, type Row } from './row.ts'
import { createPairs } from './users.ts'

/**
 * `npm run bench:search [creators]`: fans read their feeds while strangers from a hundred addresses send fifty searches
 * for nonsense a second, among 100,000 creators. The feed's p99 may be at most twice that of the same run without them;
 * both are measured in turns. Search's own limit stays on (docs/operations.md), everything else is unlimited.
 */
const creators = Number(process.argv[2] ?? 100_000)
const [turns, secondsPerTurn, feedsPerSecond, searchesPerSecond] = [3, 10, 20, 50]
const api = await startApiAlone({ RATE_LIMITS: 'default' })
let isWithinBounds = false
try {
  await createCreators()
  const fans = await createPairs(api.databaseUrl, api.dataDir, 50)
  const cookies = fans.flatMap(({ from, to }) => [from.cookie, to.cookie])
  await follow()
  await feedTimes(cookies, 5)
  const [quiet, searched]: [number[], number[]] = [[], []]
  const answers = new Map<number, number>()
  for (let turn = 0; turn < turns; turn++) {
    quiet.push(p99(await feedTimes(cookies, secondsPerTurn)))
    let isOver = false
    const searching = searchNonsense(() => isOver, answers)
    searched.push(p99(await feedTimes(cookies, secondsPerTurn)))
    isOver = true
    await searching
  }
  console.log(`searches: ${JSON.stringify(Object.fromEntries(answers))}`)
  const row: Row = {
    name: `s  feed p99 beside ${searchesPerSecond} searches/s, ${creators.toLocaleString('en')} creators`,
    product: median(searched),
    baseline: median(quiet),
    unit: ' ms',
    bound: { max: 2 },
  }
  print([row])
  isWithinBounds = holds(row)
} finally {
  await api.close()
}
process.exit(isWithinBounds ? 0 : 1)

async function createCreators(): Promise<void> {
  const client = new pg.Client({ connectionString: api.databaseUrl })
  await client.connect()
  await client.query(
    `insert into users (id, email, email_verified, username, display_name, bio, birthdate, referral_code, is_creator, price_cents)
     select gen_random_uuid(), 'c' || n || '@example.test', true, 'creator_' || substr(md5(n::text), 1, 12),
       initcap(substr(md5('a' || n), 1, 7)) || ' ' || initcap(substr(md5('b' || n), 1, 8)), repeat(md5('c' || n) || ' ', 3),
       '1990-01-01', 'r' || n, true, 500 from generate_series(1, $1::int) n`,
    [creators],
  )
  await client.query('vacuum analyze users')
  await client.end()
}

/** Every fan follows twenty creators, of whom each has three posts. */
async function follow(): Promise<void> {
  const client = new pg.Client({ connectionString: api.databaseUrl })
  await client.connect()
  await client.query(
    `with followed as (select id from users where is_creator order by id limit 200), fan as (select id from users where not is_creator)
     insert into follows (follower_id, user_id) select fan.id, f.id from fan cross join lateral (
       select id from followed order by md5(fan.id::text || followed.id::text) limit 20) f`,
  )
  await client.query(
    `insert into posts (id, author_id, text, visibility, published_at) select gen_random_uuid(), u.id, 'a post', 'public', now() - n * interval '1 hour'
     from (select distinct user_id as id from follows) u, generate_series(1, 3) n`,
  )
  await client.end()
}

/** How long each feed took, in ms; they are asked for at a fixed rate, whether others were answered or not. */
async function feedTimes(cookies: string[], seconds: number): Promise<number[]> {
  const times: number[] = []
  await atRate(feedsPerSecond, seconds * feedsPerSecond, async (count) => {
    const began = performance.now()
    const cookie = cookies[count % cookies.length] ?? ''
    const headers = { cookie, [edgeHeaders.address]: `198.51.100.${count % 100}` }
    const answer = await fetch(`${api.url}/api/feed`, { headers })
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`the feed: ${answer.status}`)
    times.push(performance.now() - began)
  })
  return times
}

async function searchNonsense(isOver: () => boolean, answers: Map<number, number>): Promise<void> {
  const search = async (count: number) => {
    if (isOver()) return
    const word = `${(count * 7_919).toString(36)}qxz${count.toString(36)}vwk`
    const headers = { [edgeHeaders.address]: `203.0.113.${count % 100}` }
    const answer = await fetch(`${api.url}/api/search?q=${word}`, { headers })
    await answer.arrayBuffer()
    answers.set(answer.status, (answers.get(answer.status) ?? 0) + 1)
  }
  await atRate(searchesPerSecond, secondsPerTurn * searchesPerSecond, search)
}

async function atRate(perSecond: number, total: number, work: (count: number) => Promise<void>): Promise<void> {
  const began = performance.now()
  const running: Promise<void>[] = []
  while (running.length < total) {
    const due = Math.min(total, ((performance.now() - began) / 1_000) * perSecond)
    while (running.length < due) running.push(work(running.length))
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  await Promise.all(running)
}

function p99(times: number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0
}
