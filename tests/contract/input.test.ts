import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, it } from 'vitest'
import type { Endpoint } from '../../contract/endpoint.ts'
import { type EntryPoint, type EntryPoints, listEntryPoints, pathOf } from './entry-points.ts'

let at: EntryPoints
beforeAll(async () => {
  at = await listEntryPoints()
})
afterAll(() => at.api.close())

describe('input of endpoints', () => {
  const takesJson = (entryPoint: EntryPoint) => entryPoint.endpoint !== null && entryPoint.method !== 'GET'
  const fullActor = (entryPoint: EntryPoint) =>
    entryPoint.access.who === 'staff'
      ? at.world.staff
      : entryPoint.access.who === 'creator'
        ? at.world.creator
        : at.world.fan

  it('refuses missing input with 400 and its fields', () =>
    at.every(
      (entryPoint) =>
        entryPoint.endpoint !== null &&
        !v.safeParse(
          entryPoint.endpoint.input,
          Object.fromEntries(parametersOf(entryPoint).map((name) => [name, randomUUID()])),
        ).success,
      async (entryPoint) => {
        const answer = await at.ask(fullActor(entryPoint), entryPoint, pathOf(entryPoint))
        return answer.status === 400 && answer.text.includes('"fields"') ? null : `${answer.status} ${answer.error}`
      },
    ))

  it('refuses malformed JSON, an array and a string with 400', () =>
    at.every(takesJson, async (entryPoint) => {
      for (const body of ['{"a":', '[]', '"x"', 'null', '{"a":1}}', '\u0000']) {
        const { status } = await at.ask(fullActor(entryPoint), entryPoint, pathOf(entryPoint), body)
        if (status !== 400) return `${status} for ${JSON.stringify(body)}`
      }
      return null
    }))

  it('refuses bytes that are not text with 4xx', () =>
    at.every(takesJson, async (entryPoint) => {
      const { status } = await at.ask(
        fullActor(entryPoint),
        entryPoint,
        pathOf(entryPoint),
        new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
      )
      return status >= 500 ? String(status) : null
    }))

  it('refuses another content type than JSON with 415, so that no form of another site can pose as a call', () =>
    at.every(takesJson, async (entryPoint) => {
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
        const { status } = await at.ask(fullActor(entryPoint), entryPoint, pathOf(entryPoint), '{"a":1}', type)
        if (status !== 415) return `${status} for ${type}`
      }
      return null
    }))

  it('refuses a huge body with 413 by its content-length', () =>
    at.every(takesJson, async (entryPoint) => {
      const { status } = await at.ask(fullActor(entryPoint), entryPoint, pathOf(entryPoint), '{}', 'application/json', {
        'content-length': '900000000',
      })
      return status === 413 ? null : String(status)
    }))

  it('refuses a call from a page of another site with blocked_origin', () =>
    at.every(
      (entryPoint) => entryPoint.method !== 'GET',
      async (entryPoint) => {
        const answer = await at.ask(fullActor(entryPoint), entryPoint, pathOf(entryPoint), '{}', 'application/json', {
          origin: 'https://evil.example',
        })
        return answer.error === 'blocked_origin' ? null : `${answer.status} ${answer.error}`
      },
    ))

  it('refuses an image, a script or a call of another site with blocked_origin, and allows its links', () =>
    at.every(
      (entryPoint) => entryPoint.method === 'GET',
      async (entryPoint) => {
        const from = (site: string, mode: string, dest: string) =>
          at.ask(null, entryPoint, pathOf(entryPoint), null, '', {
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
    'answers hostile values in every field and parameter, never with 5xx',
    () =>
      at.every(
        (entryPoint) => entryPoint.endpoint !== null && !spends(entryPoint),
        async (entryPoint) => {
          const actor = await throwaway(entryPoint)
          const names = fieldsOf(entryPoint.endpoint as Endpoint)
          for (const value of naughty) {
            const body = JSON.stringify(Object.fromEntries(names.map((name) => [name, value])))
            const query =
              typeof value === 'string' && value.isWellFormed()
                ? names.map((name) => `${name}=${encodeURIComponent(value)}`).join('&')
                : ''
            const { status, text } = await at.ask(
              actor,
              entryPoint,
              `${pathOf(entryPoint)}${entryPoint.method === 'GET' && query ? `?${query}` : ''}`,
              body,
            )
            if (status >= 500) return `${status} for ${JSON.stringify(value).slice(0, 60)}: ${text.slice(0, 120)}`
          }
          for (const value of ['-1', '0', '..', '%00', '%', "1'--", 'ｆｕｌｌ', '9'.repeat(300)]) {
            const path = entryPoint.path.replaceAll(/\{\w+\}/g, encodeURIComponent(value))
            if (path === entryPoint.path) break
            const { status } = await at.ask(actor, entryPoint, path)
            if (status >= 500) return `${status} for the parameter ${value.slice(0, 20)}`
          }
          return null
        },
      ),
    120_000,
  )

  /** A user whom no other test needs, because hostile values may change them. */
  const throwaway = (entryPoint: EntryPoint) =>
    at.api.makeUser({
      role: entryPoint.access.who === 'staff' ? 'staff' : 'user',
      ...(entryPoint.access.who === 'creator' ? { isCreator: true, priceCents: 0 } : {}),
    })
  const spends = (entryPoint: EntryPoint) => entryPoint.path === '/api/staff/ledger-check'
})

const parametersOf = (entryPoint: EntryPoint): string[] =>
  [...entryPoint.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')

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
