import { Agent } from 'node:http'
import type { Broadcast } from '../contract/broadcast-shapes.ts'
import { callApi } from './chat-client.ts'
import { type ChatBench, withClient } from './chat-sockets.ts'
import type { Row } from './row.ts'
import { createPairs } from './users.ts'

const followers = 100_000

/** A broadcast to 100,000 followers through the API, against one bare INSERT … SELECT per table of the same rows. */
export async function broadcastRows(bench: ChatBench): Promise<Row[]> {
  const [pair] = await createPairs(bench.databaseUrl, bench.dataDir, 1)
  if (pair === undefined) return []
  const alice = pair.from
  await withClient(bench, async (client) => {
    await client.query('update users set is_creator = true, price_cents = 999 where id = $1', [alice.id])
    await client.query(
      `insert into users (id, email, email_verified, username, birthdate, referral_code)
       select gen_random_uuid(), 'f' || n || '@example.test', true, 'fan_' || n, '1990-01-01', 'fan_' || n from generate_series(1, ${followers}) n`,
    )
    await client.query(
      `insert into follows (follower_id, user_id) select id, $1 from users where username like 'fan\\_%'`,
      [alice.id],
    )
    await client.query('analyze users')
    await client.query('analyze follows')
  })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const start = performance.now()
  const begun = await callApi(
    agent,
    'POST',
    `${bench.api}/api/creator/broadcast`,
    alice.cookie,
    JSON.stringify({ audience: 'followers', content: 'Good evening, all of you.' }),
  )
  const answered = performance.now() - start
  if (begun.status !== 201)
    throw new Error(`the broadcast was answered with ${begun.status} ${JSON.stringify(begun.body)}`)
  const { id } = begun.body as Broadcast
  let steps = 0
  let last = -1
  for (let isDone = false; !isDone; ) {
    await new Promise((resolve) => setTimeout(resolve, 100))
    const { body } = await callApi(agent, 'GET', `${bench.api}/api/creator/broadcasts/${id}`, alice.cookie)
    const { status, sent } = body as Broadcast
    if (sent !== last) steps += 1
    last = sent
    isDone = status === 'sent'
    if (performance.now() - start > 120_000) throw new Error('the broadcast did not end')
  }
  const took = (performance.now() - start) / 1000
  agent.destroy()
  console.log(`answered in ${answered.toFixed(0)} ms, progress moved ${steps} times, stored in ${took.toFixed(1)} s`)
  const bare = await copyRows(bench, id)
  return [
    {
      name: 'broadcast to 100,000, answer of the composer',
      product: answered,
      baseline: 1_000,
      unit: 'ms',
      bound: { max: 1 },
    },
    { name: 'broadcast to 100,000, stored', product: took, baseline: 10, unit: 's', bound: { max: 1 } },
    {
      name: 'broadcast to 100,000, against bare inserts',
      product: took,
      baseline: bare,
      unit: 's',
      bound: { max: 2.5 },
    },
  ]
}

/** The same rows into tables of the same shape, keys and indexes. */
async function copyRows(bench: ChatBench, id: string): Promise<number> {
  const ofBroadcast = `session_id in (select session_id from messages where broadcast_id = '${id}')`
  const tables = {
    chat_sessions: `id in (select session_id from messages where broadcast_id = '${id}')`,
    messages: `broadcast_id = '${id}'`,
    chat_members: ofBroadcast,
    live_events: `type = 'new_broadcast'`,
    broadcast_recipients: `broadcast_id = '${id}'`,
  }
  return withClient(bench, async (client) => {
    for (const table of Object.keys(tables)) {
      await client.query(`create table baseline_${table} (like ${table} including all)`)
      const { rows } = await client.query<{ def: string }>(
        `select pg_get_constraintdef(oid) as def from pg_constraint where conrelid = $1::regclass and contype = 'f'`,
        [table],
      )
      for (const { def } of rows)
        await client.query(
          `alter table baseline_${table} add ${def.replace('REFERENCES chat_sessions(', 'REFERENCES baseline_chat_sessions(').replace('REFERENCES messages(', 'REFERENCES baseline_messages(')}`,
        )
    }
    const start = performance.now()
    for (const [table, where] of Object.entries(tables))
      await client.query(`insert into baseline_${table} select * from ${table} where ${where}`)
    return (performance.now() - start) / 1000
  })
}
