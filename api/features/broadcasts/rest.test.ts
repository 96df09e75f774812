import { beforeEach, describe, expect, it } from 'vitest'
import { audience } from '../../../contract/audience.ts'
import { broadcasts } from '../../../contract/broadcasts.ts'
import { calendar } from '../../../contract/calendar.ts'
import { undoMs } from '../../../contract/limits.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { addFollowers, readTexts, sendAfter, sendBroadcast } from '../../../tests/support/broadcasts.ts'
import { comparing, twoTexts } from '../../../tests/support/compared-broadcast.ts'
import { makeCreator } from '../../../tests/support/money.ts'
import { follow } from '../../../tests/support/relations.ts'
import { testApi } from '../../../tests/support/test-api.ts'

/** What a creator does with a broadcast whose two texts are compared (product §88). */
const api = testApi()
let alice: Actor
let fans: string[]
beforeEach(async () => {
  alice = await makeCreator(api)
  fans = await addFollowers(api, alice, 240)
})

const { compare, look, messagesOf, readers, openedBy } = comparing(api, () => alice)
const decide = (id: string, send: 'first' | 'second' | 'better' | 'none', who = alice) =>
  api.call(who, broadcasts.decideRest, { id, send })

describe('a creator', () => {
  it('chooses a text before its time, can take the choice back for ten seconds, and chooses once', async () => {
    const id = await compare()
    const before = (await look(id)).comparison?.rest_at
    const chosen = (await decide(id, 'second')).data.comparison
    expect(chosen).toMatchObject({ winner: 'second', decided: null })
    await api.runJobs({ early: true })
    expect((await look(id)).sent).toBe(24)
    expect((await decide(id, 'better')).data.comparison).toMatchObject({ winner: null, rest_at: before })
    await decide(id, 'second')
    api.turnClock(undoMs)
    await api.runJobs({ early: true })
    api.turnClock(-undoMs)
    expect(await look(id)).toMatchObject({
      status: 'sent',
      sent: 240,
      comparison: { winner: 'second', decided: { by: 'choice' } },
    })
    expect((await decide(id, 'first')).refusal.error).toBe('already_done')
    expect((await decide(id, 'first', await makeCreator(api))).status).toBe(404)
    expect((await readers(id)).second.length).toBe(228)
  })

  it('counts none of those who have a text already among the left out', async () => {
    await api.call(alice, broadcasts.setLimit, { per_week: 1 })
    const id = await compare()
    await decide(id, 'first')
    api.turnClock(undoMs)
    await api.runJobs({ early: true })
    api.turnClock(-undoMs)
    expect(await look(id)).toMatchObject({ sent: 240, left_out: { weekly: 0 } })
  })

  it('sends none to the others, for good', async () => {
    const id = await compare()
    expect((await decide(id, 'none')).data).toMatchObject({ status: 'sent', recipients: 24, sent: 24 })
    await sendAfter(api, 3)
    expect([(await messagesOf(id)).length, (await decide(id, 'first')).refusal.error]).toEqual([24, 'already_done'])
  })

  it('takes it back while it is compared: no one else gets it', async () => {
    const id = await compare()
    await api.call(alice, broadcasts.unsend, { id })
    await sendAfter(api, 3)
    expect((await messagesOf(id)).filter((it) => it.deletedAt === null)).toEqual([])
    expect((await look(id)).status).toBe('unsent')
  })

  it('stops both texts within ten seconds, and has both in the draft again', async () => {
    const { id } = (await api.call(alice, broadcasts.send, { ...twoTexts, hold: true })).data
    expect((await api.call(alice, broadcasts.withdraw, { id })).data.draft).toMatchObject(twoTexts)
    expect((await api.call(alice, broadcasts.getDraft, {})).data.draft).toMatchObject(twoTexts)
  })

  it('sees in the calendar when the rest goes, moved with the broadcast', async () => {
    const [day, next] = ['2199-03-02', '2199-03-03']
    const send_at = `${day}T10:00:00.000Z`
    const { id } = (await api.call(alice, broadcasts.send, { ...twoTexts, send_at })).data
    const rest = async (from: string) => {
      const { data } = (await api.call(alice, calendar.get, { from, days: 1, time_zone: 'UTC' })).data
      return data[0]?.items.filter((it) => it.kind === 'rest').map((it) => [it.id, it.at, it.is_past, it.audience])
    }
    expect(await rest(day)).toEqual([[id, `${day}T12:00:00.000Z`, false, 'followers']])
    await api.call(alice, broadcasts.move, { id, send_at: `${next}T09:00:00.000Z`, moved_from: send_at })
    expect([await rest(day), await rest(next)]).toEqual([
      undefined,
      [[id, `${next}T11:00:00.000Z`, false, 'followers']],
    ])
  })

  it('does not delete a list of which the rest still waits', async () => {
    const list = (await api.call(alice, audience.createList, { name: 'VIP' })).data
    await api.call(alice, audience.change, { choice: { ids: fans }, act: 'add', list_id: list.id })
    const id = await compare({ audience: 'list', list_id: list.id })
    const remove = () => api.call(alice, audience.removeList, { id: list.id })
    expect((await remove()).refusal.error).toBe('list_in_use')
    await decide(id, 'none')
    expect((await remove()).status).toBe(200)
  })

  it('writes again to who did not open it, whichever text they have', async () => {
    const id = await compare()
    const { first, second } = await readers(id)
    await openedBy(id, [...first.slice(1), ...second.slice(1)])
    await decide(id, 'none')
    const again = await sendBroadcast(api, alice, { audience: 'unopened', again_of: id, content: 'Again' })
    expect((await messagesOf(again)).map((it) => it.receiverId).toSorted()).toEqual([first[0], second[0]].toSorted())
  })

  it('previews both texts with the name of a fan', async () => {
    const fan = await api.makeUser({ displayName: 'Lena' })
    await follow(api, fan, alice)
    const input = { fan_id: fan.id, content: 'Hi {name}', second_content: 'Dear {name}' }
    expect((await api.call(alice, broadcasts.preview, input)).data).toMatchObject({
      content: 'Hi Lena',
      second_content: 'Dear Lena',
    })
    expect(await readTexts(api, fan, alice)).toEqual([])
  })
})
