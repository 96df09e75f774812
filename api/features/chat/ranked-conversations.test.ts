import { describe, expect, it } from 'vitest'
import { chat } from '../../../contract/chat.ts'
import { inbox } from '../../../contract/inbox.ts'
import { conversationSorts } from '../../../contract/inbox-views.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { giveCoins, makeCreator } from '../../../tests/support/money.ts'
import { follow } from '../../../tests/support/relations.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { readViewer } from '../../identity/viewer.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { markRead } from './messages.ts'

/** Lists that are sorted by more than time: each is one order, however it is cut into pages. */
const api = testApi()
const tip = async (fan: Actor, creator: Actor, amount: number) => {
  await giveCoins(api, fan, amount)
  expect((await api.call(fan, chat.tip, { id: creator.id, amount })).status).toBe(200)
}
/** Fans who have written to a creator, the first one first. */
async function writers(creator: Actor, count: number): Promise<Writer[]> {
  const fans: Writer[] = []
  while (fans.length < count) {
    const fan = await api.makeUser()
    await follow(api, fan, creator)
    const { status, data } = await api.call(fan, chat.send, { receiver_id: creator.id, content: 'Hello' })
    expect(status).toBe(201)
    fans.push({ ...fan, messageId: data.id })
  }
  return fans
}
type Writer = Actor & { messageId: string }

async function pages(creator: Actor, query: object, limit: number): Promise<string[]> {
  const found: string[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const { data } = await api.call(creator, chat.conversations, { mode: 'creator', ...query, limit, cursor })
    found.push(...data.data.map((it) => it.other_user_id))
    cursor = data.next
  }
  return found
}
const ids = (fans: (Actor | undefined)[]) => fans.map((it) => it?.id)

describe.each([1, 2, 3, 50])('in pages of %i', (limit) => {
  it('lists who paid most first, and who paid nothing after them by time', async () => {
    const creator = await makeCreator(api)
    const [a, b, c, d, e, f] = await writers(creator, 6)
    if (!a || !b || !c || !d || !e || !f) throw new Error('six fans have written')
    for (const [fan, amount] of [
      [d, 5],
      [a, 7],
      [c, 5],
      [a, 1],
    ] as const)
      await tip(fan, creator, amount)
    const tied = [c.id, d.id].toSorted().toReversed()
    const order = [a.id, ...tied, ...ids([f, e, b])]
    expect(await pages(creator, { sort: 'top_spenders' }, limit)).toEqual(order)
    expect(await pages(creator, { sort: 'top_spenders', filter: 'spenders' }, limit)).toEqual(order.slice(0, 3))
    expect((await pages(creator, { filter: 'spenders' }, limit)).toSorted()).toEqual(order.slice(0, 3).toSorted())
  })

  it.each<[(typeof conversationSorts)[number], number[]]>([
    ['unread_first', [3, 2, 0, 4, 1]],
    ['oldest_unanswered', [0, 2, 3, 1, 4]],
  ])('lists by %s', async (sort, order) => {
    const creator = await makeCreator(api)
    const fans = await writers(creator, 5)
    const { viewer } = await readViewer(api.ctx, creator.cookie)
    for (const fan of [fans[1], fans[4]]) {
      if (!fan) throw new Error('five fans have written')
      await api.call(creator, chat.send, { receiver_id: fan.id, content: 'Hello back' })
      await markRead(api.ctx, viewer as Viewer, fan.messageId)
    }
    expect(await pages(creator, { sort }, limit)).toEqual(ids(order.map((at) => fans[at])))
  })
})

describe.each([
  ['mute', 'muted'],
  ['pin', 'pinned'],
  ['hide', 'hidden'],
  ['snooze', 'snoozed'],
] as const)('conversations that are there to %s', (act, filter) => {
  it.each(conversationSorts)('keep the order by %s in pages of two', async (sort) => {
    const creator = await makeCreator(api)
    const fans = await writers(creator, 5)
    const { viewer } = await readViewer(api.ctx, creator.cookie)
    for (const [at, amount] of [
      [3, 2],
      [0, 9],
    ] as const)
      await tip(fans[at] as Writer, creator, amount)
    await api.call(creator, chat.send, { receiver_id: fans[1]?.id ?? '', content: 'Hello back' })
    await markRead(api.ctx, viewer as Viewer, fans[1]?.messageId ?? '')
    const all = await pages(creator, { sort }, 50)
    const others = all.filter((id) => id !== fans[2]?.id)
    const { data } = (await api.call(creator, chat.conversations, { mode: 'creator' })).data
    const chosen = data.filter((it) => others.includes(it.other_user_id)).map((it) => it.id)
    const until = new Date(api.ctx.now() + 3_600_000).toISOString()
    await api.call(creator, inbox.change, { ids: chosen, act, ...(act === 'snooze' && { until }), mode: 'creator' })
    expect(await pages(creator, { sort, filter }, 2)).toEqual(others)
  })
})

it('has no subscriber whose subscription is over, and none who is a stranger', async () => {
  const creator = await makeCreator(api)
  await writers(creator, 2)
  expect(await pages(creator, { filter: 'requests' }, 50)).toHaveLength(2)
  expect(await pages(creator, { filter: ['subscribers', 'expired'] }, 50)).toEqual([])
  expect(await pages(creator, { filter: ['subscribers', 'requests'] }, 50)).toEqual([])
})

it('goes on after a page whose last fan has paid meanwhile', async () => {
  const creator = await makeCreator(api)
  const fans = await writers(creator, 4)
  for (const [at, fan] of fans.entries()) if (at < 3) await tip(fan, creator, 9 - at)
  const query = { mode: 'creator', sort: 'top_spenders', limit: 2 } as const
  const first = (await api.call(creator, chat.conversations, query)).data
  const [, second] = fans
  if (second) await tip(second, creator, 50)
  const { data } = (await api.call(creator, chat.conversations, { ...query, cursor: first.next ?? '' })).data
  expect(data.map((it) => it.other_user_id)).toEqual(ids([fans[2], fans[3]]))
})
