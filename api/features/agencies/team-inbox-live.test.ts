import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { agencies } from '../../../contract/agencies.ts'
import { chat } from '../../../contract/chat.ts'
import { media } from '../../../contract/media.ts'
import { requests } from '../../../contract/requests.ts'
import { teamInbox } from '../../../contract/team-inbox.ts'
import { actAs, join, makeAgency } from '../../../tests/support/agency.ts'
import { type Actor, openTestApi, type TestApi } from '../../../tests/support/api.ts'
import { giveCoins, makePaidPost } from '../../../tests/support/money.ts'
import { follow } from '../../../tests/support/relations.ts'
import { rights } from '../../../tests/support/rights.ts'
import { shiftFromNow } from '../../../tests/support/shifts.ts'
import { type Listening, listen, type TestSocket } from '../../../tests/support/sockets.ts'
import { makeTwoAgencies } from '../../../tests/support/two-agencies.ts'
import { toShiftRow } from '../../identity/shifts.ts'
import { agencyGrants } from '../../platform/db/schema/agencies.ts'

let api: TestApi
let server: Listening
beforeAll(async () => {
  api = await openTestApi()
  server = await listen(api)
})
afterAll(async () => {
  await server.close()
  await api.close()
})

async function makeDesk(flags = rights('can_chat')) {
  const agency = await makeAgency(api, flags)
  const fan = await api.makeUser()
  await follow(api, fan, agency.creator)
  return { ...agency, fan }
}
const write = (from: Actor, to: Actor, content: string) => api.call(from, chat.send, { receiver_id: to.id, content })

/** The socket of an operator in person with the team inbox open: its creators are subscribed once a frame after it is answered. */
async function openInbox(operator: Actor): Promise<TestSocket> {
  const socket = await server.connect(operator)
  socket.send({ type: 'team_inbox', is_open: true })
  await settled(socket)
  return socket
}
/** Frames are answered in order, so that after the answer to this one every earlier frame was dealt with. */
async function settled(socket: TestSocket): Promise<void> {
  socket.send({ type: 'resume', after: null })
  await socket.next('resumed')
}

describe('the events of a team inbox', () => {
  it('are those of the creators for whom the operator may chat, on the operator’s own socket', async () => {
    const { operator, creator, fan, agencyId } = await makeDesk()
    const other = await makeDesk()
    const socket = await openInbox(operator)
    await write(other.fan, other.creator, 'Not for you')
    await write(fan, creator, 'Hello')
    expect(await socket.next('team_event')).toMatchObject({
      agency_id: agencyId,
      creator_id: creator.id,
      event: { type: 'new_message', message: { content: 'Hello', sender: { id: fan.id } } },
    })
    // It is no message of the operator's own.
    await settled(socket)
    expect(socket.received.filter((it) => it.type === 'new_message' || it.type === 'team_event')).toEqual([])
    socket.close()
  })

  it('have media with addresses that are the operator’s, and say when a fan has bought them', async () => {
    const { operator, creator, fan, grantId } = await makeDesk()
    const { mediaId } = await makePaidPost(api, creator, 5)
    const socket = await openInbox(operator)
    const sent = await api.call(creator, chat.send, { receiver_id: fan.id, media_ids: [mediaId], price: 5 })
    const { event } = await socket.next('team_event')
    const shown = event.type === 'new_message' ? event.message.media[0]?.url : null
    expect(shown).toContain(`/media/${mediaId}/card?v=can_chat.${grantId}&`)
    await giveCoins(api, fan, 10)
    await api.call(fan, media.unlock, { id: mediaId, expected_price: 5, within: sent.data.id })
    expect(await socket.next('team_event')).toMatchObject({
      creator_id: creator.id,
      event: { type: 'media_unlocked', fan_id: fan.id },
    })
    socket.close()
  })

  it('say what a fan or a colleague does with a paid request', async () => {
    const { operator, creator, fan } = await makeDesk()
    await giveCoins(api, fan, 10)
    await api.call(creator, requests.setSettings, { min_price: 5 })
    const socket = await openInbox(operator)
    await api.call(fan, requests.create, { id: creator.id, text: 'A song', price: 5 })
    const isOfRequest = ({ event }: { event: { type: string } }) => event.type === 'request_updated'
    await settled(socket)
    const events = socket.received.flatMap((it) => (it.type === 'team_event' && isOfRequest(it) ? [it] : []))
    expect(events).toMatchObject([{ creator_id: creator.id, event: { fan_id: fan.id } }])
    socket.close()
  })

  it('do not show the creator as online, and end when the inbox is closed', async () => {
    const { operator, creator, fan } = await makeDesk()
    const socket = await openInbox(operator)
    expect(api.ctx.live.isOnline(creator.id)).toBe(false)
    socket.send({ type: 'team_inbox', is_open: false })
    await settled(socket)
    await write(fan, creator, 'Hello')
    await settled(socket)
    expect(socket.received.filter((it) => it.type === 'team_event')).toEqual([])
    socket.close()
  })

  it('have claims of colleagues of the same agency', async () => {
    const { operator, creator, fan, agencyId, owner, place } = await makeDesk()
    const lea = await api.makeUser({ displayName: 'Lea' })
    const memberId = await join(api, owner, agencyId, lea)
    await api.call(owner, agencies.putGrant, { ...place, memberId, permissions: rights('can_chat') })
    await write(fan, creator, 'Hello')
    const socket = await openInbox(operator)
    await api.call(lea, teamInbox.claim, { agency_id: agencyId, creator_id: creator.id, fan_id: fan.id })
    expect(await socket.next('team_event')).toMatchObject({
      event: { type: 'team_claim', fan_id: fan.id, operator: { id: lea.id } },
    })
    socket.close()
  })

  it('show a claim to the creator and to colleagues who act, and not to another agency', async () => {
    const { aube, brume, people } = await makeTwoAgencies(api)
    const { alice, olivia } = people
    const fan = await api.makeUser()
    await write(alice, fan, 'Hello')
    const own = await server.connect(alice)
    const acting = await server.connect(await actAs(api, olivia, alice))
    for (const agency of [aube, brume])
      await api.call(olivia, teamInbox.claim, { agency_id: agency.id, creator_id: alice.id, fan_id: fan.id })
    await settled(acting)
    await settled(own)
    const seenBy = (socket: TestSocket) =>
      socket.received.flatMap((it) => (it.type === 'team_claim' ? [it.agency_id] : []))
    expect([seenBy(own).length, seenBy(acting).length]).toEqual([2, 1])
    own.close()
    acting.close()
  })

  it('end at once when the grant is revoked, and the socket stays', async () => {
    const { operator, creator, fan, owner, place } = await makeDesk()
    const socket = await openInbox(operator)
    await api.call(owner, agencies.removeGrant, place)
    expect(await socket.next('team_event')).toMatchObject({ creator_id: creator.id, event: { type: 'access_ended' } })
    await write(fan, creator, 'Secret')
    await settled(socket)
    expect(socket.received.filter((it) => it.type === 'team_event')).toEqual([])
    socket.close()
  })

  const { shifts, shift_zone: shiftZone } = toShiftRow(shiftFromNow(60))
  it.each([
    ['no revocation was received', { revokedAt: new Date() }],
    ['the shift is over', { shifts, shiftZone }],
  ])('end by the check of rights where %s', async (_, change) => {
    const { operator, creator, grantId } = await makeDesk()
    const socket = await openInbox(operator)
    // Straight in the database, as on a node that Redis does not reach.
    await api.db.update(agencyGrants).set(change).where(eq(agencyGrants.id, grantId))
    expect(await socket.next('team_event')).toMatchObject({ creator_id: creator.id, event: { type: 'access_ended' } })
    socket.close()
  })

  it('begin for no operator without can_chat, and for no session that acts', async () => {
    const without = await makeDesk(rights('can_social', 'can_medias'))
    const acting = await makeDesk()
    const sockets = [
      await openInbox(without.operator),
      await openInbox(await actAs(api, acting.operator, acting.creator)),
    ]
    await write(without.fan, without.creator, 'Hello')
    await write(acting.fan, acting.creator, 'Hello')
    for (const socket of sockets) {
      await settled(socket)
      expect(socket.received.filter((it) => it.type === 'team_event')).toEqual([])
      socket.close()
    }
  })
})
