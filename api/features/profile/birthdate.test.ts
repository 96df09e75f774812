import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { profile } from '../../../contract/profile.ts'
import { staff } from '../../../contract/staff.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { untilLockAwaited } from '../../../tests/support/locks.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { users } from '../../platform/db/schema/identity.ts'

/** A birthdate refused as a minor's is remembered (product §25). */
const api = testApi()
let clerk: Actor
let visitor: Actor
beforeAll(async () => {
  clerk = await api.makeUser({ role: 'staff' })
})
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
const allow = (id: string, note = 'Wrote the year of this birthday.') =>
  api.call(clerk, staff.allowBirthdate, { id, note })

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

  it('refuses an adult’s that was sent before its own request had ended', async () => {
    const answers = await api.db.transact(async (tx) => {
      await tx.select().from(users).where(eq(users.id, visitor.id)).for('update')
      const minors = give(visitor, '2012-02-03')
      await untilLockAwaited(api)
      const adults = give(visitor, '1990-01-01')
      await untilLockAwaited(api, 2)
      return [minors, adults]
    })
    expect(await Promise.all(answers)).toEqual(['underage', 'underage'])
    expect(await stored(visitor)).toEqual({ ...none, refused: '2012-02-03' })
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

describe('staff', () => {
  it('see the refused birthdate, and allow its user alone another one, with a note in the log', async () => {
    const other = await api.makeUser({ username: null, birthdate: null })
    for (const who of [visitor, other]) expect(await give(who, '2012-02-03')).toBe('underage')
    const email = `${visitor.id}@example.test`
    const [listed] = (await api.call(clerk, staff.users, { q: email })).data.data
    expect(listed).toMatchObject({ id: visitor.id, refused_birthdate: '2012-02-03' })
    expect((await allow(visitor.id)).data).toMatchObject({ id: visitor.id, refused_birthdate: null })
    const [entry] = (await api.call(clerk, staff.auditLog, { limit: 1 })).data.data
    expect(entry).toMatchObject({
      action: 'user.allow_birthdate',
      object_kind: 'user',
      object_id: visitor.id,
      note: 'Wrote the year of this birthday.',
    })
    expect(await give(visitor, '1990-01-01')).toBe('accepted')
    expect(await give(other, '1990-01-01')).toBe('underage')
  })

  it('allow nothing where nothing was refused, nor to themselves', async () => {
    expect((await allow(visitor.id)).refusal.error).toBe('already_done')
    expect((await allow('00000000-0000-7000-8000-000000000000')).refusal.error).toBe('not_found')
    expect((await allow(clerk.id)).refusal.error).toBe('own_thing')
    expect((await api.call(visitor, staff.allowBirthdate, { id: visitor.id, note: 'mine' })).status).toBe(403)
  })
})
