import { createServer, type Server } from 'node:http'
import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { humanCheckAction } from '../../contract/limits.ts'
import { openTestApi, type TestApi } from '../../tests/support/api.ts'
import { freePort } from '../../tests/support/ports.ts'
import { humanChecks } from '../platform/db/schema/identity.ts'
import { readEnv } from '../platform/env.ts'
import { isHuman, makeChallenge } from './human-check.ts'

const inBase64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64')

describe('the proof of work', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await openTestApi({ env: { HUMAN_CHECK: 'altcha' } })
  })
  afterAll(() => api.close())
  const ask = (token: string | null) => isHuman(api.ctx, token, '10.0.0.1')
  const solve = async (secret = api.ctx.env.SECRET) => {
    const challenge: Challenge = await makeChallenge(secret)
    return { challenge, solution: await solveChallenge({ challenge, deriveKey }) }
  }

  it('accepts a solution once, also when it is sent ten times at once', async () => {
    const token = inBase64(await solve())
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask(token)))
    expect(answers.filter(Boolean)).toHaveLength(1)
    expect(await ask(token)).toBe(false)
  })

  it('forgets used solutions that have expired, and none that could be sent again', async () => {
    const expired = 'a used solution of an hour ago'
    await api.db.insert(humanChecks).values({ signature: expired, expiresAt: new Date(Date.now() - 3_600_000) })
    const token = inBase64(await solve())
    // One check of a hundred looks for what has expired.
    const chance = vi.spyOn(Math, 'random').mockReturnValue(0)
    expect([await ask(token), await ask(token)]).toEqual([true, false])
    chance.mockRestore()
    expect(await api.db.$count(humanChecks, eq(humanChecks.signature, expired))).toBe(0)
  })

  it('refuses a missing, malformed, foreign, altered or expired solution', async () => {
    for (const token of [
      null,
      '',
      'off',
      'null',
      'x'.repeat(6_000),
      inBase64({}),
      inBase64({ challenge: {}, solution: {} }),
    ])
      expect(await ask(token)).toBe(false)
    expect(await ask(inBase64(await solve('the secret of another house, long enough')))).toBe(false)
    const solved = await solve()
    const unsolved = { ...solved, solution: { ...solved.solution, derivedKey: '00'.repeat(32) } }
    expect(await ask(inBase64(unsolved))).toBe(false)
    const { parameters } = solved.challenge
    const cheaper = { ...solved.challenge, parameters: { ...parameters, cost: 1 } }
    expect(await ask(inBase64({ ...solved, challenge: cheaper }))).toBe(false)
    const longer = { ...solved.challenge, parameters: { ...parameters, expiresAt: Date.now() / 1000 + 9_999 } }
    expect(await ask(inBase64({ ...solved, challenge: longer }))).toBe(false)
    expect(await ask(inBase64(solved))).toBe(true)
  })
})

/** What Cloudflare says of a token that our widget made. */
const verdict = (change: object) =>
  JSON.stringify({ success: true, hostname: 'localhost', action: humanCheckAction, ...change })

describe('Turnstile', () => {
  let api: TestApi
  let server: Server
  let asked: Record<string, string>[] = []
  /** The next answer of Cloudflare. */
  let answer: { status: number; body: string } | 'silence'
  beforeAll(async () => {
    const port = await freePort()
    server = createServer((request, response) => {
      let text = ''
      request.on('data', (chunk: Buffer) => {
        text += chunk
      })
      request.on('end', () => {
        asked.push({ path: request.url ?? '', ...Object.fromEntries(new URLSearchParams(text)) })
        if (answer === 'silence') return
        response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body)
      })
    })
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    const keys = { TURNSTILE_SITE_KEY: 'site', TURNSTILE_SECRET_KEY: 'secret' }
    api = await openTestApi({ env: { HUMAN_CHECK: '', TURNSTILE_ORIGIN: `http://127.0.0.1:${port}`, ...keys } })
  })
  afterAll(async () => {
    server.closeAllConnections()
    server.close()
    await api.close()
  })

  it('is active where its keys are set, and needs both', () => {
    expect(api.ctx.env.HUMAN_CHECK).toBe('turnstile')
    expect(() => readEnv({ DATA_DIR: api.ctx.env.DATA_DIR, TURNSTILE_SITE_KEY: 'site' })).toThrow('both of its keys')
    expect(() => readEnv({ DATA_DIR: api.ctx.env.DATA_DIR, HUMAN_CHECK: 'turnstile' })).toThrow('both of its keys')
  })

  it('sends secret and address to Cloudflare, and accepts a token once', async () => {
    answer = { status: 200, body: verdict({}) }
    asked = []
    expect(await isHuman(api.ctx, 'a token', '10.0.0.7')).toBe(true)
    expect(asked).toEqual([
      { path: '/turnstile/v0/siteverify', secret: 'secret', response: 'a token', remoteip: '10.0.0.7' },
    ])
    expect(await isHuman(api.ctx, 'a token', '10.0.0.7')).toBe(false)
  })

  it('refuses on every answer but success, and without an answer', { timeout: 20_000 }, async () => {
    for (const response of [
      { status: 200, body: verdict({ success: false }) },
      { status: 200, body: '{"success":false,"error-codes":["timeout-or-duplicate"]}' },
      { status: 200, body: '{"success":"true"}' },
      { status: 200, body: '' },
      { status: 500, body: verdict({}) },
      { status: 200, body: '{"success":true}' },
      { status: 200, body: verdict({ hostname: 'evil.example' }) },
      { status: 200, body: verdict({ hostname: 'fanfare.example.evil.test' }) },
      { status: 200, body: verdict({ action: 'another form' }) },
      { status: 404, body: 'not here' },
      'silence' as const,
    ]) {
      answer = response
      expect(await isHuman(api.ctx, `token ${JSON.stringify(response)}`, '10.0.0.7')).toBe(false)
    }
    asked = []
    expect(await isHuman(api.ctx, '', '10.0.0.7')).toBe(false)
    expect(await isHuman(api.ctx, null, '10.0.0.7')).toBe(false)
    expect(asked).toEqual([])
  })
})
