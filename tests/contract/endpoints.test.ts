import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Flag } from '../../contract/endpoint.ts'
import { actAs, makeAgency } from '../support/agency.ts'
import { rights } from '../support/rights.ts'
import type { Actor } from '../support/api.ts'
import { type Door, type Doors, openDoors, pathOf } from './entry-points.ts'
import { openThings, theirThings } from './fixtures.ts'

let at: Doors
beforeAll(async () => {
  at = await openDoors()
})
afterAll(() => at.api.close())

const refuses =
  (actor: () => Promise<Actor | null> | Actor | null, status: number, error: string) => async (door: Door) => {
    const answer = await at.ask(await actor(), door, pathOf(door))
    return answer.status === status && answer.error === error ? null : `${answer.status} ${answer.error}`
  }

describe('who may pass', () => {
  it('signed out: 401 wherever visitors are not let in', () =>
    at.every(
      (door) => door.access.who !== 'anyone',
      refuses(() => null, 401, 'unauthorised'),
    ))

  it('with a cookie that we did not sign: 401 as well', () =>
    at.every(
      (door) => door.access.who !== 'anyone',
      refuses(() => ({ ...at.world.fan, cookie: `${at.world.fan.cookie.slice(0, -6)}AAAA%3D` }), 401, 'unauthorised'),
    ))

  it('not onboarded: onboarding_required', () =>
    at.every(
      (door) => door.access.onboarded,
      refuses(
        () => at.api.makeUser({ username: null, birthdate: null, role: 'staff', isCreator: true }),
        403,
        'onboarding_required',
      ),
    ))

  it('address not verified: email_verification_required', () =>
    at.every(
      (door) => door.access.verified,
      refuses(
        () => at.api.makeUser({ emailVerified: false, role: 'staff', isCreator: true }),
        403,
        'email_verification_required',
      ),
    ))

  it('a fan at the doors of creators: not_creator', () =>
    at.every(
      (door) => door.access.who === 'creator',
      refuses(() => at.world.fan, 403, 'not_creator'),
    ))

  it('anybody else at the doors of staff: not_staff', () =>
    at.every(
      (door) => door.access.who === 'staff',
      refuses(() => at.world.creator, 403, 'not_staff'),
    ))

  it('an operator without a flag: permission_denied, and a visitor where visitors may be', async () => {
    const agency = await makeAgency(at.api, rights())
    const browser = await actAs(at.api, agency.operator, agency.creator)
    await at.every(
      (door) =>
        door.access.who !== 'staff' &&
        door.access.acting !== 'any' &&
        (door.access.acting === 'never' || door.access.acting.length > 0),
      async (door) => {
        if (door.access.who === 'anyone') return null
        const answer = await at.ask(browser, door, pathOf(door))
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

describe('whose things they are', () => {
  it('every parameter of a path is known as open or as somebody’s', () => {
    const known = new Set([...Object.keys(theirThings), ...openThings])
    const paths = [
      ...new Set(
        at.doors.filter((door) => door.path.includes('{') && door.access.who !== 'staff').map((door) => door.name),
      ),
    ]
    expect(paths.filter((name) => !known.has(name))).toEqual([])
  })

  it('a stranger’s thing is answered exactly as a missing one', async () => {
    await at.every(
      (door) => door.name in theirThings,
      async (door) => {
        const { fill, body, by } = theirThings[door.name]?.(at.world) ?? { fill: {} }
        const actor = by ?? (door.access.who === 'creator' ? at.world.otherCreator : at.world.stranger)
        const missing = Object.fromEntries(Object.keys(fill).map((name) => [name, randomUUID()]))
        const [theirs, none] = [
          await at.ask(actor, door, pathOf(door, fill), JSON.stringify(body ?? {})),
          await at.ask(actor, door, pathOf(door, missing), JSON.stringify(body ?? {})),
        ]
        if (theirs.status !== 404) return `${theirs.status} ${theirs.error} for a stranger’s`
        return theirs.text === none.text ? null : `${theirs.text.slice(0, 100)} is not ${none.text.slice(0, 100)}`
      },
    )
  })
})
