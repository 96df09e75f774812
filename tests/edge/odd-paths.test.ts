import { Agent, request } from 'node:http'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { returnPaths, spellings } from '../support/odd-paths.ts'
import { startWholeProduct, type WholeProduct } from '../support/whole-product.ts'

/** Sends malformed and unusual paths to the whole product, without normalising them in the client. */
let product: WholeProduct
const agent = new Agent({ keepAlive: true, maxSockets: 16 })
beforeAll(async () => {
  product = await startWholeProduct()
}, 240_000)
afterAll(async () => {
  agent.destroy()
  await product?.stop()
})

type Outcome = { status: number; location: string | null }
function get(path: string, headers: Record<string, string> = {}): Promise<Outcome> {
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

/** Where a browser ends: follows redirects as they are written, within the site. Targets of redirects are fetched once. */
async function follow(path: string): Promise<Outcome & { path: string }> {
  let at = path
  for (let step = 0; step < 5; step += 1) {
    const response = await (step === 0 ? get(at) : getOnce(at))
    if (response.location === null) return { ...response, path: at }
    const next = new URL(response.location, product.url)
    expect(next.origin, `${path} leads to ${response.location}`).toBe(product.url)
    at = next.pathname + next.search
  }
  throw new Error(`${path} redirects in a loop`)
}
const responses = new Map<string, Promise<Outcome>>()
function getOnce(path: string): Promise<Outcome> {
  const response = responses.get(path) ?? get(path)
  responses.set(path, response)
  return response
}

describe('other spellings of a guarded path', () => {
  it.each(['/settings/payouts', '/settings/account'])(
    '%s: end at the sign-in page or with a status of 4xx',
    { timeout: 240_000 },
    async (path) => {
      const guarded = await follow(path)
      expect(guarded).toMatchObject({ status: 200, path: `/login?redirect=${encodeURIComponent(path)}` })
      const all = [...new Set(spellings(path))].filter((written) => written.startsWith('/'))
      expect(all.length).toBeGreaterThanOrEqual(400)
      const wrong: string[] = []
      for (let at = 0; at < all.length; at += 12) {
        const some = await Promise.all(
          all.slice(at, at + 12).map(async (written) => ({ written, ...(await follow(written)) })),
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

  it('/api/profile: answer with a 4xx or redirect to the canonical spelling', { timeout: 120_000 }, async () => {
    const wrong: string[] = []
    const all = [...new Set(spellings('/api/profile'))].filter((written) => written.startsWith('/'))
    for (let at = 0; at < all.length; at += 12) {
      const some = all.slice(at, at + 12).map(async (written) => {
        const { status } = await get(written)
        if (status < 400 || status >= 500) if (status !== 308) wrong.push(`${written}: ${status}`)
      })
      await Promise.all(some)
    }
    expect(wrong).toEqual([])
  })

  it('get the same answer with forged internal headers', async () => {
    const forged = {
      'x-fanfare-edge': 'guess',
      'x-fanfare-address': '6.6.6.6',
      'x-original-url': '/about',
      'x-rewrite-url': '/about',
    }
    for (const path of ['/settings/payouts', '/settings/account'])
      expect(await get(path, { ...forged, 'x-forwarded-host': 'evil.test' })).toEqual(await get(path))
    expect((await get('/api/profile', forged)).status).toBe(401)
  })
})

describe('return paths', () => {
  const values = fc.sample(returnPaths(), { numRuns: 20_000, seed: 20_261_121 })

  it('never redirect off the site from the links of mails: 3,000 values', { timeout: 400_000 }, async () => {
    const wrong: string[] = []
    let redirects = 0
    for (let at = 0; at < 3_000; at += 16) {
      const some = values.slice(at, at + 16).map(async (value, offset) => {
        const query = `callbackURL=${encodeURIComponent(value.toWellFormed())}`
        const path =
          offset % 2 === 0 ? `/api/auth/verify-email?token=x&${query}` : `/api/auth/reset-password/x?${query}`
        const { status, location } = await get(path)
        if (status >= 500) wrong.push(`${JSON.stringify(value)}: ${status}`)
        if (location === null) return
        redirects += 1
        if (new URL(location, product.url).origin !== product.url) wrong.push(`${JSON.stringify(value)}: ${location}`)
      })
      await Promise.all(some)
    }
    expect(wrong).toEqual([])
    expect(redirects).toBeGreaterThan(100)
  })

  it('never redirect off the site when they are a path: 20,000 values', { timeout: 400_000 }, async () => {
    const wrong: string[] = []
    // Encoded as a browser would send it, so that the edge decides and not the HTTP client.
    const written = values.map(
      (value) => `/${value.toWellFormed().replaceAll(/[^\x21-\x7e]+|[?#]/g, encodeURIComponent)}`,
    )
    const unknown = written.filter((path) => !/^\/[\w.-]*$/.test(path))
    for (let at = 0; at < unknown.length; at += 16) {
      const some = unknown.slice(at, at + 16).map(async (path) => {
        const { status, location } = await get(path, { accept: 'application/json', 'user-agent': 'Googlebot/2.1' })
        if (status >= 500) wrong.push(`${path}: ${status}`)
        if (location !== null && new URL(location, product.url).origin !== product.url)
          wrong.push(`${path}: ${location}`)
      })
      await Promise.all(some)
    }
    expect(wrong).toEqual([])
  })
})
