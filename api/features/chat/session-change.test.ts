import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { chat } from '../../../contract/chat.ts'
import { actAs, makeAgency } from '../../../tests/support/agency.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { allRights } from '../../../tests/support/rights.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { messages } from '../../platform/db/schema/chat.ts'
import { sessions, users } from '../../platform/db/schema/identity.ts'

/** Rights are read for every message: a change between two messages applies to the second. */
const api = testApi()

const send = (who: Actor, to: Actor, content = 'Good evening', more = {}) =>
  api.call(who, chat.send, { receiver_id: to.id, content, ...more })
const stored = async (to: Actor) =>
  (await api.db.select().from(messages).where(eq(messages.receiverId, to.id))).map((it) => it.content)
const ofSession = (who: Actor) => eq(sessions.userId, who.id)
const ago = (ms: number) => new Date(Date.now() - ms)
const day = 86_400_000

describe('a second message of the same session', () => {
  it.each<[what: string, change: (who: Actor) => Promise<unknown>, status: number]>([
    ['its session is deleted', (who) => api.db.delete(sessions).where(ofSession(who)), 401],
    [
      'its session has expired',
      (who) =>
        api.db
          .update(sessions)
          .set({ expiresAt: ago(1) })
          .where(ofSession(who)),
      401,
    ],
    [
      'its session was not used for weeks',
      (who) =>
        api.db
          .update(sessions)
          .set({ updatedAt: ago(60 * day) })
          .where(ofSession(who)),
      401,
    ],
    [
      'the account is deleted',
      (who) => api.db.update(users).set({ deletedAt: new Date() }).where(eq(users.id, who.id)),
      401,
    ],
    [
      'the address is not verified',
      (who) => api.db.update(users).set({ emailVerified: false }).where(eq(users.id, who.id)),
      403,
    ],
    ['there is no birthdate', (who) => api.db.update(users).set({ birthdate: null }).where(eq(users.id, who.id)), 403],
  ])('is refused when %s', async (_, change, status) => {
    const [bob, frank] = [await api.makeUser(), await api.makeUser()]
    await send(bob, frank, 'before')
    await change(bob)
    expect((await send(bob, frank, 'after')).status).toBe(status)
    expect(await stored(frank)).toEqual(['before'])
  })

  it('is sent as the creator the operator now acts for, and refuses a price from a former creator', async () => {
    const { creator, operator } = await makeAgency(api, allRights)
    const [fan, other] = [await api.makeUser(), await api.makeUser()]
    await send(operator, fan, 'as myself')
    const browser = await actAs(api, operator, creator)
    const [acted] = await api.db
      .select()
      .from(sessions)
      .where(eq(sessions.userId, operator.id))
      .orderBy(sessions.updatedAt)
      .offset(1)
    // The operator's own session acts as the creator from now on, under the same token.
    await api.db
      .update(sessions)
      .set({ actingGrantId: acted?.actingGrantId, actingSince: new Date() })
      .where(ofSession(operator))
    const { data } = await send(operator, other, 'as her')
    expect([browser.id, data.sender.id]).toEqual([operator.id, creator.id])

    const seller = await api.makeUser({ isCreator: true, priceCents: 999 })
    await send(seller, fan)
    await api.db.update(users).set({ isCreator: false }).where(eq(users.id, seller.id))
    expect((await send(seller, fan, 'for sale', { price: 5 })).refusal.error).toBe('not_creator')
  })
})
