import type { Broadcast, LeftOut } from '../../contract/broadcast-shapes.ts'
import { ask } from '../database.ts'
import { atMost, type Row } from '../row.ts'
import type { People } from '../scale/people.ts'
import { createPairs } from '../users.ts'
import type { Ids } from './cases.ts'
import { p99, startChatting } from './chatting.ts'

type Api = { url: string; databaseUrl: string; dataDir: string }
const [calmMs, everyMs, longestMs] = [15_000, 20, 120_000]

/**
 * A broadcast of the star with a price to the smart list of everyone, through all rails, while others write to each other:
 * the time until the last copy is stored, and the p99 of their messages before and meanwhile.
 */
export async function measureBroadcast(api: Api, people: People, ids: Ids): Promise<Row[]> {
  const pairs = await createPairs(api.databaseUrl, api.dataDir, 2)
  const both = pairs.flatMap((it) => [it, { from: it.to, to: it.from }])
  const before = await startChatting(api.url, both, everyMs)
  await new Promise((resolve) => setTimeout(resolve, calmMs))
  await before.end()
  const meanwhile = await startChatting(api.url, both, everyMs)
  const { seconds, broadcast } = await sendToEveryone(api, people, ids).finally(meanwhile.end)
  const to = broadcast.sent.toLocaleString('en')
  console.log(
    `broadcast to ${to}; left out: ${toText(broadcast.left_out)}; ${before.times.length} messages before, ${meanwhile.times.length} meanwhile`,
  )
  return [
    atMost(10, `broadcast to ${to}, until the last copy is stored`, seconds, 's'),
    {
      name: 'p99 of messages of others meanwhile, of that before',
      product: p99(meanwhile.times),
      baseline: p99(before.times),
      unit: 'ms',
      bound: { max: 2 },
    },
  ]
}

/** Two texts that are compared, to the same list: the time until a tenth is drawn and has one of them. */
export async function measureCompared(api: Api, people: People, ids: Ids): Promise<Row[]> {
  const { seconds, broadcast } = await sendToEveryone(api, people, ids, {
    second_content: 'Good evening, {name}. New pictures!',
  })
  const { recipients, sent } = broadcast
  return [
    atMost(
      3,
      `two texts: ${sent.toLocaleString('en')} drawn of ${recipients?.toLocaleString('en')} and sent to`,
      seconds,
      's',
    ),
  ]
}

async function sendToEveryone(api: Api, people: People, ids: Ids, more: object = {}) {
  const { id, headers, began } = await sendBroadcast(api, people, ids, more)
  for (;;) {
    const read = await fetch(new URL(`/api/creator/broadcasts/${id}`, api.url), { headers })
    const broadcast = (await read.json()) as Broadcast
    const seconds = (performance.now() - began) / 1_000
    if (broadcast.status === 'sent' || broadcast.status === 'comparing') return { seconds, broadcast }
    if (seconds * 1_000 > longestMs) throw new Error(`the broadcast is ${broadcast.status} after ${seconds} s`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** Begins a broadcast of the star with a price to the smart list of everyone. */
export async function sendBroadcast(api: Api, people: People, ids: Ids, more: object = {}) {
  await settle(api)
  const headers = { cookie: people.cookies.get('star') ?? '', 'content-type': 'application/json' }
  const [media] = await ask<{ id: string }>(api.databaseUrl, soldOften, [ids.star])
  const body = {
    audience: 'list',
    list_id: ids.everyone,
    content: 'Good evening, {name}.',
    media_ids: [media?.id],
    price: 5,
    ...more,
  }
  const began = performance.now()
  const answer = await fetch(new URL('/api/creator/broadcast', api.url), {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  if (answer.status !== 201) throw new Error(`the broadcast: ${answer.status} ${await answer.text()}`)
  const { id } = (await answer.json()) as { id: string }
  console.log(`answered in ${(performance.now() - began).toFixed(0)} ms`)
  return { id, headers, began }
}

/** Media of a paid post that many own. */
const soldOften = `
  select m.id from media m join entitlements e on e.media_id = m.id where m.owner_id = $1
  group by m.id order by count(*) desc limit 1`

/** A broadcast of a run before is over for more than a week, so that no run leaves out more fans than the first. */
async function settle({ databaseUrl }: Api): Promise<void> {
  await ask(
    databaseUrl,
    `update broadcasts set send_at = send_at - interval '8 days', rest_at = null
     where sender_id = (select id from users where username = 'star') and created_at > now() - interval '7 days' and price_cents is not null`,
  )
}

const toText = (left: LeftOut | null) =>
  Object.entries(left ?? {})
    .map(([rail, count]) => `${rail} ${count.toLocaleString('en')}`)
    .join(', ')
