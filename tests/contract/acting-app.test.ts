import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { QueryClient } from '@tanstack/react-query'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { agencyGrants } from '../../api/platform/db/schema/agencies.ts'
import { albums } from '../../contract/albums.ts'
import { chat } from '../../contract/chat.ts'
import { posts } from '../../contract/posts.ts'
import type { Permissions } from '../../contract/profile.ts'
import { users } from '../../contract/users.ts'
import { profileQuery } from '../../src/queries/session.ts'
import { actAs, makeAgency } from '../support/agency.ts'
import { type Actor, openTestApi, type TestApi } from '../support/api.ts'
import { identityApp } from '../support/identity.ts'
import { callsOfPages, pages, serverFunctions } from './acting-app-matrix.ts'
import type { Row } from './acting-flags.ts'
import { expectedOutcome, flagSets, grants, held } from './oracle.ts'

/**
 * The app without its framework: server functions and loaders are the product's own, called as Start calls them on the
 * server, with the actor's cookie, against the API in this process.
 */
const server = vi.hoisted(() => ({
  headers: new Headers(),
  calls: [] as { name: string; status: number; text: string }[],
  running: [] as string[],
}))

vi.mock('cloudflare:workers', () => ({ env: { API_BASE_URL: 'http://localhost' } }))
vi.mock('@tanstack/react-start/server', () => ({
  getRequest: () => new Request('http://localhost', { headers: server.headers }),
  getRequestHeader: (name: string) => server.headers.get(name) ?? undefined,
  appendResponseHeader: () => undefined,
  setResponseStatus: () => undefined,
}))
vi.mock('@tanstack/react-start', () => {
  type Handler = (call: { data: unknown }) => unknown
  const build = (): unknown => ({
    // The API validates inputs again, so every input is passed on to it here.
    validator: build,
    handler: (handler: Handler) => (call?: { data?: unknown }) => handler({ data: call?.data ?? {} }),
  })
  const isomorphic = (): unknown => ({
    server: (work: unknown) => Object.assign(work as object, { client: () => work }),
    client: () => ({ server: (work: unknown) => work }),
  })
  return { createServerFn: build, createIsomorphicFn: isomorphic }
})

const nothing = '01890000-0000-7000-8000-00000000dead'
const root = fileURLToPath(new URL('../../src', import.meta.url))

let api: TestApi
let place: Awaited<ReturnType<typeof makeAgency>>
let browser: Actor
let fan: Actor
let postId: string
let albumId: string

beforeAll(async () => {
  api = await openTestApi()
  api = { ...api, app: identityApp(api.ctx, { levelMs: 0 }) }
  place = await makeAgency(api)
  browser = await actAs(api, place.operator, place.creator)
  fan = await api.makeUser()
  await api.call(fan, users.follow, { id: place.creator.id })
  await api.call(fan, chat.send, { receiver_id: place.creator.id, content: 'for the creator only' })
  postId = (await api.call(place.creator, posts.create, { text: 'open', visibility: 'public' })).data.id
  albumId = (await api.call(place.creator, albums.create, { name: 'open', post: postId })).data.id
  vi.stubGlobal('fetch', async (url: string | URL, init: RequestInit) => {
    const { href, pathname } = new URL(url)
    const answer = await api.app.request(href, { ...init, headers: withLength(init) })
    server.calls.push({ name: pathname, status: answer.status, text: await answer.clone().text() })
    return answer
  })
})
afterAll(async () => {
  vi.unstubAllGlobals()
  await api.close()
})

function withLength({ headers, body }: RequestInit): Headers {
  const all = new Headers(headers)
  if (typeof body === 'string') all.set('content-length', String(Buffer.byteLength(body)))
  return all
}

const setFlags = (permissions: Permissions) =>
  api.db
    .update(agencyGrants)
    .set({
      canChat: permissions.can_chat,
      canPayment: permissions.can_payment,
      canMedias: permissions.can_medias,
      canProfile: permissions.can_profile,
      canSocial: permissions.can_social,
      showInAnalytics: permissions.show_in_analytics,
    })
    .where(eq(agencyGrants.id, place.grantId))

/** From here on, this browser calls every server function; null is a visitor. */
function ask(actor: Actor | null): void {
  server.headers = new Headers(actor === null ? {} : { cookie: actor.cookie })
  server.calls = []
}

describe('server functions', () => {
  type Asked = (call: { data: Record<string, unknown> }) => Promise<unknown>
  const found = new Map<string, Asked>()
  beforeAll(async () => {
    for (const file of readdirSync(`${root}/server`).filter((it) => it.endsWith('.functions.ts'))) {
      const module: Record<string, unknown> = await import(`${root}/server/${file}`)
      for (const [name, it] of Object.entries(module))
        if (typeof it === 'function') found.set(`${file.replace('.functions.ts', '')} ${name}`, it as Asked)
    }
  })
  const table = new Map<string, Row | 'entry point'>(
    Object.entries(serverFunctions).flatMap(([file, rows]) =>
      Object.entries(rows).map(([name, row]) => [`${file} ${name}`, row] as const),
    ),
  )

  it('are exactly those of the table', () => {
    expect([...found.keys()].filter((name) => !table.has(name))).toEqual([])
    expect([...table.keys()].filter((name) => !found.has(name))).toEqual([])
  })

  it('answer 64 flag sets as the table says', { timeout: 900_000 }, async () => {
    const ids = new Proxy({} as Record<string, unknown>, { get: (_, name) => idOf(String(name)), has: () => true })
    const callAs = async (actor: Actor | null, name: string) => {
      ask(actor)
      // A path parameter belongs to no user; an allowed caller gets not_found, or invalid_input for the rest.
      await found.get(name)?.({ data: name === 'profile updateProfile' ? {} : pathIds(ids) })
      const [call, ...more] = server.calls
      if (call === undefined || more.length > 0) throw new Error(`${name} made ${server.calls.length} calls`)
      return { status: call.status, refusal: JSON.parse(call.text || '{}') as { error?: string; flag?: string } }
    }
    const wrong: string[] = []
    const asVisitor = new Map<string, number>()
    for (const name of found.keys())
      if (table.get(name) !== 'entry point') asVisitor.set(name, (await callAs(null, name)).status)
    for (const permissions of flagSets) {
      await setFlags(permissions)
      for (const name of found.keys()) {
        const row = table.get(name) ?? 'never'
        if (row === 'entry point') continue
        const verdict = expectedOutcome(row, permissions, await callAs(browser, name), asVisitor.get(name) ?? 0)
        if (verdict !== null) wrong.push(`${name} with ${held(permissions)}: ${verdict}`)
      }
    }
    expect(wrong.slice(0, 40)).toEqual([])
  })
})

describe('pages', () => {
  type Loader = (context: unknown) => Promise<unknown>
  type Options = { loader?: Loader; staticData?: { closedWhileActing?: true }; validateSearch?: unknown }
  const found = new Map<string, Options>()
  beforeAll(async () => {
    const files = readdirSync(`${root}/routes`, { recursive: true, encoding: 'utf8' }).filter(
      (it) => it.endsWith('.tsx') && it !== '__root.tsx',
    )
    for (const file of files) {
      const { Route }: { Route: { options: Options } } = await import(`${root}/routes/${file}`)
      found.set(idOfRoute(file), Route.options)
    }
  })

  it('are exactly those of the table', () => {
    expect([...found.keys()].filter((id) => !(id in pages))).toEqual([])
    expect(Object.keys(pages).filter((id) => !found.has(id))).toEqual([])
  })

  it('fetch nothing when no flag opens them', () => {
    for (const [id, page] of Object.entries(pages))
      expect([id, found.get(id)?.staticData?.closedWhileActing === true]).toEqual([id, page === 'never'])
  })

  it('fetch exactly what the flags open, for 64 flag sets', {
    timeout: 900_000,
  }, async () => {
    const wrong: string[] = []
    for (const permissions of flagSets) {
      await setFlags(permissions)
      for (const [id, page] of Object.entries(pages)) {
        const options = found.get(id)
        if (page === 'never' || options?.loader === undefined) continue
        const { fetched, html } = await load(options.loader, id.includes('/albums/') ? albumId : postId)
        const expected = Object.entries(page)
          .filter(([, needs]) => needs === 'public' || grants(permissions, needs))
          .map(([name]) => name)
        if (fetched.toSorted().join() !== expected.toSorted().join())
          wrong.push(
            `${id} with ${held(permissions)}: ${fetched.join() || 'nothing'} instead of ${expected.join() || 'nothing'}`,
          )
        // In any case, the fan's message is on no page without can_chat.
        if (!permissions.can_chat && html.includes('for the creator only')) wrong.push(`${id} tells the chat`)
      }
    }
    expect(wrong.slice(0, 40)).toEqual([])
  })

  /** Runs a loader as the operator; answers which server functions succeeded, and all data of the page. */
  async function load(loader: Loader, id: string): Promise<{ fetched: string[]; html: string }> {
    const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
    ask(browser)
    await queryClient.fetchQuery(profileQuery)
    server.calls = []
    const run = async () =>
      loader({
        context: { queryClient },
        params: { username: place.creator.username, id, type: 'bio', code: 'NONE-NONE' },
        deps: {
          tab: 'following',
          mode: 'creator',
          u: fan.username,
          q: 'a',
          type: 'creators',
          ticket: 'FR-NONE',
          filter: {},
          search: {},
        },
        location: { pathname: '/nowhere/at/all', searchStr: '' },
      })
    // Some redirect or find nothing; only what they fetched matters.
    await run().catch(() => undefined)
    // A report or a gift that does not exist is an answer too.
    const fetched = server.calls.filter(
      (it) => it.status === 200 || it.name.startsWith('/api/reports/') || it.name.startsWith('/api/gifts/'),
    )
    return {
      fetched: fetched.map((it) => nameOfCall(it.name)),
      html: JSON.stringify(
        queryClient
          .getQueryCache()
          .getAll()
          .map((it) => it.state.data),
      ),
    }
  }

  function nameOfCall(path: string): string {
    return callsOfPages.find(([pattern]) => pattern.test(path))?.[1] ?? path
  }
})

/** `settings/index.tsx` → `/settings/`, `@{$username}.edit.$type.tsx` → `/@{$username}/edit/$type`. */
function idOfRoute(file: string): string {
  const path = file
    .replace(/\.tsx$/, '')
    .replaceAll('.', '/')
    .replaceAll('\\', '/')
  return `/${path.replace(/(^|\/)index$/, '$1')}`
}

/** A value for any path parameter: an id of nothing, unless it is none. */
const idOf = (name: string): string => {
  if (name === 'username') return place.creator.username
  return name === 'language' ? 'en' : nothing
}
const pathIds = (ids: Record<string, unknown>) =>
  Object.fromEntries(
    [
      'id',
      'userId',
      'postId',
      'username',
      'targetId',
      'invitationId',
      'memberId',
      'creatorId',
      'grantId',
      'reviewId',
      'ticket',
      'code',
      'kind',
      'language',
    ].map((name) => [name, ids[name]]),
  )
