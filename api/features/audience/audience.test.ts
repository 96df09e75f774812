import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { audience } from '../../../contract/audience.ts'
import { audienceSorts } from '../../../contract/audience-sorts.ts'
import { chat } from '../../../contract/chat.ts'
import { chatTools } from '../../../contract/chat-tools.ts'
import { subscriptions } from '../../../contract/subscriptions.ts'
import { users } from '../../../contract/users.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { giveCoins, makeCreator } from '../../../tests/support/money.ts'
import { subscribe } from '../../../tests/support/relations.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { users as people } from '../../platform/db/schema/identity.ts'
import { toCell } from '../../platform/http/csv.ts'

const api = testApi({ money: true })
let alice: Actor
let bob: Actor
let fan: Actor
beforeAll(async () => {
  alice = await makeCreator(api, 4.99)
  bob = await makeCreator(api)
  fan = await api.makeUser({ displayName: 'Zoé' })
})

const rowOf = async (creator: Actor, who: Actor) =>
  (await api.call(creator, audience.list, {})).data.data.find((it) => it.user.id === who.id)

describe('the row of a fan', () => {
  it('follows what they do: follow, tip, subscribe, cancel, unfollow, block and unblock', async () => {
    await giveCoins(api, fan, 50)
    expect(await rowOf(alice, fan)).toBeUndefined()
    await api.call(fan, users.follow, { id: alice.id })
    expect(await rowOf(alice, fan)).toMatchObject({ relation: 'follower', spent: 0, last_paid_at: null })
    await api.call(fan, chat.tip, { id: alice.id, amount: 5 })
    expect(await rowOf(alice, fan)).toMatchObject({ relation: 'follower', spent: 5, last_paid_at: expect.any(String) })
    await api.call(fan, subscriptions.subscribe, { id: alice.id, expected_price: 4.99 })
    expect(await rowOf(alice, fan)).toMatchObject({
      relation: 'subscriber',
      spent: 9.99,
      renews_at: expect.any(String),
    })
    await api.call(fan, subscriptions.unsubscribe, { id: alice.id })
    expect(await rowOf(alice, fan)).toMatchObject({ relation: 'subscriber', renews_at: null })
    await api.call(fan, users.unfollow, { id: alice.id })
    api.turnClock(40 * 86_400_000)
    expect(await rowOf(alice, fan)).toMatchObject({ relation: 'expired' })
    api.turnClock(-40 * 86_400_000)
    await api.call(alice, users.block, { id: fan.id })
    expect(await rowOf(alice, fan)).toBeUndefined()
    const blocked = (await api.call(alice, audience.list, { relation: 'blocked' })).data.data
    expect(blocked.map((it) => it.user.id)).toEqual([fan.id])
    await api.call(alice, users.unblock, { id: fan.id })
    expect((await rowOf(alice, fan))?.relation).toBe('subscriber')
    expect(await rowOf(bob, fan)).toBeUndefined()
  })

  it('is gone while the account is closed, and found under a new name', async () => {
    const search = async (q: string) => (await api.call(alice, audience.list, { q })).data.data.length
    expect([await search('ZOE'), await search('Nina')]).toEqual([1, 0])
    await api.db.update(people).set({ displayName: 'Nina', deletedAt: new Date() }).where(eq(people.id, fan.id))
    expect(await search('nina')).toBe(0)
    await api.db.update(people).set({ deletedAt: null }).where(eq(people.id, fan.id))
    expect([await search('zoe'), await search('nina')]).toEqual([0, 1])
  })

  it('disappears for a creator whom the fan blocks', async () => {
    const shy = await api.makeUser()
    await subscribe(api, shy, alice)
    expect(await rowOf(alice, shy)).toBeDefined()
    await api.call(shy, users.block, { id: alice.id })
    expect(await rowOf(alice, shy)).toBeUndefined()
    expect((await api.call(alice, audience.list, { relation: 'blocked' })).data.data).toEqual([])
  })

  it('stands in every order once, page by page', async () => {
    for (let n = 0; n < 5; n++) await subscribe(api, await api.makeUser({ displayName: `Fan ${n}` }), bob)
    for (const sort of audienceSorts) {
      const found: string[] = []
      for (let cursor: string | undefined; found.length < 9; ) {
        const page = (await api.call(bob, audience.list, { sort, limit: 2, cursor })).data
        found.push(...page.data.map((it) => it.user.display_name ?? ''))
        if (page.next === null) break
        cursor = page.next
      }
      expect(found.toSorted(), sort).toEqual(['Fan 0', 'Fan 1', 'Fan 2', 'Fan 3', 'Fan 4'])
      if (sort === 'name') expect(found).toEqual(found.toSorted())
    }
  })

  it('refuses the cursor of another order with 400', async () => {
    const { next } = (await api.call(bob, audience.list, { sort: 'name', limit: 2 })).data
    expect((await api.call(bob, audience.list, { sort: 'newest', cursor: next })).status).toBe(400)
  })
})

describe('lists', () => {
  it('hold whom a filter matches but for some, and let them go', async () => {
    const list = (await api.call(bob, audience.createList, { name: 'VIP' })).data
    const all = (await api.call(bob, audience.list, {})).data.data.map((it) => it.user.id)
    const [first = ''] = all
    const choice = { filter: {}, except: [first] }
    const add = async () =>
      (await api.call(bob, audience.change, { choice, act: 'add', list_id: list.id })).data.changed
    expect([await add(), await add()]).toEqual([4, 0])
    const inList = async () => (await api.call(bob, audience.count, { list: list.id })).data.count
    expect(await inList()).toBe(4)
    const rest = { ids: [all[1] ?? '', first] }
    const removed = await api.call(bob, audience.change, { choice: rest, act: 'remove', list_id: list.id })
    expect([removed.data.changed, await inList()]).toEqual([1, 3])
  })

  it('are made, renamed and deleted; the same name twice is refused', async () => {
    const made = await api.call(alice, audience.createList, { name: 'Regulars' })
    expect(made.status).toBe(201)
    expect((await api.call(alice, audience.createList, { name: 'Regulars' })).refusal.error).toBe('list_exists')
    const other = (await api.call(alice, audience.createList, { name: 'Others', filter: { language: 'fr' } })).data
    const rename = (name: string) => api.call(alice, audience.updateList, { id: other.id, name })
    expect((await rename('Regulars')).refusal.error).toBe('list_exists')
    expect((await rename('French')).data).toMatchObject({ name: 'French', filter: { language: 'fr' } })
    await api.call(alice, audience.removeList, { id: made.data.id })
    expect((await api.call(alice, audience.lists, {})).data.data.map((it) => it.name)).toEqual(['French'])
  })

  it('take no fan by name when they have a filter, and no filter when they have fans', async () => {
    const smart = (await api.call(alice, audience.createList, { name: 'Smart', filter: { min_spent: 5 } })).data
    const plain = (await api.call(alice, audience.createList, { name: 'Plain' })).data
    const add = { choice: { ids: [fan.id] }, act: 'add' as const, list_id: smart.id }
    expect((await api.call(alice, audience.change, add)).status).toBe(404)
    expect((await api.call(alice, audience.updateList, { id: plain.id, filter: {} })).status).toBe(404)
  })

  it('of another creator are not found, and match no fan in a filter', async () => {
    const his = (await api.call(bob, audience.lists, {})).data.data[0]?.id ?? ''
    for (const refused of [
      await api.call(alice, audience.updateList, { id: his, name: 'mine' }),
      await api.call(alice, audience.removeList, { id: his }),
      await api.call(alice, audience.change, { choice: { ids: [fan.id] }, act: 'add', list_id: his }),
    ])
      expect(refused.status).toBe(404)
    for (const it of (await api.call(bob, audience.list, {})).data.data)
      await subscribe(api, { id: it.user.id } as Actor, alice)
    expect((await api.call(alice, audience.count, { list: his })).data.count).toBe(0)
  })

  it('are those that the panel of a fan names', async () => {
    const lists = async () => (await api.call(alice, chatTools.fan, { userId: fan.id })).data.lists
    await api.call(alice, chatTools.setNote, { userId: fan.id, note: 'x', lists: ['Plain', 'New one', 'Smart'] })
    expect(await lists()).toEqual(['New one', 'Plain'])
    await api.call(alice, chatTools.setNote, { userId: fan.id, note: 'x', lists: ['New one'] })
    expect(await lists()).toEqual(['New one'])
    const made = (await api.call(alice, audience.lists, {})).data.data.find((it) => it.name === 'New one')
    expect((await api.call(alice, audience.count, { list: made?.id ?? '' })).data.count).toBe(1)
  })
})

describe('a cell of a file', () => {
  it.each([
    ['lena', 'lena'],
    ['=1+1', "'=1+1"],
    ['@sum', "'@sum"],
    ['-1, "x"', `"'-1, ""x"""`],
    ['a;b', '"a;b"'],
    ['-1.50', '-1.50'],
    ['-1+1', "'-1+1"],
    ['two\nlines', '"two\nlines"'],
  ])('writes %j as %j', (value, cell) => expect(toCell(value)).toBe(cell))
})
