import { beforeAll, describe, expect, it } from 'vitest'
import { audience } from '../../../contract/audience.ts'
import { chat } from '../../../contract/chat.ts'
import { chatTools } from '../../../contract/chat-tools.ts'
import { listsPerCreator } from '../../../contract/limits.ts'
import { users } from '../../../contract/users.ts'
import { actAs, makeAgency } from '../../../tests/support/agency.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { bytesApp } from '../../../tests/support/bytes-app.ts'
import { giveCoins, makeCreator } from '../../../tests/support/money.ts'
import { follow } from '../../../tests/support/relations.ts'
import { rights } from '../../../tests/support/rights.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { newId, noId } from '../../platform/db/ids.ts'
import { fanLists } from '../../platform/db/schema/audience.ts'
import { filterValues } from './predicate.ts'
import { exportPage } from './statements.ts'

/** Two creators have the same two fans, and lists of the same names: each list is of its own creator and fan. */
const api = testApi({ money: true })
let alice: Actor
let bob: Actor
let fan: Actor
let other: Actor
const lists = new Map<string, string>()
const idOf = (name: string) => [...lists].find(([, it]) => it === name)?.[0] ?? ''

beforeAll(async () => {
  alice = await makeCreator(api)
  bob = await makeCreator(api)
  fan = await api.makeUser()
  other = await api.makeUser()
  for (const it of [fan, other]) for (const creator of [alice, bob]) await follow(api, it, creator)
  for (const [creator, name, held] of [
    [alice, 'Old', [fan, other]],
    [alice, 'Some', [other]],
    [bob, 'His', [fan]],
  ] as const) {
    const { id } = (await api.call(creator, audience.createList, { name })).data
    lists.set(id, name)
    const choice = { ids: held.map((it) => it.id) }
    expect((await api.call(creator, audience.change, { choice, act: 'add', list_id: id })).status).toBe(200)
  }
})

const listed = async (creator: Actor) => {
  const own = new Map((await api.call(creator, audience.lists, {})).data.data.map((it) => [it.id, it.name]))
  const rows = (await api.call(creator, audience.list, {})).data.data
  return [fan, other].map((who) => rows.find((it) => it.user.id === who.id)?.lists.map((id) => own.get(id)))
}
const file = async (creator: Actor, query = '') =>
  bytesApp(api.ctx).request(`/api/creator/audience/export${query}`, { headers: { cookie: creator.cookie } })

describe('lists', () => {
  it('are named in the table and in the file for their own creator and fan', async () => {
    expect([await listed(alice), await listed(bob)]).toEqual([
      [['Old'], ['Old', 'Some']],
      [['His'], []],
    ])
    const cells = (await (await file(alice)).text()).trim().split('\r\n').slice(1)
    expect(cells.map((line) => [line.split(',')[0], line.split(',').at(-1)])).toEqual([
      [fan.username, 'Old'],
      [other.username, '"Old; Some"'],
    ])
    expect((await file(alice, '?language=de')).status).toBe(400)
  })

  it('change in the panel of one fan for that fan and creator alone, whatever another creator calls theirs', async () => {
    const set = (who: Actor, names: string[]) =>
      api.call(alice, chatTools.setNote, { userId: who.id, note: 'x', lists: names })
    await set(other, ['Old', 'His'])
    expect([await listed(alice), await listed(bob)]).toEqual([
      [['Old'], ['His', 'Old']],
      [['His'], []],
    ])
    await set(fan, ['Some'])
    expect([await listed(alice), await listed(bob)]).toEqual([
      [['Some'], ['His', 'Old']],
      [['His'], []],
    ])
    expect((await api.call(bob, audience.count, { list: idOf('His') })).data.count).toBe(1)
  })

  it('are a hundred for each creator', async () => {
    const carol = await makeCreator(api)
    await follow(api, fan, carol)
    const rows = Array.from({ length: listsPerCreator }, (_, n) => ({ id: newId(), creatorId: carol.id, name: `${n}` }))
    await api.db.insert(fanLists).values(rows)
    expect((await api.call(carol, audience.createList, { name: 'One more' })).refusal.error).toBe('too_many_lists')
    for (const creator of [carol, alice])
      await api.call(creator, chatTools.setNote, { userId: fan.id, note: 'x', lists: ['One more'] })
    const named = async (creator: Actor) =>
      (await api.call(creator, audience.lists, {})).data.data.filter((it) => it.name === 'One more').length
    expect([await named(carol), await named(alice)]).toEqual([0, 1])
  })
})

it('pages a file by the ids of the fans', async () => {
  const page = async (after: string) =>
    (await api.db.run(exportPage, { ...filterValues(bob.id, {}, api.ctx.now()), after, limit: 1 })).map(
      (it) => it.fan_id,
    )
  expect([await page(noId), await page(fan.id), await page(other.id)]).toEqual([[fan.id], [other.id], []])
})

it('has a person who paid as a buyer, and none who has only followed once', async () => {
  const carol = await makeCreator(api)
  const [buyer, former, follower] = [await api.makeUser(), await api.makeUser(), await api.makeUser()]
  await giveCoins(api, buyer, 5)
  await api.call(buyer, chat.tip, { id: carol.id, amount: 5 })
  for (const it of [former, follower]) await api.call(it, users.follow, { id: carol.id })
  await api.call(former, users.unfollow, { id: carol.id })
  const { data } = (await api.call(carol, audience.list, { sort: 'oldest' })).data
  expect(data.map((it) => [it.user.id, it.relation]).sort()).toEqual(
    [
      [buyer.id, 'buyer'],
      [follower.id, 'follower'],
    ].sort(),
  )
})

describe('an operator without can_payment', () => {
  it('asks by no way what fans have paid', async () => {
    const agency = await makeAgency(api, rights('can_social'))
    const operator = await actAs(api, agency.operator, agency.creator)
    const [plain, smart] = [{ language: 'fr' } as const, { min_spent: 5 }]
    const { id } = (await api.call(operator, audience.createList, { name: 'French', filter: plain })).data
    for (const { refusal } of [
      await api.call(operator, audience.list, { sort: 'spent' }),
      await api.call(operator, audience.list, smart),
      await api.call(operator, audience.count, smart),
      await api.call(operator, audience.createList, { name: 'Paid', filter: smart }),
      await api.call(operator, audience.updateList, { id, filter: smart }),
    ])
      expect(refusal).toMatchObject({ error: 'permission_denied', flag: 'can_payment' })
    expect((await file(operator, '?min_spent=5')).status).toBe(403)
    expect((await api.call(operator, audience.lists, {})).data.data.map((it) => [it.name, it.filter])).toEqual([
      ['French', plain],
    ])
  })
})
