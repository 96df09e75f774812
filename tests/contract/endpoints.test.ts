import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Flag } from '../../contract/endpoint.ts'
import { actAs, makeAgency } from '../support/agency.ts'
import type { Actor } from '../support/api.ts'
import { rights } from '../support/rights.ts'
import { type EntryPoint, type EntryPoints, listEntryPoints, pathOf } from './entry-points.ts'
import { fixturesOfOthers, openFixtures } from './fixtures.ts'

let at: EntryPoints
beforeAll(async () => {
  at = await listEntryPoints()
})
afterAll(() => at.api.close())

const refuses =
  (actor: () => Promise<Actor | null> | Actor | null, status: number, error: string) =>
  async (entryPoint: EntryPoint) => {
    const answer = await at.ask(await actor(), entryPoint, pathOf(entryPoint))
    return answer.status === status && answer.error === error ? null : `${answer.status} ${answer.error}`
  }

describe('who may call an endpoint', () => {
  it('refuses visitors with 401 where they are not allowed', () =>
    at.every(
      (entryPoint) => entryPoint.access.who !== 'anyone',
      refuses(() => null, 401, 'unauthorised'),
    ))

  it('refuses a forged cookie with 401', () =>
    at.every(
      (entryPoint) => entryPoint.access.who !== 'anyone',
      refuses(() => ({ ...at.world.fan, cookie: `${at.world.fan.cookie.slice(0, -6)}AAAA%3D` }), 401, 'unauthorised'),
    ))

  it('refuses a user before onboarding with onboarding_required', () =>
    at.every(
      (entryPoint) => entryPoint.access.onboarded,
      refuses(
        () => at.api.makeUser({ username: null, birthdate: null, role: 'staff', isCreator: true }),
        403,
        'onboarding_required',
      ),
    ))

  it('refuses an unverified address with email_verification_required', () =>
    at.every(
      (entryPoint) => entryPoint.access.verified,
      refuses(
        () => at.api.makeUser({ emailVerified: false, role: 'staff', isCreator: true }),
        403,
        'email_verification_required',
      ),
    ))

  it('refuses fans at the endpoints of creators with not_creator', () =>
    at.every(
      (entryPoint) => entryPoint.access.who === 'creator',
      refuses(() => at.world.fan, 403, 'not_creator'),
    ))

  it('refuses others at the endpoints of staff with not_staff', () =>
    at.every(
      (entryPoint) => entryPoint.access.who === 'staff',
      refuses(() => at.world.creator, 403, 'not_staff'),
    ))

  it('refuses an operator without a flag with permission_denied, and treats them as a visitor where visitors are allowed', async () => {
    const agency = await makeAgency(at.api, rights())
    const browser = await actAs(at.api, agency.operator, agency.creator)
    await at.every(
      (entryPoint) =>
        entryPoint.access.who !== 'staff' &&
        entryPoint.access.acting !== 'any' &&
        (entryPoint.access.acting === 'never' || entryPoint.access.acting.length > 0),
      async (entryPoint) => {
        if (entryPoint.access.who === 'anyone') return null
        const answer = await at.ask(browser, entryPoint, pathOf(entryPoint))
        const flags: string[] =
          entryPoint.access.acting === 'never' ? ['owner'] : [...(entryPoint.access.acting as readonly Flag[])]
        const flag = (JSON.parse(answer.text.replace(/,\}$/, '}')) as { flag?: string }).flag ?? ''
        return answer.error === 'permission_denied' && flags.includes(flag)
          ? null
          : `${answer.status} ${answer.error} ${flag}`
      },
    )
  })
})

describe('objects of other users', () => {
  it('lists every path parameter as public or as owned', () => {
    const known = new Set([...Object.keys(fixturesOfOthers), ...openFixtures])
    const paths = [
      ...new Set(
        at.entryPoints
          .filter((entryPoint) => entryPoint.path.includes('{') && entryPoint.access.who !== 'staff')
          .map((entryPoint) => entryPoint.name),
      ),
    ]
    expect(paths.filter((name) => !known.has(name))).toEqual([])
  })

  it('answers another user’s object exactly as a missing one', async () => {
    await at.every(
      (entryPoint) => entryPoint.name in fixturesOfOthers,
      async (entryPoint) => {
        const { fill, body, by } = fixturesOfOthers[entryPoint.name]?.(at.world) ?? { fill: {} }
        const actor = by ?? (entryPoint.access.who === 'creator' ? at.world.otherCreator : at.world.stranger)
        const missing = Object.fromEntries(
          Object.entries(fill).map(([name, it]) => [name, name === 'language' ? it : randomUUID()]),
        )
        const [theirs, none] = [
          await at.ask(actor, entryPoint, pathOf(entryPoint, fill), JSON.stringify(body ?? {})),
          await at.ask(actor, entryPoint, pathOf(entryPoint, missing), JSON.stringify(body ?? {})),
        ]
        if (theirs.status !== 404) return `${theirs.status} ${theirs.error} for a stranger’s`
        return theirs.text === none.text ? null : `${theirs.text.slice(0, 100)} is not ${none.text.slice(0, 100)}`
      },
    )
  })
})
