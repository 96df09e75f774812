import { expect, it } from 'vitest'
import { agencies } from '../../../contract/agencies.ts'
import { chat } from '../../../contract/chat.ts'
import { join, makeAgency } from '../../../tests/support/agency.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { rights } from '../../../tests/support/rights.ts'
import type { TestSocket } from '../../../tests/support/sockets.ts'
import { listeningApi } from '../../../tests/support/test-api.ts'

/** Who is in a conversation is published to the team that may chat as that creator, and to no other operator. */
const { api, live } = listeningApi()

/** A creator who looks at the conversation with a fan, and her operator in the team inbox, who has seen her there. */
async function makeShift() {
  const agency = await makeAgency(api, rights('can_chat'))
  const fan = await api.makeUser()
  await api.call(agency.creator, chat.send, { receiver_id: fan.id, content: 'Hello' })
  const [own, inbox] = [await live.connect(agency.creator), await live.connect(agency.operator)]
  const look = async (receiver_id: string | null) => {
    own.send({ type: 'looking', receiver_id })
    expect(await inbox.next('team_here')).toMatchObject({
      creator_id: agency.creator.id,
      is_here: receiver_id !== null,
    })
  }
  await look(fan.id)
  return { ...agency, fan, own, inbox, look }
}
const seen = async (socket: TestSocket) => {
  await socket.roundTrip()
  return socket.received.filter((it) => it.type === 'team_here')
}
/** Resolves when the frames that the person sent before are handled, because a socket handles them in order. */
async function untilHandled(socket: TestSocket, to: Actor): Promise<void> {
  const other = await live.connect(to)
  socket.send({ type: 'typing', receiver_id: to.id, is_typing: true })
  await other.next('typing')
  other.close()
}

it('shows a creator to her own team, without operators of others and without those who may not chat', async () => {
  const [first, second] = [await makeShift(), await makeShift()]
  const quiet = await api.makeUser()
  const memberId = await join(api, first.owner, first.agencyId, quiet)
  const permissions = rights('can_medias')
  await api.call(first.owner, agencies.putGrant, { ...first.place, memberId, permissions })
  const outside = await live.connect(quiet)
  await first.look(null)
  expect([await seen(second.inbox), await seen(outside)]).toEqual([[], []])
  for (const it of [first.own, first.inbox, second.own, second.inbox, outside]) it.close()
})

it('asks only the creators for whom an operator may chat who is there', async () => {
  const [first, second] = [await makeShift(), await makeShift()]
  const quiet = await api.makeUser()
  const memberId = await join(api, first.owner, first.agencyId, quiet)
  await api.call(first.owner, agencies.putGrant, { ...first.place, memberId, permissions: rights('can_medias') })
  for (const who of [second.operator, quiet]) {
    const desk = await live.connect(who)
    desk.send({ type: 'looking', receiver_id: null, desk: true })
    await untilHandled(desk, await api.makeUser())
    await first.own.roundTrip()
    // What the creator does next is the next that her operator sees.
    await first.look(null)
    await first.look(first.fan.id)
    expect(await seen(first.inbox)).toEqual([])
    desk.close()
  }
  for (const it of [first.own, first.inbox, second.own, second.inbox]) it.close()
})
