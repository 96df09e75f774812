import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { profile } from '../../../contract/profile.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { users } from '../../platform/db/schema/identity.ts'

/** A birthdate refused as a minor's is remembered (product §25). */
const api = testApi()
let visitor: Actor
beforeEach(async () => {
  visitor = await api.makeUser({ username: null, birthdate: null })
})

const dayMs = 86_400_000
/** The birthdate of the person who turns 18 so many days from now. */
function turns18In(days: number): string {
  const day = new Date(api.ctx.now() + days * dayMs)
  day.setUTCFullYear(day.getUTCFullYear() - 18)
  return day.toISOString().slice(0, 10)
}
const give = async (who: Actor, birthdate: string, rest: Record<string, string> = {}) => {
  const { status, refusal } = await api.call(who, profile.update, { birthdate, ...rest })
  return status === 200 ? 'accepted' : refusal.error
}
const stored = async ({ id }: Actor) => {
  const columns = {
    birthdate: users.birthdate,
    refused: users.refusedBirthdate,
    username: users.username,
    bio: users.bio,
  }
  const [row] = await api.db.select(columns).from(users).where(eq(users.id, id))
  return row
}
const none = { birthdate: null, refused: null, username: null, bio: null }

describe('a birthdate of a minor', () => {
  it('is remembered, and nothing else of its request', async () => {
    const request = { username: `minor${visitor.id.slice(-8)}`, bio: 'Hello' }
    expect(await give(visitor, '2012-02-03', request)).toBe('underage')
    expect(await stored(visitor)).toEqual({ ...none, refused: '2012-02-03' })
    expect(await give(visitor, '1990-01-01', request)).toBe('underage')
    expect(await stored(visitor)).toEqual({ ...none, refused: '2012-02-03' })
  })

  it.each([
    ['an adult’s', ['2012-02-03', '1990-01-01'], '2012-02-03'],
    ['an older minor’s', ['2012-02-03', '2011-02-03'], '2012-02-03'],
    ['a younger minor’s', ['2012-02-03', '2013-02-03'], '2013-02-03'],
    ['the same one', ['2012-02-03', '2012-02-03'], '2012-02-03'],
  ])('is followed by %s in vain', async (_, dates, refused) => {
    for (const date of dates) expect(await give(visitor, date)).toBe('underage')
    expect(await stored(visitor)).toEqual({ ...none, refused })
  })

  it('and an adult’s sent at the same moment are never both taken', async () => {
    const answers = await Promise.all([give(visitor, '2012-02-03'), give(visitor, '1990-01-01')])
    const { birthdate, refused } = (await stored(visitor)) ?? none
    expect([
      ['underage', 'underage', null, '2012-02-03'],
      ['already_done', 'accepted', '1990-01-01', null],
    ]).toContainEqual([...answers, birthdate, refused])
  })

  it('closes no other account', async () => {
    const other = await api.makeUser({ username: null, birthdate: null })
    expect(await give(visitor, '2012-02-03')).toBe('underage')
    expect(await give(other, '1990-01-01')).toBe('accepted')
    expect(await stored(other)).toEqual({ ...none, birthdate: '1990-01-01' })
    expect(await stored(visitor)).toEqual({ ...none, refused: '2012-02-03' })
  })

  it('is the only one accepted once its person is 18', async () => {
    const birthdate = turns18In(2)
    expect(await give(visitor, birthdate)).toBe('underage')
    api.turnClock(3 * dayMs)
    try {
      expect(await give(visitor, '1990-01-01')).toBe('underage')
      expect(await give(visitor, birthdate)).toBe('accepted')
    } finally {
      api.turnClock(-3 * dayMs)
    }
    expect(await stored(visitor)).toEqual({ ...none, birthdate, refused: birthdate })
  })

  it('changes nothing in an account that has its birthdate', async () => {
    const user = await api.makeUser({ birthdate: '1990-01-01' })
    expect(await give(user, '2012-02-03')).toBe('already_done')
    expect(await stored(user)).toMatchObject({ birthdate: '1990-01-01', refused: null })
  })
})
