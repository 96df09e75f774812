import { Agent, request } from 'node:http'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { returnPaths, spellings } from '../support/odd-paths.ts'
import { startWholeProduct, type WholeProduct } from '../support/whole-product.ts'

/** The whole product, asked with paths that nobody should write. Nothing is tidied up on the way. */
let product: WholeProduct
const agent = new Agent({ keepAlive: true, maxSockets: 16 })
beforeAll(async () => {
  product = await startWholeProduct()
}, 240_000)
afterAll(async () => {
  agent.destroy()
  await product?.stop()
})

type Said = { status: number; location: string | null }
function ask(path: string, headers: Record<string, string> = {}): Promise<Said> {
  return new Promise((resolve, reject) => {
    const { port, host } = new URL(product.url)
    const sent = request({ agent, host: '127.0.0.1', port, path, headers: { host, ...headers } }, (answer) => {
      answer.resume()
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, location: answer.headers.location ?? null }))
    })
    sent.on('error', reject)
    sent.end()
  })
}

/** What a browser ends at: redirects are followed as they are written, within the site. Where many lead is asked once. */
async function endOf(path: string): Promise<Said & { path: string }> {
  let at = path
  for (let step = 0; step < 5; step += 1) {
    const said = await (step === 0 ? ask(at) : askOnce(at))
    if (said.location === null) return { ...said, path: at }
    const next = new URL(said.location, product.url)
    expect(next.origin, `${path} leads to ${said.location}`).toBe(product.url)
    at = next.pathname + next.search
  }
  throw new Error(`${path} goes round in circles`)
}
const asked = new Map<string, Promise<Said>>()
function askOnce(path: string): Promise<Said> {
  const said = asked.get(path) ?? ask(path)
  asked.set(path, said)
  return said
}

describe('a guarded path, however it is written', () => {
  it.each(['/settings/payouts', '/settings/account'])(
    '%s: the guard’s answer or none',
    { timeout: 240_000 },
    async (path) => {
      const guarded = await endOf(path)
      expect(guarded).toMatchObject({ status: 200, path: `/login?redirect=${encodeURIComponent(path)}` })
      const all = [...new Set(spellings(path))].filter((written) => written.startsWith('/'))
      expect(all.length).toBeGreaterThanOrEqual(400)
      const wrong: string[] = []
      for (let at = 0; at < all.length; at += 12) {
        const some = await Promise.all(
          all.slice(at, at + 12).map(async (written) => ({ written, ...(await endOf(written)) })),
        )
        for (const it of some) {
          const isTheAnswer = it.status === 200 && it.path === guarded.path
          if (!isTheAnswer && (it.status < 400 || it.status >= 500))
            wrong.push(`${it.written}: ${it.status} at ${it.path}`)
        }
      }
      expect(wrong).toEqual([])
    },
  )

  it('/api/profile: 401 or none', { timeout: 120_000 }, async () => {
    const wrong: string[] = []
    const all = [...new Set(spellings('/api/profile'))].filter((written) => written.startsWith('/'))
    for (let at = 0; at < all.length; at += 12) {
      const some = all.slice(at, at + 12).map(async (written) => {
        const { status } = await ask(written)
        if (status < 400 || status >= 500) if (status !== 308) wrong.push(`${written}: ${status}`)
      })
      await Promise.all(some)
    }
    expect(wrong).toEqual([])
  })

  it('with headers that only we may say, as without them', async () => {
    const lies = {
      'x-fanfare-edge': 'guess',
      'x-fanfare-address': '6.6.6.6',
      'x-original-url': '/about',
      'x-rewrite-url': '/about',
    }
    for (const path of ['/settings/payouts', '/settings/account'])
      expect(await ask(path, { ...lies, 'x-forwarded-host': 'evil.test' })).toEqual(await ask(path))
    expect((await ask('/api/profile', lies)).status).toBe(401)
  })
})

describe('return paths', () => {
  const values = fc.sample(returnPaths(), { numRuns: 20_000, seed: 20_261_121 })

  it('three thousand of them: none leads off the site from the links of our mails', { timeout: 400_000 }, async () => {
    const wrong: string[] = []
    let led = 0
    for (let at = 0; at < 3_000; at += 16) {
      const some = values.slice(at, at + 16).map(async (value, offset) => {
        const query = `callbackURL=${encodeURIComponent(value.toWellFormed())}`
        const path =
          offset % 2 === 0 ? `/api/auth/verify-email?token=x&${query}` : `/api/auth/reset-password/x?${query}`
        const { status, location } = await ask(path)
        if (status >= 500) wrong.push(`${JSON.stringify(value)}: ${status}`)
        if (location === null) return
        led += 1
        if (new URL(location, product.url).origin !== product.url) wrong.push(`${JSON.stringify(value)}: ${location}`)
      })
      await Promise.all(some)
    }
    expect(wrong).toEqual([])
    expect(led).toBeGreaterThan(100)
  })

  it('20,000 of them: none leads off the site as a path', { timeout: 400_000 }, async () => {
    const wrong: string[] = []
    // What a browser would send of it, so that the door and not the client decides.
    const written = values.map(
      (value) => `/${value.toWellFormed().replaceAll(/[^\x21-\x7e]+|[?#]/g, encodeURIComponent)}`,
    )
    const unknown = written.filter((path) => !/^\/[\w.-]*$/.test(path))
    for (let at = 0; at < unknown.length; at += 16) {
      const some = unknown.slice(at, at + 16).map(async (path) => {
        const { status, location } = await ask(path, { accept: 'application/json', 'user-agent': 'Googlebot/2.1' })
        if (status >= 500) wrong.push(`${path}: ${status}`)
        if (location !== null && new URL(location, product.url).origin !== product.url)
          wrong.push(`${path}: ${location}`)
      })
      await Promise.all(some)
    }
    expect(wrong).toEqual([])
  })
})
