import { globSync, readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { join } from 'node:path'
import type { Browser, BrowserContext } from '@playwright/test'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeVisits } from '../../api/features/analytics/visits.ts'
import { endpointInventory, type InventoryRow } from '../../tools/dev/inventory.ts'
import { otherRoutes } from '../../tools/dev/other-routes.ts'
import { dist } from '../../tools/release/build.ts'
import { type Fixtures, fixturesOfOthers, makeFixtures } from '../contract/fixtures.ts'
import type { Actor } from '../support/api.ts'
import { attack, everyForm, startAttacker, type Target } from '../support/attacker.ts'
import { startBrowser } from '../support/browser.ts'
import { freePort } from '../support/ports.ts'
import { startWholeProduct, type WholeProduct } from '../support/whole-product.ts'

let product: WholeProduct
let world: Fixtures
let browser: Browser
let site: Server
let sitePort: number
let rows: InventoryRow[]

const victims = (): Record<string, Actor> => ({
  fan: world.fan,
  creator: world.creator,
  staff: world.staff,
  owner: world.agency.owner,
  represented: world.agency.creator,
})

/**
 * A page of an attacker, open in a browser in which the victim is signed in, calls every entry point of the inventory.
 * From another site the browser sends no cookies along, from another port of the same host it sends all of them. No row
 * of the database may change. Each of the two has its own test file, because they take long and can run in parallel.
 */
export function tryEveryEntryPoint(name: string, host: string): void {
  beforeAll(async () => {
    product = await startWholeProduct()
    world = await makeFixtures(product.api)
    browser = await startBrowser()
    sitePort = await freePort()
    site = await startAttacker(sitePort)
    rows = [...(await endpointInventory()), ...otherRoutes()].filter(({ path }) => path !== '/ws')
  }, 240_000)
  afterAll(async () => {
    await browser?.close()
    site?.close()
    await product?.stop()
  })

  describe(`a page on ${name}`, () => {
    it('changes no row through any entry point', { timeout: 300_000 }, async () => {
      const before = await digest()
      product.arrivals.length = 0
      let read = 0
      for (const [name, victim] of Object.entries(victims())) {
        const context = await signedIn(victim)
        const page = await context.newPage()
        await page.goto(`http://${host}:${sitePort}/`)
        const targets = rows.filter((row) => victimOf(row) === name).map(targetOf)
        if (name === 'fan') targets.push(...serverFunctions(), ...targetsOnApiPort(rows))
        for (let at = 0; at < targets.length; at += 24)
          read += (await Promise.all(targets.slice(at, at + 24).map((it) => page.evaluate(attack, it)))).reduce(
            (a, b) => a + b,
          )
        await context.close()
      }
      const [after, unsafe] = [await digest(), rows.filter(isUnsafe)]
      expect(after).toEqual(before)
      expect(read).toBe(0)
      // The attack arrived at every unsafe entry point, with the victim's cookie where the browser sends it along.
      const posted = product.arrivals.filter(({ method }) => method === 'POST')
      const arrived = new Set(posted.map(({ path }) => path))
      expect(unsafe.map((row) => new URL(targetOf(row).url).pathname).filter((path) => !arrived.has(path))).toEqual([])
      expect(posted.some(({ hasCookie }) => hasCookie)).toBe(host === 'localhost')
      const passed = posted.filter(({ status, path }) => status < 400 && path !== '/api/auth/callback/apple')
      expect(passed).toEqual([])
    })

    it('opens no socket', async () => {
      const context = await signedIn(world.fan)
      const page = await context.newPage()
      await page.goto(`http://${host}:${sitePort}/`)
      expect(await page.evaluate(openSocket, product.url)).toBe('refused')
      expect(await page.evaluate(openSocket, product.apiUrl.replace('127.0.0.1', 'localhost'))).toBe('refused')
      await context.close()
    })
  })

  it('changes rows and opens a socket from a page of the product itself, so the attack is able to', async () => {
    const context = await signedIn(world.fan)
    const page = await context.newPage()
    await page.goto(`${product.url}/about`)
    const before = await digest()
    const read = await page.evaluate(attack, {
      url: `${product.url}/api/profile`,
      method: 'PATCH',
      body: { bio: 'Changed' },
      forms: [],
    })
    expect(read).toBeGreaterThan(0)
    expect(await digest()).not.toEqual(before)
    expect(await page.evaluate(openSocket, product.url)).toBe('open')
    await context.close()
  })
}

/** Row count and hash of every table but one: in `jobs.version` pg-boss stamps the time of its own passes once a minute. */
async function digest(): Promise<Record<string, string>> {
  // Visits of profiles are collected for five seconds: those of before are not the attack's.
  await writeVisits(product.api.ctx)
  const tables = await product.api.db.execute<{ name: string }>(
    sql`select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema') and (schemaname, tablename) <> ('jobs', 'version')`,
  )
  const found: Record<string, string> = {}
  for (const { name } of tables.rows) {
    const { rows: got } = await product.api.db.execute<{ it: string }>(
      sql.raw(
        `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as it from ${name} t`,
      ),
    )
    found[name] = got[0]?.it ?? ''
  }
  return found
}

/** A browser with the victim's session, in a cookie like the one that signing in sets. */
async function signedIn(actor: Actor): Promise<BrowserContext> {
  const context = await browser.newContext()
  const [name = '', value = ''] = actor.cookie.split('=')
  await context.addCookies([{ name, value, domain: 'localhost', path: '/', httpOnly: true, sameSite: 'Lax' }])
  return context
}

const isUnsafe = ({ method }: InventoryRow) => !['GET', 'HEAD', 'OPTIONS'].includes(method)

/** The user whose rights open this entry point. */
function victimOf({ access, path }: InventoryRow): string {
  if (access === 'staff') return 'staff'
  if (/^\/api\/(?:agencies|invitations)/.test(path)) return 'owner'
  if (/^\/api\/agency-/.test(path)) return 'represented'
  return access === 'creator' || /posts|private-medias|chat\/messages\/\{id\}/.test(path) ? 'creator' : 'fan'
}

/** The entry point with the ids of existing rows, and a body that their owner could send. */
function targetOf(row: InventoryRow): Target {
  const fixture = fixturesOfOthers[`${row.method} ${row.path}`]?.(world)
  const known: Record<string, string> = {
    ...{
      username: world.creator.username,
      userId: world.creator.id,
      targetId: world.agency.creator.id,
      id: world.creator.id,
    },
    ...{ creatorId: world.creator.id, kind: 'avatar', token: 'x', ticket: 'FR-NONE', variant: 'full', code: 'x' },
    ...fixture?.fill,
  }
  if (row.path.startsWith('/api/auth/callback')) known.id = row.method === 'POST' ? 'apple' : 'google'
  const path = row.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => known[name] ?? world.creator.id)
  return { url: product.url + path, method: row.method, body: { ...anyBody(), ...fixture?.body }, forms: everyForm }
}

/** Fields that many endpoints accept, with valid values. */
const anyBody = (): Record<string, unknown> => ({
  ...{ bio: 'Hacked', text: 'Hacked', content: 'Hacked', receiver_id: world.creator.id, price: 4.99, amount: 5 },
  ...{ email: 'evil@example.test', username: 'hacked_by_evil', new_password: 'hacked-by-evil', this_too: true },
  ...{
    visibility: 'public',
    audience: 'all',
    name: 'Evil',
    kind: 'member',
    reason: 'because',
    password: 'hacked-by-evil',
  },
})

/** The server functions by the names in the built scripts. They share one route, so each is tried with one encoding in turn. */
function serverFunctions(): Target[] {
  const scripts = globSync('client/assets/*.js', { cwd: dist }).map((file) => readFileSync(join(dist, file), 'utf8'))
  const names = new Set(scripts.flatMap((text) => text.match(/\b[0-9a-f]{64}\b/g) ?? []))
  expect(names.size).toBeGreaterThan(100)
  return [...names].map((name, at) => ({
    url: `${product.url}/_serverFn/${name}`,
    method: 'POST',
    body: { data: anyBody() },
    forms: everyForm.slice(at % 3, (at % 3) + 1),
  }))
}

/** The API's own port, to which the browser sends the cookies of the host too: 20 endpoints, as all pass the same check. */
const targetsOnApiPort = (all: InventoryRow[]): Target[] =>
  all
    .filter((row) => isUnsafe(row) && victimOf(row) === 'fan')
    .slice(0, 20)
    .map((row) => ({
      ...targetOf(row),
      url: targetOf(row).url.replace(product.url, product.apiUrl.replace('127.0.0.1', 'localhost')),
    }))

function openSocket(url: string): Promise<'open' | 'refused'> {
  return new Promise((resolve) => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`)
    socket.addEventListener('open', () => {
      socket.close()
      resolve('open')
    })
    socket.addEventListener('error', () => resolve('refused'))
  })
}
