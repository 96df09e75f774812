import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openUploads, type Uploads } from '../../api/features/uploads/server.ts'
import { features } from '../../api/features.ts'
import { identityRoutes } from '../../api/identity/routes.ts'
import { readViewer } from '../../api/identity/viewer.ts'
import { agencyGrants } from '../../api/platform/db/schema/agencies.ts'
import { createApp } from '../../api/platform/http/create-app.ts'
import { mountRaw } from '../../api/platform/http/raw.ts'
import { filterByPermissions } from '../../api/platform/live/event-permissions.ts'
import { rawRoutes } from '../../api/raw-routes.ts'
import { acting } from '../../contract/acting.ts'
import { agencies } from '../../contract/agencies.ts'
import { type Endpoint, flags } from '../../contract/endpoint.ts'
import { liveEvents } from '../../contract/live.ts'
import { notificationTypes } from '../../contract/notifications.ts'
import type { Permissions } from '../../contract/profile.ts'
import { uploadPath } from '../../contract/uploads.ts'
import { actAs, makeAgency } from '../support/agency.ts'
import { type Actor, openTestApi, spread, type TestApi } from '../support/api.ts'
import { allRights } from '../support/rights.ts'
import { entryPoints } from './acting-matrix.ts'
import { events, parts } from './acting-parts.ts'
import { expectedOutcome, flagSets, grants, held } from './oracle.ts'

type EntryPoint = Pick<Endpoint, 'method' | 'path'>
const nameOf = (endpoint: EntryPoint) => `${endpoint.method} ${endpoint.path}`

describe('the rights of operators', () => {
  let api: TestApi
  let endpoints: Map<string, EntryPoint>
  let uploads: Uploads
  let browser: Actor
  let place: Awaited<ReturnType<typeof makeAgency>>

  beforeAll(async () => {
    api = await openTestApi()
    endpoints = await everyEndpoint()
    place = await makeAgency(api)
    browser = await actAs(api, place.operator, place.creator)
    // The routes outside the features: better-auth, binary bodies, uploads.
    const raw = rawRoutes(api.ctx)
    uploads = openUploads(api.ctx)
    for (const entryPoint of [...raw, { method: 'POST', path: uploadPath } as const])
      endpoints.set(nameOf(entryPoint), entryPoint)
    const app = createApp(api.ctx, readViewer, [...identityRoutes(api.ctx), ...features(api.ctx)], (app) => {
      mountRaw(app, api.ctx, readViewer, raw)
      uploads.mount(app)
    })
    api = { ...api, app: app }
  })
  afterAll(async () => {
    await api.close()
  })

  /** A call with nil ids and no body: an allowed caller gets 400 or 404, and nothing changes. */
  async function callEndpoint(actor: Actor | null, endpoint: EntryPoint, input: Record<string, unknown> = {}) {
    const ids = Object.fromEntries(
      [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [
        name,
        name === 'username' ? place.creator.username : nilId,
      ]),
    )
    const { path, body, query } = spread(endpoint as Endpoint, { ...ids, ...input })
    const text = JSON.stringify(body)
    const init =
      endpoint.method === 'GET'
        ? {}
        : { body: text, headers: { 'content-type': 'application/json', 'content-length': String(text.length) } }
    const headers = new Headers({
      ...('headers' in init ? init.headers : {}),
      ...(actor === null ? {} : { cookie: actor.cookie }),
    })
    const answer = await api.app.request(`http://localhost${path}${query}`, {
      ...init,
      method: endpoint.method,
      headers,
    })
    const answerBody = (await answer.json().catch(() => ({}))) as { error?: string; flag?: string; request_id?: string }
    const { request_id: _, ...refusal } = answerBody
    return { status: answer.status, refusal }
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

  it('cover every endpoint of the contract, and no other', () => {
    expect([...endpoints.keys()].filter((name) => !(name in entryPoints))).toEqual([])
    expect(Object.keys(entryPoints).filter((name) => !endpoints.has(name))).toEqual([])
  })

  it('answer every endpoint as the table says, for 64 flag sets', { timeout: 300_000 }, async () => {
    const wrong: string[] = []
    const asVisitor = new Map<string, number>()
    for (const [name, endpoint] of endpoints) asVisitor.set(name, (await callEndpoint(null, endpoint)).status)
    for (const permissions of flagSets) {
      await setFlags(permissions)
      for (const [name, endpoint] of endpoints) {
        if (endpoint === acting.stop) continue
        const answer = await callEndpoint(browser, endpoint)
        const verdict = expectedOutcome(entryPoints[name] ?? 'never', permissions, answer, asVisitor.get(name) ?? 0)
        if (verdict !== null) wrong.push(`${name} with ${held(permissions)}: ${verdict}`)
      }
      for (const { entryPoint: name, input, needs } of parts) {
        const endpoint = endpoints.get(name)
        if (endpoint === undefined) throw new Error(`no entry point ${name}`)
        const verdict = expectedOutcome(needs, permissions, await callEndpoint(browser, endpoint, input), 0)
        if (verdict !== null) wrong.push(`${name} ${JSON.stringify(input)} with ${held(permissions)}: ${verdict}`)
      }
    }
    expect(wrong.slice(0, 40)).toEqual([])
    await setFlags(allRights)
  })

  it('treat an operator without flags as neither the target nor more than a visitor', async () => {
    const none = flagSets[0] ?? allRights
    await setFlags(none)
    for (const [name, row] of Object.entries(entryPoints)) {
      const endpoint = endpoints.get(name)
      if (
        endpoint === undefined ||
        endpoint === acting.stop ||
        Array.isArray(row) ||
        row === 'never' ||
        row.visitorWithout.length === 0
      )
        continue
      expect(await callEndpoint(browser, endpoint), name).toEqual(await callEndpoint(null, endpoint))
    }
    await setFlags(allRights)
  })

  it('send every socket event as the table says, for 64 flag sets', () => {
    const kinds: Record<string, readonly string[]> = {
      new_notification: Object.keys(notificationTypes),
      calendar_changed: liveEvents.calendar_changed.entries.kind.options,
    }
    const eventNames = Object.keys(liveEvents).flatMap(
      (type) => kinds[type]?.map((kind) => `${type} ${kind}`) ?? [type],
    )
    expect(eventNames.filter((name) => !(name in events))).toEqual([])
    expect(Object.keys(events).filter((name) => !eventNames.includes(name))).toEqual([])
    const wrong: string[] = []
    for (const permissions of flagSets) {
      for (const [name, needs] of Object.entries(events)) {
        const [type = '', kind] = name.split(' ')
        const message = { id: nilId, tip: 5 }
        const sent = filterByPermissions({ id: nilId, userId: nilId, type, payload: { kind, message } }, permissions)
        if ((sent !== null) !== (needs !== 'never' && grants(permissions, needs)))
          wrong.push(`${name} with ${held(permissions)}`)
        const tip = (sent?.payload.message as { tip: number | null } | undefined)?.tip ?? null
        if (tip !== null && !permissions.can_payment) wrong.push(`${name} has an amount with ${held(permissions)}`)
      }
      // An unknown event is sent to no operator.
      for (const unknownEvent of [
        { type: 'new_thing', kind: undefined },
        { type: 'new_notification', kind: undefined },
        { type: 'new_notification', kind: '__proto__' },
      ]) {
        if (
          filterByPermissions(
            { id: nilId, userId: nilId, type: unknownEvent.type, payload: { kind: unknownEvent.kind } },
            permissions,
          ) !== null
        )
          wrong.push(unknownEvent.type)
      }
    }
    expect(wrong).toEqual([])
  })

  it('grant only with true: flags as text, numbers and lists are refused', async () => {
    for (const flag of flags) {
      for (const value of ['true', 1, [true], {}, null, 'on']) {
        const permissions = { ...allRights, [flag]: value } as never
        const calls = [
          api.call(place.owner, agencies.putGrant, { ...place.place, permissions }),
          api.call(place.creator, agencies.setCeiling, { id: place.linkId, ceiling: permissions }),
        ]
        for (const answer of await Promise.all(calls))
          expect(answer.status, `${flag}: ${JSON.stringify(value)}`).toBe(400)
      }
    }
  })
})

const nilId = '01890000-0000-7000-8000-00000000dead'

/** Every endpoint of every file of the contract. */
async function everyEndpoint(): Promise<Map<string, EntryPoint>> {
  const folder = fileURLToPath(new URL('../../contract', import.meta.url))
  const found = new Map<string, EntryPoint>()
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))) {
    const exported: Record<string, unknown> = await import(`${folder}/${file}`)
    for (const it of Object.values(exported).flatMap((value) =>
      typeof value === 'object' && value !== null ? Object.values(value) : [],
    )) {
      if (isEndpoint(it)) found.set(nameOf(it), it)
    }
  }
  return found
}

const isEndpoint = (it: unknown): it is Endpoint =>
  typeof it === 'object' && it !== null && 'method' in it && 'path' in it && 'access' in it && 'input' in it
