import { afterAll, beforeAll, expect, it } from 'vitest'
import { composeApp, identityHooks } from '../../api/app.ts'
import { openUploads, type Uploads } from '../../api/features/uploads/server.ts'
import { closedPaths, createAuth } from '../../api/identity/auth.ts'
import { Readiness } from '../../api/platform/http/readiness.ts'
import { endpointInventory, type InventoryRow } from '../../tools/dev/inventory.ts'
import { otherRoutes } from '../../tools/dev/other-routes.ts'
import { type Actor, openTestApi, type TestApi } from '../support/api.ts'

/** `npm run routes` against what the API has mounted: every mounted route is listed, and every listed one mounted. */
let api: TestApi
let uploads: Uploads
let rows: InventoryRow[]

beforeAll(async () => {
  api = await openTestApi()
  uploads = openUploads(api.ctx)
  const readiness = new Readiness({ database: async () => true })
  api = { ...api, app: composeApp(api.ctx, { auth: createAuth(api.ctx, identityHooks(api.ctx)), uploads, readiness }) }
  rows = [...(await endpointInventory()), ...otherRoutes()]
})
afterAll(async () => {
  await api.close()
})

/** Mounted for every method, so the test below asks which of them answer. */
const catchAll = ['/api/auth/*', '/api/uploads', '/api/uploads/{}']
/** Not routes of Hono: the server takes the socket itself, and the GET route answers HEAD. */
const elsewhere = (row: InventoryRow) => row.path === '/ws' || (row.method === 'HEAD' && row.path.startsWith('/media'))
const bare = (path: string) => path.replaceAll(/\{\w+\}|:\w+/g, '{}')
const mounted = () => api.app.routes.filter(({ method, path }) => method !== 'ALL' || path !== '/*')

it('lists every mounted route', () => {
  const listed = new Set(rows.map(({ method, path }) => `${method} ${bare(path)}`))
  const unlisted = mounted()
    .map(({ method, path }) => ({ method, path: bare(path) }))
    .filter(({ method, path }) =>
      method === 'ALL' ? !catchAll.includes(path) : !isHead(method) && !listed.has(`${method} ${path}`),
    )
  expect(unlisted).toEqual([])
})
const isHead = (method: string) => method === 'HEAD'

it('mounts every listed route', () => {
  const real = new Set(mounted().map(({ method, path }) => `${method} ${bare(path)}`))
  const missing = rows
    .filter((row) => !elsewhere(row) && !catchAll.some((path) => bare(row.path).startsWith(path.replace('*', ''))))
    .map(({ method, path }) => `${method} ${bare(path)}`)
    .filter((name) => !real.has(name))
  expect(missing).toEqual([])
})

it('answers only the listed methods where every method is mounted', async () => {
  const ask = async (actor: Actor, method: string, path: string) => {
    const filled = path.replaceAll(/\{\w+\}/g, '01990000-0000-7000-8000-000000000000')
    const hasBody = method !== 'GET' && method !== 'HEAD'
    const answer = await api.app.request(`http://localhost${filled}`, {
      method,
      ...(hasBody ? { body: '{}' } : {}),
      headers: {
        cookie: actor.cookie,
        'tus-resumable': '1.0.0',
        ...(hasBody ? { 'content-type': 'application/json', 'content-length': '2' } : {}),
      },
    })
    return answer.status
  }
  const answering: string[] = []
  const identity = [...new Set(rows.filter(isIdentity).map(({ path }) => path))]
  const paths = [...identity, ...closedPaths.map((it) => `/api/auth${it}`), '/api/uploads', '/api/uploads/{id}']
  for (const path of paths) {
    const actor = await api.makeUser({ isCreator: true, priceCents: 0 })
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      const isListed = rows.some((row) => row.path === path && row.method === method)
      if (isListed) continue
      const status = await ask(actor, method, path)
      if (status !== 404 && status !== 405) answering.push(`${method} ${path}: ${status}`)
    }
  }
  expect(answering).toEqual([])
})
const isIdentity = ({ path }: InventoryRow) => path.startsWith('/api/auth/')

it('lists the access of every route, and the operator’s flags of every endpoint', () => {
  expect(rows.length).toBeGreaterThan(150)
  for (const row of rows) expect([row.path, row.access, row.acting].every((it) => it.length > 0)).toBe(true)
})
