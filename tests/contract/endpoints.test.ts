import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { identityRoutes } from '../../api/auth/routes.ts'
import { features } from '../../api/features.ts'
import { createApp } from '../../api/http/app.ts'
import type { Route } from '../../api/http/implement.ts'
import { mountRaw } from '../../api/http/raw.ts'
import { rawRoutes } from '../../api/raw-routes.ts'
import type { Access, Endpoint, Flag } from '../../contract/endpoint.ts'
import { only, actAs, makeAgency } from '../support/agency.ts'
import { type Actor, openTestApi, type TestApi } from '../support/api.ts'
import { openThings, type World, makeWorld, theirThings } from './things.ts'

type Door = { name: string; method: string; path: string; access: Access; endpoint: Endpoint | null }
let api: TestApi
let doors: Door[]
let world: World

beforeAll(async () => {
  api = await openTestApi()
  const routes: Route[] = [...identityRoutes(api.on), ...features(api.on)]
  const raw = rawRoutes(api.on)
  api = { ...api, app: createApp(api.on, routes, (app) => mountRaw(app, api.on, raw)) }
  doors = [
    ...routes.map(({ endpoint }) => ({
      name: `${endpoint.method} ${endpoint.path}`,
      method: endpoint.method,
      path: endpoint.path,
      access: endpoint.access,
      endpoint,
    })),
    ...raw.map(({ method, path, access }) => ({ name: `${method} ${path}`, method, path, access, endpoint: null })),
  ]
  world = await makeWorld(api)
})
afterAll(() => api.close())

const sound = { id: randomUUID(), username: 'nobody_here', kind: 'document', ticket: 'FR-NONE' }
const pathOf = (door: Door, fill: Record<string, string> = {}) =>
  door.path.replaceAll(
    /\{(\w+)\}/g,
    (_, name: string) => fill[name] ?? (sound as Record<string, string>)[name] ?? randomUUID(),
  )

/** What a connection would announce. */
const lengthOf = (body: BodyInit | null): number =>
  typeof body === 'string' ? Buffer.byteLength(body) : body instanceof Uint8Array ? body.byteLength : 0

const parametersOf = (door: Door): string[] => [...door.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')

async function ask(
  actor: Actor | null,
  door: Door,
  path: string,
  body: BodyInit | null = '{}',
  type = 'application/json',
  headers: Record<string, string> = {},
) {
  const hasBody = door.method !== 'GET'
  const answer = await api.app.request(`http://localhost${path}`, {
    method: door.method,
    ...(hasBody ? { body } : {}),
    headers: {
      ...(hasBody ? { 'content-type': type, 'content-length': String(lengthOf(body)) } : {}),
      ...(actor ? { cookie: actor.cookie } : {}),
      'idempotency-key': randomUUID(),
      ...headers,
    },
  })
  const text = await answer.text()
  return { status: answer.status, error: errorOf(text), text: text.replaceAll(/"request_id":"[^"]*"/g, '') }
}

function errorOf(text: string): string | null {
  try {
    return (JSON.parse(text) as { error?: string }).error ?? null
  } catch {
    return null
  }
}

/** Asks every door that `which` picks and lists those that did not answer as expected. */
async function every(which: (door: Door) => boolean, check: (door: Door) => Promise<string | null>): Promise<void> {
  const wrong: string[] = []
  for (const door of doors.filter(which)) {
    const found = await check(door)
    if (found !== null) wrong.push(`${door.name}: ${found}`)
  }
  expect(wrong).toEqual([])
}

const refuses =
  (actor: () => Promise<Actor | null> | Actor | null, status: number, error: string) => async (door: Door) => {
    const answer = await ask(await actor(), door, pathOf(door))
    return answer.status === status && answer.error === error ? null : `${answer.status} ${answer.error}`
  }

describe('who may pass', () => {
  it('signed out: 401 wherever visitors are not let in', () =>
    every(
      (door) => door.access.who !== 'anyone',
      refuses(() => null, 401, 'unauthorised'),
    ))

  it('with a cookie that we did not sign: 401 as well', () =>
    every(
      (door) => door.access.who !== 'anyone',
      refuses(() => ({ ...world.fan, cookie: `${world.fan.cookie.slice(0, -6)}AAAA%3D` }), 401, 'unauthorised'),
    ))

  it('not onboarded: onboarding_required', () =>
    every(
      (door) => door.access.onboarded,
      refuses(
        () => api.makeUser({ username: null, birthdate: null, role: 'staff', isCreator: true }),
        403,
        'onboarding_required',
      ),
    ))

  it('address not verified: email_verification_required', () =>
    every(
      (door) => door.access.verified,
      refuses(
        () => api.makeUser({ emailVerified: false, role: 'staff', isCreator: true }),
        403,
        'email_verification_required',
      ),
    ))

  it('a fan at the doors of creators: not_creator', () =>
    every(
      (door) => door.access.who === 'creator',
      refuses(() => world.fan, 403, 'not_creator'),
    ))

  it('anybody else at the doors of staff: not_staff', () =>
    every(
      (door) => door.access.who === 'staff',
      refuses(() => world.creator, 403, 'not_staff'),
    ))

  it('an operator without a flag: permission_denied, and a visitor where visitors may be', async () => {
    const agency = await makeAgency(api, only())
    const browser = await actAs(api, agency.operator, agency.creator)
    await every(
      (door) =>
        door.access.who !== 'staff' &&
        door.access.acting !== 'any' &&
        (door.access.acting === 'never' || door.access.acting.length > 0),
      async (door) => {
        if (door.access.who === 'anyone') return null
        const answer = await ask(browser, door, pathOf(door))
        const flags: string[] =
          door.access.acting === 'never' ? ['owner'] : [...(door.access.acting as readonly Flag[])]
        const told = (JSON.parse(answer.text.replace(/,\}$/, '}')) as { flag?: string }).flag ?? ''
        return answer.error === 'permission_denied' && flags.includes(told)
          ? null
          : `${answer.status} ${answer.error} ${told}`
      },
    )
  })
})

describe('what may be said', () => {
  const takesJson = (door: Door) => door.endpoint !== null && door.method !== 'GET'
  const fullActor = (door: Door) =>
    door.access.who === 'staff' ? world.staff : door.access.who === 'creator' ? world.creator : world.fan

  it('an input that lacks what is needed: 400 with the fields', () =>
    every(
      (door) =>
        door.endpoint !== null &&
        !v.safeParse(door.endpoint.input, Object.fromEntries(parametersOf(door).map((name) => [name, randomUUID()])))
          .success,
      async (door) => {
        const answer = await ask(fullActor(door), door, pathOf(door))
        return answer.status === 400 && answer.text.includes('"fields"') ? null : `${answer.status} ${answer.error}`
      },
    ))

  it('malformed JSON, an array, a string: 400', () =>
    every(takesJson, async (door) => {
      for (const body of ['{"a":', '[]', '"x"', 'null', '{"a":1}}', '\u0000']) {
        const { status } = await ask(fullActor(door), door, pathOf(door), body)
        if (status !== 400) return `${status} for ${JSON.stringify(body)}`
      }
      return null
    }))

  it('bytes that are no text: 4xx', () =>
    every(takesJson, async (door) => {
      const { status } = await ask(
        fullActor(door),
        door,
        pathOf(door),
        new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
      )
      return status >= 500 ? String(status) : null
    }))

  it('another content type than JSON: 415, so that no form of another site can pose as a call', () =>
    every(takesJson, async (door) => {
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
        const { status } = await ask(fullActor(door), door, pathOf(door), '{"a":1}', type)
        if (status !== 415) return `${status} for ${type}`
      }
      return null
    }))

  it('a huge body: 413 by what it announces', () =>
    every(takesJson, async (door) => {
      const { status } = await ask(fullActor(door), door, pathOf(door), '{}', 'application/json', {
        'content-length': '900000000',
      })
      return status === 413 ? null : String(status)
    }))

  it('a call from a page of somebody else: blocked_origin', () =>
    every(
      (door) => door.method !== 'GET',
      async (door) => {
        const answer = await ask(fullActor(door), door, pathOf(door), '{}', 'application/json', {
          origin: 'https://evil.example',
        })
        return answer.error === 'blocked_origin' ? null : `${answer.status} ${answer.error}`
      },
    ))

  it('an image, a script or a call of a page of somebody else: blocked_origin, but a link there leads in', () =>
    every(
      (door) => door.method === 'GET',
      async (door) => {
        const from = (site: string, mode: string, dest: string) =>
          ask(null, door, pathOf(door), null, '', {
            'sec-fetch-site': site,
            'sec-fetch-mode': mode,
            'sec-fetch-dest': dest,
          })
        for (const site of ['cross-site', 'same-site']) {
          for (const [mode, dest] of [
            ['no-cors', 'image'],
            ['cors', 'empty'],
            ['navigate', 'iframe'],
          ] as const) {
            const answer = await from(site, mode, dest)
            if (answer.error !== 'blocked_origin') return `${answer.status} ${answer.error} for ${site} ${dest}`
          }
          if ((await from(site, 'navigate', 'document')).error === 'blocked_origin') return 'a link was blocked'
        }
        return (await from('same-origin', 'cors', 'empty')).error === 'blocked_origin'
          ? 'our own page was blocked'
          : null
      },
    ))

  it(
    'naughty values in every field and parameter: never 5xx',
    () =>
      every(
        (door) => door.endpoint !== null && !spends(door),
        async (door) => {
          const actor = await spare(door)
          const names = fieldsOf(door.endpoint as Endpoint)
          for (const value of naughty) {
            const body = JSON.stringify(Object.fromEntries(names.map((name) => [name, value])))
            const query =
              typeof value === 'string' && value.isWellFormed()
                ? names.map((name) => `${name}=${encodeURIComponent(value)}`).join('&')
                : ''
            const { status, text } = await ask(
              actor,
              door,
              `${pathOf(door)}${door.method === 'GET' && query ? `?${query}` : ''}`,
              body,
            )
            if (status >= 500) return `${status} for ${JSON.stringify(value).slice(0, 60)}: ${text.slice(0, 120)}`
          }
          for (const value of ['-1', '0', '..', '%00', '%', "1'--", 'ｆｕｌｌ', '9'.repeat(300)]) {
            const path = door.path.replaceAll(/\{\w+\}/g, encodeURIComponent(value))
            if (path === door.path) break
            const { status } = await ask(actor, door, path)
            if (status >= 500) return `${status} for the parameter ${value.slice(0, 20)}`
          }
          return null
        },
      ),
    120_000,
  )

  /** Someone whom nobody needs afterwards: what a naughty value changes is theirs. */
  const spare = (door: Door) =>
    api.makeUser({
      role: door.access.who === 'staff' ? 'staff' : 'user',
      ...(door.access.who === 'creator' ? { isCreator: true, priceCents: 0 } : {}),
    })
  const spends = (door: Door) => door.path === '/api/staff/ledger-check'
})

describe('whose things they are', () => {
  it('every parameter of a path is known as open or as somebody’s', () => {
    const known = new Set([...Object.keys(theirThings), ...openThings])
    const paths = [
      ...new Set(
        doors.filter((door) => door.path.includes('{') && door.access.who !== 'staff').map((door) => door.name),
      ),
    ]
    expect(paths.filter((name) => !known.has(name))).toEqual([])
  })

  it('a stranger’s thing is answered exactly as a missing one', async () => {
    await every(
      (door) => door.name in theirThings,
      async (door) => {
        const { fill, body, by } = theirThings[door.name]?.(world) ?? { fill: {} }
        const actor = by ?? (door.access.who === 'creator' ? world.otherCreator : world.stranger)
        const missing = Object.fromEntries(Object.keys(fill).map((name) => [name, randomUUID()]))
        const [theirs, none] = [
          await ask(actor, door, pathOf(door, fill), JSON.stringify(body ?? {})),
          await ask(actor, door, pathOf(door, missing), JSON.stringify(body ?? {})),
        ]
        if (theirs.status !== 404) return `${theirs.status} ${theirs.error} for a stranger’s`
        return theirs.text === none.text ? null : `${theirs.text.slice(0, 100)} is not ${none.text.slice(0, 100)}`
      },
    )
  })
})

function fieldsOf(endpoint: Endpoint): string[] {
  const entries = (endpoint.input as unknown as { entries?: Record<string, unknown> }).entries ?? {}
  return Object.keys(entries).filter((name) => !endpoint.path.includes(`{${name}}`))
}

const naughty: unknown[] = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  '../../etc/passwd',
  "'; drop table users; --",
  '<script>alert(1)</script>',
  '{{7*7}}',
  '＜script＞',
  '%00%0a',
  '\u202egnp.exe',
  '𝒜'.repeat(100),
  'a'.repeat(20_000),
  'null',
  'NaN',
  '1e400',
  '-0',
  '9007199254740993',
  '2026-13-45',
  '1970-01-01',
  'true',
  '[]',
  'https://x',
  '__proto__',
  'constructor',
  null,
  true,
  false,
  0,
  -1,
  1e308,
  3.99,
  2 ** 53,
  [],
  [null],
  [[]],
  {},
  { length: -1 },
  { kind: 'user', id: '\u0000' },
  Array.from({ length: 500 }, () => 'x'),
]
