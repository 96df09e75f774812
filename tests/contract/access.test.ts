import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Access, Endpoint } from '../../contract/endpoint.ts'
import { beforeOnboarding, creators, staff, verified, visitors } from './access-table.ts'
import { entryPoints } from './acting-matrix.ts'

/** The access that each endpoint declares against the tables; that it is enforced is `endpoints.test.ts`. */
let access: Map<string, Access>
const late: Record<string, string[]> = {}
beforeAll(async () => {
  access = new Map()
  const folder = fileURLToPath(new URL('../../contract', import.meta.url))
  for (const file of globSync('*.ts', { cwd: folder }).filter((name) => !name.endsWith('.test.ts'))) {
    const exported: Record<string, unknown> = await import(`${folder}/${file}`)
    for (const it of Object.values(exported).flatMap((value) => Object.values(value ?? {})))
      if (isEndpoint(it)) {
        access.set(`${it.method} ${it.path}`, it.access)
        if (it.mayBeLate) late[it.mayBeLate] = [...(late[it.mayBeLate] ?? []), `${it.method} ${it.path}`].sort()
      }
  }
})

/** Written by hand from docs/decisions/read-replica.md: no caller finds their own writes missing in these. */
it('answers late only what no caller has written', () => {
  expect(late).toEqual({
    'for everyone': [
      'GET /api/creator/analytics',
      'GET /api/creator/analytics/cohorts',
      'GET /api/creator/analytics/sold',
      'GET /api/creators',
      'GET /api/search',
      'GET /api/sitemap',
      'GET /api/sitemap/creators/{part}',
      'GET /api/sitemap/posts/{day}',
      'GET /api/users/{username}/similar',
    ],
    'for visitors': [
      'GET /api/albums/{id}',
      'GET /api/albums/{id}/posts',
      'GET /api/posts/{id}',
      'GET /api/posts/{id}/comments',
      'GET /api/users/{username}',
      'GET /api/users/{username}/albums',
      'GET /api/users/{username}/page',
      'GET /api/users/{username}/posts',
    ],
  })
})

describe('what an endpoint demands', () => {
  it('is the role of the table', () => {
    expect(named(({ who }) => who === 'anyone')).toEqual([...visitors].sort())
    expect(named(({ who }) => who === 'creator')).toEqual([...creators].sort())
    expect(named(({ who }) => who === 'staff')).toEqual([...staff].sort())
  })

  it('is a chosen name, apart from the visitors and the account itself', () => {
    expect(named(({ onboarded }) => !onboarded)).toEqual([...visitors, ...beforeOnboarding].sort())
  })

  it('is a confirmed address for those of the table', () => {
    expect(named((it) => it.verified)).toEqual([...verified].sort())
  })

  it('is of an operator what the table of rights says', () => {
    const wrong = [...access].filter(([name, { acting }]) => {
      const row = entryPoints[name] ?? 'never'
      if (row === 'never') return acting !== 'never'
      const needs = Array.isArray(row) ? row : row.visitorWithout
      if (needs.includes('nothing opens it')) return acting !== 'never'
      return needs.length === 0
        ? acting !== 'any' && acting.length > 0
        : String([...acting].sort()) !== String([...needs].sort())
    })
    expect(wrong).toEqual([])
  })
})

const named = (holds: (it: Access) => boolean): string[] =>
  [...access].flatMap(([name, it]) => (holds(it) ? [name] : [])).sort()

const isEndpoint = (it: unknown): it is Endpoint =>
  typeof it === 'object' && it !== null && 'access' in it && 'method' in it
