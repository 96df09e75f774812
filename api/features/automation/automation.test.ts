import { beforeEach, describe, expect, it } from 'vitest'
import { audience } from '../../../contract/audience.ts'
import { type AutomationTrigger, automation } from '../../../contract/automation.ts'
import { broadcasts } from '../../../contract/broadcasts.ts'
import { chat } from '../../../contract/chat.ts'
import { chatTools } from '../../../contract/chat-tools.ts'
import { media } from '../../../contract/media.ts'
import { subscriptions } from '../../../contract/subscriptions.ts'
import { users } from '../../../contract/users.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { giveCoins, makeCreator } from '../../../tests/support/money.ts'
import { makePicture } from '../../../tests/support/relations.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { enqueueAutomations, runBatch } from './run.ts'

const api = testApi()
const [hourMs, dayMs] = [3_600_000, 86_400_000]
let alice: Actor
let fan: Actor
let turned = 0
beforeEach(async () => {
  alice = await makeCreator(api, 0)
  fan = await api.makeUser({ displayName: 'Fiona' })
  api.turnClock(-turned)
  turned = 0
})

const turn = (ms: number) => {
  turned += ms
  api.turnClock(ms)
}
type Input = Parameters<typeof api.call<typeof automation.create>>[2]
const write = async (trigger: AutomationTrigger, input: Partial<Input> = {}) =>
  (await api.call(alice, automation.create, { trigger, content: 'Hello {name}', ...input })).data
const begin = async (trigger: AutomationTrigger, input: Partial<Input> = {}) => {
  const { id } = await write(trigger, input)
  await api.call(alice, automation.switch, { id, enabled: true })
  return id
}
/** As the job does every minute; a moment later, so that what happened just now is over. */
const tick = async () => {
  turn(60_000)
  await enqueueAutomations(api.ctx)
  await api.runJobs()
}
const read = async (who = fan, from = alice) =>
  (await api.call(who, chat.messages, { userId: from.id })).data.data.map((it) => it.content)
const log = async (id?: string) =>
  (await api.call(alice, automation.log, id ? { automation_id: id } : {})).data.data.map((it) => [
    it.fan?.id,
    it.decision,
  ])
const followAlice = (who = fan) => api.call(who, users.follow, { id: alice.id })
const say = (from: Actor, to: Actor, content: string, more = {}) =>
  api.call(from, chat.send, { receiver_id: to.id, content, ...more })

describe('an automatic message goes out', () => {
  it('to who follows, once, with the name, and not for what was before it was switched on', async () => {
    const early = await api.makeUser()
    await followAlice(early)
    const id = await begin('follow')
    await followAlice()
    for (let time = 0; time < 3; time++) await tick()
    expect(await read()).toEqual(['Hello Fiona'])
    await api.call(fan, users.unfollow, { id: alice.id })
    await followAlice()
    await tick()
    expect([await read(), await read(early)]).toEqual([['Hello Fiona'], []])
    expect(await log(id)).toEqual([[fan.id, 'sent']])
    expect((await api.call(alice, automation.list, {})).data.data).toMatchObject([{ id, sent: 1, dropped: 0 }])
  })

  it('to a new subscriber at once, with media and price, and not as a follower too', async () => {
    const picture = await makePicture(api, alice)
    await begin('follow', { content: 'You follow' })
    await begin('subscribe', { content: 'You subscribe', media_ids: [picture], price: 5 })
    await api.call(fan, subscriptions.subscribe, { id: alice.id })
    await api.runJobs()
    const [message] = (await api.call(fan, chat.messages, { userId: alice.id })).data.data
    expect(message).toMatchObject({ content: 'You subscribe', locked: true, price: 5, media: [{ id: picture }] })
    await tick()
    expect(await read()).toEqual(['You subscribe'])
    await giveCoins(api, fan, 5)
    expect((await api.call(fan, media.unlock, { id: picture, expected_price: 5 })).status).toBe(200)
  })

  it('as the welcome message of the settings, which is one of them', async () => {
    await api.call(alice, chatTools.setWelcome, { enabled: true, content: 'Welcome {name}' })
    const [welcome] = (await api.call(alice, automation.list, {})).data.data
    expect(welcome).toMatchObject({ trigger: 'subscribe', content: 'Welcome {name}', enabled: true, is_welcome: true })
    await api.call(alice, automation.switch, { id: welcome?.id ?? '', enabled: false })
    expect((await api.call(alice, chatTools.welcome, {})).data).toEqual({ enabled: false, content: 'Welcome {name}' })
  })

  it('after a renewal was switched off and after the end, but not to who is back', async () => {
    const carol = await makeCreator(api, 4.99)
    alice = carol
    await begin('renewal_off', { content: 'Stay' })
    await begin('expiry', { content: 'Come back' })
    const [leaver, returner] = [fan, await api.makeUser()]
    for (const who of [leaver, returner]) {
      await giveCoins(api, who, 20)
      await api.call(who, subscriptions.subscribe, { id: carol.id, expected_price: 4.99 })
      await api.call(who, subscriptions.unsubscribe, { id: carol.id })
    }
    await api.call(returner, subscriptions.subscribe, { id: carol.id, expected_price: 4.99 })
    await tick()
    expect([await read(leaver), await read(returner)]).toEqual([['Stay'], []])
  })

  it('after the first purchase alone', async () => {
    await begin('first_purchase', { content: 'Thank you' })
    await followAlice()
    await giveCoins(api, fan, 20)
    for (let time = 0; time < 2; time++) {
      const picture = await makePicture(api, alice)
      await say(alice, fan, 'Look', { media_ids: [picture], price: 5 })
      await api.call(fan, media.unlock, { id: picture, expected_price: 5 })
      await tick()
    }
    expect((await read()).filter((it) => it === 'Thank you')).toHaveLength(1)
  })

  it('hours after a paid message that was not opened, and not after one that was bought', async () => {
    const id = await begin('unopened', { content: 'Still there', delay_hours: 12 })
    const buyer = await api.makeUser()
    await giveCoins(api, buyer, 20)
    for (const who of [fan, buyer]) {
      await followAlice(who)
      const picture = await makePicture(api, alice)
      await say(alice, who, 'Look', { media_ids: [picture], price: 5 })
      if (who === buyer) await api.call(who, media.unlock, { id: picture, expected_price: 5 })
    }
    turn(11 * hourMs)
    await tick()
    expect(await log(id)).toEqual([])
    turn(hourMs)
    await tick()
    expect([(await read())[0], (await read(buyer))[0]]).toEqual(['Still there', 'Look'])
    turn(13 * hourMs)
    await tick()
    expect(await log(id)).toEqual([[fan.id, 'sent']])
  })

  it('after days of silence, once until the fan writes again', async () => {
    const id = await begin('silence', { content: 'How are you?', delay_hours: 72 })
    await followAlice()
    await say(fan, alice, 'Hi')
    await say(alice, fan, 'Hi Fiona')
    for (let day = 0; day < 8; day++) {
      turn(dayMs)
      await tick()
    }
    expect(await log(id)).toEqual([[fan.id, 'sent']])
    expect((await read())[0]).toBe('How are you?')
  })
})

describe('an automatic message is dropped, and the log says why', () => {
  const drops: [string, string, () => Promise<unknown>][] = [
    ['a person wrote since', 'human', () => say(alice, fan, 'Hi, it is me')],
    ['the fan waits for an answer', 'waiting', () => say(fan, alice, 'Are you there?')],
    [
      'the fan turned the creator off',
      'off',
      () => api.call(fan, broadcasts.setFrequency, { creatorId: alice.id, frequency: 'off' }),
    ],
    ['the fan is blocked', 'gone', () => api.call(alice, users.block, { id: fan.id })],
    ['the fan blocks', 'gone', () => api.call(fan, users.block, { id: alice.id })],
  ]
  it.each(drops)('when %s', async (_, decision, meanwhile) => {
    const id = await begin('subscribe', { delay_hours: 2 })
    await api.call(fan, subscriptions.subscribe, { id: alice.id })
    await meanwhile()
    turn(3 * hourMs)
    await tick()
    expect((await log(id)).map(([, it]) => it)).toEqual([decision])
    expect((await api.call(alice, automation.list, {})).data.data).toMatchObject([{ sent: 0, dropped: 1 }])
  })

  it('when the fan owns what is attached, or is not in the list', async () => {
    const picture = await makePicture(api, alice)
    await giveCoins(api, fan, 10)
    await followAlice()
    await say(alice, fan, 'Look', { media_ids: [picture], price: 5 })
    await api.call(fan, media.unlock, { id: picture, expected_price: 5 })
    await api.call(fan, users.unfollow, { id: alice.id })
    const owned = await begin('follow', { media_ids: [picture], price: 5 })
    const list = (await api.call(alice, audience.createList, { name: 'big', filter: { min_spent: 50 } })).data.id
    const listed = await begin('follow', { list_id: list })
    expect((await api.call(alice, audience.removeList, { id: list })).refusal.error).toBe('list_in_use')
    await followAlice()
    await tick()
    expect([await log(owned), await log(listed)]).toEqual([[[fan.id, 'owns']], [[fan.id, 'condition']]])
  })

  it('when the list asks for what nothing is known of, as for a fan who never paid', async () => {
    const filter = { paid_days: 20 }
    const list = (await api.call(alice, audience.createList, { name: 'paid lately', filter })).data.id
    const id = await begin('follow', { list_id: list })
    await followAlice()
    await tick()
    expect(await log(id)).toEqual([[fan.id, 'condition']])
  })

  it('when the week of a fan is full', async () => {
    for (let n = 0; n < 4; n++) await begin('follow')
    await followAlice()
    await tick()
    expect((await log()).map(([, it]) => it).toSorted()).toEqual(['sent', 'sent', 'sent', 'weekly'])
  })

  it('when the day of the message is full', async () => {
    const one = await begin('follow', { per_day: 1 })
    const others = [await api.makeUser(), await api.makeUser()]
    for (const it of others) await followAlice(it)
    await tick()
    expect((await log(one)).map(([, it]) => it).toSorted()).toEqual(['daily', 'sent'])
  })

  it('when what is attached is gone', async () => {
    const picture = await makePicture(api, alice)
    const id = await begin('follow', { media_ids: [picture] })
    await api.call(alice, media.remove, { id: picture })
    await followAlice()
    await tick()
    expect(await log(id)).toEqual([[fan.id, 'media']])
  })
})

describe('the job', () => {
  it('decides once for each event, in batches, on however many nodes', async () => {
    const id = await begin('follow')
    const fans = await Promise.all(Array.from({ length: 7 }, () => api.makeUser()))
    for (const it of fans) await followAlice(it)
    turn(60_000)
    expect(await runBatch(api.ctx, id, 3)).toBe(true)
    expect((await log(id)).length).toBe(3)
    await Promise.all([runBatch(api.ctx, id, 3), runBatch(api.ctx, id, 3)])
    while (await runBatch(api.ctx, id, 3)) {
      // To the end.
    }
    for (const it of fans) expect(await read(it)).toHaveLength(1)
    const page = (await api.call(alice, automation.log, { limit: 4 })).data
    const rest = (await api.call(alice, automation.log, { limit: 4, cursor: page.next ?? '' })).data
    expect([page.data.length, rest.data.length, rest.next]).toEqual([4, 3, null])
  })
})

describe('a dry run', () => {
  it('says what the last 30 days would have brought, and sends and stores nothing', async () => {
    const [waiting, off] = [await api.makeUser(), await api.makeUser()]
    for (const it of [fan, waiting, off]) await followAlice(it)
    await say(waiting, alice, 'Hello?')
    await api.call(off, broadcasts.setFrequency, { creatorId: alice.id, frequency: 'off' })
    turn(5 * dayMs)
    const input = { trigger: 'follow', content: 'Hello' } as const
    const { data } = await api.call(alice, automation.dryRun, input)
    expect(data).toMatchObject({ days: 30, events: 3, is_cut: false, fans: [{ id: fan.id }] })
    expect(data.decisions).toEqual([
      { decision: 'sent', count: 1 },
      { decision: 'off', count: 1 },
      { decision: 'waiting', count: 1 },
    ])
    const capped = (await api.call(alice, automation.dryRun, { ...input, per_day: 1, delay_hours: 1 })).data
    expect(capped.events).toBe(3)
    turn(30 * dayMs)
    expect((await api.call(alice, automation.dryRun, input)).data).toMatchObject({ events: 0, decisions: [] })
    expect([await read(), await log()]).toEqual([[], []])
  })
})

describe('what is written', () => {
  it('is refused with media of others, a price of nothing, or nothing at all', async () => {
    const theirs = await makePicture(api, await makeCreator(api))
    const refusal = async (input: Partial<Input>) =>
      (await api.call(alice, automation.create, { trigger: 'follow', ...input })).refusal.error
    expect(await refusal({ media_ids: [theirs] })).toBe('not_found')
    expect(await refusal({ content: 'Hi', price: 5 })).toBe('invalid_input')
    const empty = await write('follow', { content: '' })
    expect((await api.call(alice, automation.switch, { id: empty.id, enabled: true })).refusal.error).toBe(
      'invalid_input',
    )
    const other = await makeCreator(api)
    for (const call of [automation.remove, automation.switch] as const)
      expect((await api.call(other, call, { id: empty.id, enabled: false } as never)).status).toBe(404)
  })
})
