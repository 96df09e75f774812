import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { agencies } from '../../../contract/agencies.ts'
import { chat } from '../../../contract/chat.ts'
import { users } from '../../../contract/users.ts'
import { actAs, join, makeAgency, represent } from '../../../tests/support/agency.ts'
import { type Actor, openTestApi, type TestApi } from '../../../tests/support/api.ts'
import { redisAtHand } from '../../../tests/support/redis.ts'
import { allRights, rights } from '../../../tests/support/rights.ts'
import { type Listening, listen, type TestSocket } from '../../../tests/support/sockets.ts'
import { features } from '../../features.ts'
import { readViewer } from '../../identity/viewer.ts'
import { createApp } from '../../platform/http/create-app.ts'
import { openLive } from '../../platform/live/hub.ts'
import type { Live } from '../../platform/live/live.ts'
import { readAcquaintances } from './live.ts'

/** Two nodes joined by Redis if there is one, else one node. */
let api: TestApi
let one: Listening
let two: Listening
let closeTwo: () => Promise<void>
let lives: Live[]
beforeAll(async () => {
  const url = await redisAtHand()
  api = await openTestApi({ env: url === null ? {} : { REDIS_URL: url } })
  one = await listen(api)
  lives = [api.ctx.live]
  if (url === null) {
    two = one
    closeTwo = async () => undefined
    return
  }
  const live = await openLive({ db: api.db, env: api.ctx.env, readAcquaintances })
  lives.push(live)
  const on = { ...api.ctx, live }
  two = await listen({ ...api, ctx: on, app: createApp(on, readViewer, features(on)) })
  closeTwo = async () => {
    await two.close()
    await live.close()
  }
})
afterAll(async () => {
  await one.close()
  await closeTwo()
  await api.close()
})

/** A creator with a fan who wrote, and two operators who may chat, each in a browser of their own. */
async function makeShift() {
  const agency = await makeAgency(api, allRights)
  const lea = await api.makeUser({ displayName: 'Lea' })
  const memberId = await join(api, agency.owner, agency.agencyId, lea)
  const leaGrant = { id: agency.agencyId, memberId, creatorId: agency.linkId }
  await api.call(agency.owner, agencies.putGrant, { ...leaGrant, permissions: rights('can_chat') })
  const fan = await api.makeUser()
  await api.call(fan, users.follow, { id: agency.creator.id })
  await api.call(agency.creator, chat.send, { receiver_id: fan.id, content: 'hello' })
  return { ...agency, lea, leaGrant, fan, asLea: await actAs(api, lea, agency.creator) }
}
/**
 * Waits until these sockets receive what any node publishes to this person: a node whose first socket of a person has
 * just opened needs a moment to subscribe.
 */
async function untilSubscribed(person: Actor, ...sockets: TestSocket[]): Promise<void> {
  const hasReceived = (socket: TestSocket) =>
    socket.received.some((event) => event.type === 'presence' && event.user_id === person.id)
  for (const live of lives) {
    const publishAndCheck = () => {
      live.publish({ userId: person.id, type: 'presence', payload: { user_id: person.id, online: true } })
      return sockets.every(hasReceived)
    }
    await expect.poll(publishAndCheck, { interval: 30, timeout: 5_000 }).toBe(true)
    for (const socket of sockets) socket.received.splice(0)
  }
}
const looks = (fan: Actor) => ({ type: 'looking', receiver_id: fan.id })
const types = (fan: Actor) => ({ type: 'typing', receiver_id: fan.id, is_typing: true })
const team = (received: readonly { type: string }[]) => received.filter((it) => it.type === 'team_here')

describe('team presence', () => {
  it('shows operators and the creator to each other across nodes, and the fan the creator only', async () => {
    const { creator, operator, lea, asLea, fan, agencyId } = await makeShift()
    const asOperator = await actAs(api, operator, creator)
    const first = await one.connect(asLea)
    const second = await two.connect(asOperator)
    const own = await two.connect(creator)
    const theirs = await one.connect(fan)
    await untilSubscribed(creator, first, second, own)
    first.send(looks(fan))
    second.send(looks(fan))
    // The second to arrive learns who is there.
    expect(await second.next('team_here')).toMatchObject({
      creator_id: creator.id,
      fan_id: fan.id,
      person_id: lea.id,
      agency_id: agencyId,
      name: 'Lea',
      is_here: true,
      is_typing: false,
    })
    expect(await first.next('team_here')).toMatchObject({ person_id: operator.id, is_here: true })
    first.send(types(fan))
    for (const socket of [second, own]) {
      for (;;) {
        const event = await socket.next('team_here')
        if (event.person_id === lea.id && event.is_typing) break
      }
    }
    expect(await theirs.next('typing')).toMatchObject({ sender_id: creator.id, is_typing: true })
    // A member who arrives while another types learns of it, although no further frame is sent.
    own.received.splice(0)
    own.send(looks(fan))
    for (;;) {
      const event = await own.next('team_here')
      if (event.person_id !== lea.id) continue
      expect(event).toMatchObject({ is_here: true, is_typing: true })
      break
    }
    for (;;) {
      const event = await first.next('team_here')
      if (event.person_id === creator.id) break
    }
    first.send({ ...types(fan), is_typing: false })
    for (;;) {
      const event = await own.next('team_here')
      if (event.person_id === lea.id && !event.is_typing) break
    }
    first.close()
    for (;;) {
      const event = await second.next('team_here')
      if (event.person_id === lea.id && !event.is_here) break
    }
    // Members receive nothing about themselves, and the fan nothing about the team.
    await Promise.all([theirs.roundTrip(), own.roundTrip(), second.roundTrip()])
    expect(JSON.stringify(theirs.received)).not.toContain('Lea')
    expect(team(theirs.received)).toEqual([])
    for (const [socket, who] of [
      [second, operator],
      [own, creator],
    ] as const) {
      expect(team(socket.received).filter((event) => (event as { person_id?: string }).person_id === who.id)).toEqual(
        [],
      )
    }
    for (const socket of [second, own, theirs]) socket.close()
  })

  it('is closed to operators without can_chat, and ends when it is removed', async () => {
    const it = await makeShift()
    const { asLea, fan, operator, creator } = it
    await api.call(it.owner, agencies.putGrant, { ...it.place, permissions: rights('can_social', 'can_medias') })
    const outside = await one.connect(await actAs(api, operator, creator))
    const inside = await one.connect(asLea)
    outside.send(looks(fan))
    inside.send(looks(fan))
    inside.send(types(fan))
    await inside.roundTrip()
    await api.call(fan, chat.messages, { userId: creator.id })
    await outside.roundTrip()
    expect(team(outside.received)).toEqual([])
    expect(team(inside.received)).toEqual([])
    await api.call(it.owner, agencies.removeGrant, it.leaGrant)
    await inside.closed
    outside.close()
  })

  it('reaches the inbox of colleagues who may chat, and asks again when one opens it', async () => {
    const { operator, lea, asLea, fan, creator } = await makeShift()
    const busy = await one.connect(asLea)
    busy.send(looks(fan))
    await busy.roundTrip()
    const inbox = await two.connect(operator)
    await untilSubscribed(operator, inbox)
    inbox.send({ type: 'looking', receiver_id: null, desk: true })
    const here = { creator_id: creator.id, fan_id: fan.id, person_id: lea.id, name: 'Lea', asks: false }
    expect(await inbox.next('team_here')).toMatchObject({ ...here, is_here: true, is_typing: false })
    busy.send(types(fan))
    for (;;) if ((await inbox.next('team_here')).is_typing) break
    const outsider = await one.connect(await api.makeUser())
    outsider.send({ type: 'looking', receiver_id: null, desk: true })
    await outsider.roundTrip()
    busy.close()
    for (;;) if (!(await inbox.next('team_here')).is_here) break
    expect(team(outsider.received)).toEqual([])
    // Lea's own inbox, in another tab, shows nothing about Lea.
    const own = await one.connect(lea)
    own.send({ type: 'looking', receiver_id: null, desk: true })
    await own.roundTrip()
    expect(team(own.received)).toEqual([])
    for (const socket of [inbox, outsider, own]) socket.close()
  })

  it('hides the name of an operator of another agency, and other creators from one who acts', async () => {
    const { creator, asLea, fan, lea } = await makeShift()
    const other = await makeAgency(api, allRights)
    const linkId = await represent(api, other.owner, other.agencyId, creator)
    await api.call(other.owner, agencies.putGrant, { ...other.place, creatorId: linkId, permissions: allRights })
    const rival = await one.connect(await actAs(api, other.operator, creator))
    // The same operator acts as the other creator, in another browser.
    const elsewhere = await one.connect(await actAs(api, other.operator, other.creator))
    const inside = await one.connect(asLea)
    rival.send(looks(fan))
    inside.send(looks(fan))
    expect(await rival.next('team_here')).toMatchObject({ fan_id: fan.id, person_id: '', name: null, agency_id: null })
    expect(await inside.next('team_here')).toMatchObject({ person_id: '', name: null })
    await elsewhere.roundTrip()
    expect(team(elsewhere.received)).toEqual([])
    expect(JSON.stringify(rival.received)).not.toContain(lea.id)
    for (const socket of [rival, elsewhere, inside]) socket.close()
  })

  it('hides what a team member sees as an operator from one who acts as that member', async () => {
    const it = await makeShift()
    const other = await makeAgency(api, allRights)
    // A creator who is also an operator of another creator, while an operator acts as that creator.
    const memberId = await join(api, it.owner, it.agencyId, other.creator)
    const place = { id: it.agencyId, memberId, creatorId: it.linkId }
    await api.call(it.owner, agencies.putGrant, { ...place, permissions: rights('can_chat') })
    const own = await one.connect(other.creator)
    const acting = await one.connect(await actAs(api, other.operator, other.creator))
    const inside = await one.connect(it.asLea)
    await untilSubscribed(other.creator, own, acting)
    inside.send(looks(it.fan))
    expect(await own.next('team_here')).toMatchObject({ creator_id: it.creator.id, name: 'Lea' })
    await acting.roundTrip()
    expect(team(acting.received)).toEqual([])
    for (const socket of [own, acting, inside]) socket.close()
  })
})

describe('the audit log', () => {
  it('publishes acting_log to the creator for each action of an operator, and to no one else', async () => {
    const { creator, asLea, fan, owner, leaGrant, agencyId } = await makeShift()
    const own = await two.connect(creator)
    const operator = await one.connect(asLea)
    const theirs = await one.connect(fan)
    await untilSubscribed(creator, own)
    await api.call(asLea, chat.send, { receiver_id: fan.id, content: 'from the team' })
    expect(await own.next('acting_log')).toMatchObject({ type: 'acting_log' })
    const { data } = (await api.call(creator, agencies.myActivity, {})).data
    expect(data[0]).toMatchObject({ action: 'chat.send', about: { id: fan.id, username: fan.username } })
    // Without can_chat the agency does not learn to whom the creator writes.
    const theirLog = (await api.call(owner, agencies.activity, { id: agencyId })).data
    expect(theirLog.data[0]).toMatchObject({ action: 'chat.send', about: null })
    // A receipt over the socket is an action too.
    const message = (await api.call(fan, chat.send, { receiver_id: creator.id, content: 'thanks' })).data
    operator.send({ type: 'read_receipt', message_id: message.id })
    await own.next('acting_log')
    expect((await api.call(creator, agencies.myActivity, {})).data.data[0]).toMatchObject({ action: 'chat.read' })
    // So is reading a conversation in which nothing is unread, once and not with each page.
    const read = () => api.call(asLea, chat.messages, { userId: fan.id })
    await Promise.all([read(), own.next('acting_log')])
    await read()
    const actions = async () => (await api.call(creator, agencies.myActivity, {})).data.data.map((it) => it.action)
    expect((await actions()).slice(0, 2)).toEqual(['chat.open', 'chat.read'])
    expect((await api.call(creator, agencies.myActivity, {})).data.data[0]).toMatchObject({ about: { id: fan.id } })
    // The list of conversations is none, and neither is a refused request.
    await api.call(asLea, chat.conversations, {})
    await api.call(asLea, chat.send, { receiver_id: fan.id, content: 'x', price: 5 })
    await own.roundTrip()
    expect(own.received.filter((it) => it.type === 'acting_log')).toEqual([])
    await api.call(owner, agencies.removeGrant, leaGrant)
    await own.next('acting_log')
    await theirs.roundTrip()
    for (const socket of [operator, theirs])
      expect(socket.received.filter((it) => it.type === 'acting_log')).toEqual([])
    own.close()
    theirs.close()
  })
})
