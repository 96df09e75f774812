import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type AutomationTrigger, automation } from '../../../contract/automation.ts'
import { broadcasts } from '../../../contract/broadcasts.ts'
import { chat } from '../../../contract/chat.ts'
import { media } from '../../../contract/media.ts'
import { staffMoney } from '../../../contract/staff-money.ts'
import { subscriptions } from '../../../contract/subscriptions.ts'
import { users } from '../../../contract/users.ts'
import { wallet } from '../../../contract/wallet.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { giveCoins, makeCreator } from '../../../tests/support/money.ts'
import { makePicture } from '../../../tests/support/relations.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { follows } from '../../platform/db/schema/users.ts'
import { renewDue } from '../subscriptions/renew.ts'
import { enqueueAutomations } from './run.ts'

/** Two creators share fans, and each is told of hers alone: what happens to those of the other is no event. */
const api = testApi({ money: true })
const [hourMs, dayMs] = [3_600_000, 86_400_000]

/** Each fan is named by what they do; those with `Carol` do it with the other creator. */
const names = [
  ...['follows', 'followsCarol', 'followsLong', 'subscribes', 'subscribesCarol', 'leaves', 'leavesCarol', 'returns'],
  ...['lapses', 'lapsesCarol', 'lapsesAndReturns', 'buys', 'buysCarol', 'boughtLongAgo', 'refunded', 'ignores'],
  ...['ignoresCarol', 'deleted', 'talks', 'talksCarol', 'talkedLongAgo'],
] as const
type Name = (typeof names)[number]
const fans = {} as Record<Name, Actor>
let alice: Actor
let carol: Actor

const say = (from: Actor, to: Actor, content: string, more = {}) =>
  api.call(from, chat.send, { receiver_id: to.id, content, ...more })
const talk = async (fan: Actor, creator: Actor) => {
  await api.call(fan, users.follow, { id: creator.id })
  for (const [from, to] of [
    [fan, creator],
    [creator, fan],
  ] as const)
    expect((await say(from, to, 'Hello')).status).toBe(201)
}
const subscribe = async (fan: Actor, creator: Actor) =>
  expect((await api.call(fan, subscriptions.subscribe, { id: creator.id, expected_price: 4.99 })).status).toBe(200)
const leave = (fan: Actor, creator: Actor) => api.call(fan, subscriptions.unsubscribe, { id: creator.id })
const offer = async (creator: Actor, fan: Actor) => {
  const picture = await makePicture(api, creator)
  const sent = await say(creator, fan, 'Look', { media_ids: [picture], price: 5 })
  const buy = () => api.call(fan, media.unlock, { id: picture, expected_price: 5 })
  return { id: sent.data.id, buy }
}

beforeAll(async () => {
  alice = await makeCreator(api, 4.99)
  carol = await makeCreator(api, 4.99)
  for (const name of names) {
    fans[name] = await api.makeUser({ displayName: name })
    await giveCoins(api, fans[name], 50)
  }
  api.turnClock(-32 * dayMs)
  await (await offer(alice, fans.boughtLongAgo)).buy()
  await talk(fans.talkedLongAgo, alice)
  for (const [name, creator] of [
    ['lapses', alice],
    ['lapsesCarol', carol],
    ['lapsesAndReturns', alice],
  ] as const) {
    await subscribe(fans[name], creator)
    await leave(fans[name], creator)
  }
  api.turnClock(32 * dayMs)
  await renewDue(api.ctx)
  await subscribe(fans.lapsesAndReturns, alice)

  for (const name of ['follows', 'followsLong', 'ignores'] as const)
    await api.call(fans[name], users.follow, { id: alice.id })
  await api.db
    .update(follows)
    .set({ createdAt: new Date(Date.now() - hourMs) })
    .where(eq(follows.followerId, fans.followsLong.id))
  for (const name of ['follows', 'followsCarol'] as const) await api.call(fans[name], users.follow, { id: carol.id })
  await api.call(fans.follows, broadcasts.setFrequency, { creatorId: carol.id, frequency: 'off' })
  for (const name of ['subscribes', 'followsLong', 'leaves', 'returns'] as const) await subscribe(fans[name], alice)
  for (const name of ['subscribesCarol', 'leavesCarol'] as const) await subscribe(fans[name], carol)
  await api.call(fans.subscribesCarol, users.follow, { id: alice.id })
  for (const name of ['leaves', 'returns'] as const) await leave(fans[name], alice)
  await leave(fans.leavesCarol, carol)
  await subscribe(fans.returns, alice)

  await (await offer(carol, fans.buys)).buy()
  for (const { buy } of [await offer(alice, fans.buys), await offer(alice, fans.buys)]) await buy()
  await (await offer(carol, fans.buysCarol)).buy()
  await (await offer(alice, fans.refunded)).buy()
  const staff = await api.makeUser({ role: 'staff' })
  const [bought] = (await api.call(fans.refunded, wallet.transactions, {})).data.data
  await api.call(staff, staffMoney.refund, { entry_id: bought?.id ?? '', reason: 'requested' })
  for (const creator of [alice, carol]) await offer(creator, fans.ignores)
  await offer(carol, fans.ignoresCarol)
  await api.call(alice, chat.remove, { id: (await offer(alice, fans.deleted)).id })

  await api.call(carol, users.follow, { id: alice.id })
  for (const [fan, creator] of [
    [fans.talks, alice],
    [fans.talksCarol, carol],
    [alice, carol],
  ] as const)
    await talk(fan, creator)
})

describe('a dry run is about the creator’s own fans', () => {
  const replay = async (trigger: AutomationTrigger, more: object = {}) => {
    const { data } = await api.call(alice, automation.dryRun, { trigger, content: 'Hello', ...more })
    const decisions = Object.fromEntries(data.decisions.map((it) => [it.decision, it.count]))
    return [data.events, decisions, data.fans.map((it) => it.display_name).sort()]
  }
  it.each<[AutomationTrigger, number, object, Name[]]>([
    ['follow', 7, { sent: 4, human: 3 }, ['follows', 'followsLong', 'subscribesCarol', 'talkedLongAgo']],
    ['subscribe', 5, { sent: 5 }, ['followsLong', 'lapsesAndReturns', 'leaves', 'returns', 'subscribes']],
    ['renewal_off', 1, { sent: 1 }, ['leaves']],
    ['expiry', 1, { sent: 1 }, ['lapses']],
    ['first_purchase', 1, { sent: 1 }, ['buys']],
    ['unopened', 1, { sent: 1 }, ['ignores']],
    ['silence', 1, { sent: 1 }, ['talks']],
  ])('%s', async (trigger, events, decisions, sentTo) => {
    expect(await replay(trigger)).toEqual([events, decisions, sentTo])
  })
})

describe('the job', () => {
  let turned = 0
  const turn = (ms: number) => {
    turned += ms
    api.turnClock(ms)
  }
  beforeEach(() => turn(-turned))

  type Input = Parameters<typeof api.call<typeof automation.create>>[2]
  const begin = async (creator: Actor, trigger: AutomationTrigger, input: Partial<Input> = {}) => {
    const { id } = (await api.call(creator, automation.create, { trigger, content: 'Hello', ...input })).data
    await api.call(creator, automation.switch, { id, enabled: true })
    return id
  }
  const tick = async () => {
    turn(60_000)
    await enqueueAutomations(api.ctx)
    await api.runJobs()
  }
  const log = async (creator: Actor, automation_id?: string) =>
    (await api.call(creator, automation.log, automation_id ? { automation_id } : {})).data.data.map((it) => [
      it.fan?.id,
      it.decision,
    ])
  const follow = (fan: Actor, creator: Actor) => api.call(fan, users.follow, { id: creator.id })

  it('decides at once only for the creator who has a message for new subscribers, and logs it for them alone', async () => {
    const [bea, dora] = [await makeCreator(api, 0), await makeCreator(api, 0)]
    const [early, late] = [await api.makeUser(), await api.makeUser()]
    const welcome = await begin(bea, 'subscribe')
    await begin(dora, 'follow')
    await follow(early, dora)
    for (const creator of [dora, bea]) await api.call(late, subscriptions.subscribe, { id: creator.id })
    await api.runJobs()
    expect([await log(bea), await log(dora)]).toEqual([[[late.id, 'sent']], []])
    await tick()
    expect([await log(bea), await log(dora)]).toEqual([[[late.id, 'sent']], [[early.id, 'sent']]])
    expect(await log(dora, welcome)).toEqual([])
  })

  it('counts the week of a fan for one creator, and lets it end', async () => {
    const [bea, dora] = [await makeCreator(api), await makeCreator(api)]
    const fan = await api.makeUser()
    for (let n = 0; n < 3; n++) await begin(dora, 'follow')
    await begin(bea, 'follow')
    for (const creator of [dora, bea]) {
      await follow(fan, creator)
      await tick()
    }
    expect([await log(bea), await log(dora)]).toEqual([[[fan.id, 'sent']], Array(3).fill([fan.id, 'sent'])])
    turn(8 * dayMs)
    const reminder = await begin(dora, 'unopened')
    await offer(dora, fan)
    await tick()
    expect(await log(dora, reminder)).toEqual([[fan.id, 'sent']])
  })

  it('counts the day of a message, and shows the figures of the last 30 days', async () => {
    const bea = await makeCreator(api)
    const reminder = await begin(bea, 'unopened', { per_day: 1 })
    const fans = [await api.makeUser(), await api.makeUser()]
    for (const fan of fans) {
      await follow(fan, bea)
      await offer(bea, fan)
      await tick()
      turn(dayMs)
    }
    expect(await log(bea, reminder)).toEqual(fans.toReversed().map(({ id }) => [id, 'sent']))
    const sent = async () => (await api.call(bea, automation.list, {})).data.data.map((it) => it.sent)
    expect(await sent()).toEqual([2])
    turn(30 * dayMs)
    expect(await sent()).toEqual([0])
  })

  it('sends to a fan what another fan owns', async () => {
    const bea = await makeCreator(api)
    const [fan, owner] = [await api.makeUser(), await api.makeUser()]
    const picture = await makePicture(api, bea)
    await giveCoins(api, owner, 5)
    await say(bea, owner, 'Look', { media_ids: [picture], price: 5 })
    await api.call(owner, media.unlock, { id: picture, expected_price: 5 })
    await begin(bea, 'follow', { media_ids: [picture], price: 5 })
    for (const it of [fan, owner]) {
      await follow(it, bea)
      await tick()
    }
    expect(await log(bea)).toEqual([
      [owner.id, 'owns'],
      [fan.id, 'sent'],
    ])
  })
})
