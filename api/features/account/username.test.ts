import { expect, it } from 'vitest'
import { account } from '../../../contract/account.ts'
import { users } from '../../../contract/users.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { testApi } from '../../../tests/support/test-api.ts'

const api = testApi()
let made = 0
const newName = () => `another_name_${++made}`
const change = (who: Actor, username: string) => api.call(who, account.changeUsername, { username })
/** Under which name a page answers now; null when it is not found. */
const shownAs = async (username: string) => {
  const answer = await api.call(null, users.get, { username })
  return answer.status === 200 ? answer.data.username : null
}

it('changes the name of one user, reserves the name given up, and redirects it', async () => {
  const [me, other] = [await api.makeUser(), await api.makeUser()]
  const [before, next] = [me.username, newName()]
  expect((await change(me, next)).status).toBe(200)
  expect(await Promise.all([before, next, other.username].map(shownAs))).toEqual([next, next, other.username])
  expect((await change(other, before)).refusal.error).toBe('username_taken')
  expect((await change(me, before)).status).toBe(200)
  expect(await Promise.all([before, next].map(shownAs))).toEqual([before, before])
})

it('gives back a name that another user had given up once its days are over, and redirects it no longer', async () => {
  const [me, other] = [await api.makeUser(), await api.makeUser()]
  const before = me.username
  expect((await change(me, newName())).status).toBe(200)
  api.turnClock(91 * 86_400_000)
  try {
    expect(await shownAs(before)).toBeNull()
    expect((await api.call(other, account.checkUsername, { username: before })).data.available).toBe(true)
    expect((await change(other, before)).status).toBe(200)
  } finally {
    api.turnClock(-91 * 86_400_000)
  }
  expect(await shownAs(before)).toBe(before)
})

it('refuses a name that looks like another creator’s, not one that looks like the own or a fan’s', async () => {
  const [creator, fan] = [await api.makeUser({ isCreator: true, priceCents: 0 }), await api.makeUser()]
  expect((await change(creator, 'lookalike_al')).status).toBe(200)
  expect((await change(fan, 'lookalike_a1')).refusal.error).toBe('username_taken')
  expect((await change(creator, 'lookalike_a1')).status).toBe(200)
  expect((await change(fan, 'other_look_al')).status).toBe(200)
  expect((await change(await api.makeUser(), 'other_look_a1')).status).toBe(200)
})
