import { Hono } from 'hono'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Vars } from '../../api/platform/http/implement.ts'
import { operations } from '../../api/platform/http/operations.ts'
import { Readiness } from '../../api/platform/http/readiness.ts'
import { edgeHeaders } from '../../contract/edge.ts'
import { users } from '../../contract/users.ts'
import type { Actor, TestApi } from '../support/api.ts'
import { openIdentityApi } from '../support/identity.ts'
import { type Listening, listen } from '../support/sockets.ts'

let api: TestApi
let live: Listening
let alice: Actor
const proof = 'the secret of the edge'
beforeAll(async () => {
  api = await openIdentityApi({
    NODE_ENV: 'production',
    SECRET: 's'.repeat(32),
    EDGE_SECRET: proof,
    // The database is the test's own.
    DATABASE_URL: 'postgres://none',
    HUMAN_CHECK: 'altcha',
    RATE_LIMITS: 'default',
  })
  live = await listen(api)
  alice = await api.makeUser({ isCreator: true })
})
afterAll(async () => {
  await live.close()
  await api.close()
})

it.each([
  ['nothing', {}, 404],
  ['a guess', { [edgeHeaders.proof]: 'the secret of the edgf' }, 404],
  ['a guess of as many letters and more bytes', { [edgeHeaders.proof]: 'thé secret of thé édge' }, 404],
  ['the proof of the edge', { [edgeHeaders.proof]: proof }, 200],
])('in production a call with %s gets through or is not found', async (_, headers, status) => {
  const answer = await api.app.request(`http://localhost/api/users/${alice.username}`, { headers })
  expect(answer.status).toBe(status)
})

it('in production sockets need the proof of the edge as well', async () => {
  await expect(live.connect(alice)).rejects.toMatchObject({ status: 404 })
  const socket = await live.connect(alice, { [edgeHeaders.proof]: proof })
  socket.close()
})

it('calls of the tests pass as through the edge', async () => {
  expect((await api.call(alice, users.get, { username: alice.username })).status).toBe(200)
})

const metrics = async (env: Record<string, unknown>, authorization?: string) => {
  const app = new Hono<Vars>()
  operations(app, { ...api.ctx, env: { ...api.ctx.env, ...env } }, new Readiness({ database: async () => true }))
  return (await app.request('/metrics', { headers: { ...(authorization && { authorization }) } })).status
}

it('measurements are shown to who has the token, and without one in development only', async () => {
  expect(await metrics({ production: true })).toBe(404)
  expect(await metrics({ production: false })).toBe(200)
  const METRICS_TOKEN = 'the token of the meter'
  for (const production of [true, false]) {
    expect(await metrics({ production, METRICS_TOKEN })).toBe(404)
    expect(await metrics({ production, METRICS_TOKEN }, 'Bearer something else')).toBe(404)
    expect(await metrics({ production, METRICS_TOKEN }, `Bearer ${METRICS_TOKEN}`)).toBe(200)
  }
})
