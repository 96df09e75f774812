import { describe, expect, it } from 'vitest'
import { teamInbox } from '../../../contract/acting.ts'
import { agencies } from '../../../contract/agencies.ts'
import { chat } from '../../../contract/chat.ts'
import { users } from '../../../contract/users.ts'
import { join, makeAgency, represent } from '../../../tests/support/agency.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { rights } from '../../../tests/support/rights.ts'
import { testApi } from '../../../tests/support/test-api.ts'

const api = testApi()

describe('the team inbox', () => {
  it('lists conversations of creators with can_chat, with claims that can be handed over', async () => {
    const agency = await makeAgency(api, rights('can_chat'))
    const second = await api.makeUser({ isCreator: true, priceCents: 0 })
    const secondLink = await represent(api, agency.owner, agency.agencyId, second)
    const closed = await api.makeUser({ isCreator: true, priceCents: 0 })
    const closedLink = await represent(api, agency.owner, agency.agencyId, closed)
    const grant = (memberId: string, creatorId: string, flags = rights('can_chat')) =>
      api.call(agency.owner, agencies.putGrant, { id: agency.agencyId, memberId, creatorId, permissions: flags })
    await grant(agency.memberId, secondLink)
    await grant(agency.memberId, closedLink, rights('can_medias', 'can_social'))
    const fan = await api.makeUser()
    for (const creator of [agency.creator, second, closed]) {
      await api.call(fan, users.follow, { id: creator.id })
      await api.call(fan, chat.send, { receiver_id: creator.id, content: `Hello ${creator.username}` })
    }
    const inbox = async (actor: Actor, show: 'all' | 'mine' | 'free' = 'all') =>
      (await api.call(actor, teamInbox.inbox, { show })).data.data
    expect((await inbox(agency.operator)).map((row) => row.creator.id)).toEqual([second.id, agency.creator.id])
    expect(await inbox(agency.owner)).toEqual([])

    const lea = await api.makeUser()
    const leaMember = await join(api, agency.owner, agency.agencyId, lea)
    await grant(leaMember, agency.linkId)
    const conversation = { agency_id: agency.agencyId, creator_id: agency.creator.id, fan_id: fan.id }
    const twins = await Promise.all([
      api.call(agency.operator, teamInbox.claim, conversation),
      api.call(lea, teamInbox.claim, conversation),
    ])
    expect(twins.map((answer) => answer.status).sort()).toEqual([200, 409])
    const [mine, other, otherActor] =
      twins[0]?.status === 200 ? [agency.operator, lea.id, lea] : [lea, agency.operator.id, agency.operator]
    expect(await inbox(mine, 'mine')).toHaveLength(1)
    await api.call(mine, teamInbox.claim, { ...conversation, operator_id: other, note: 'Likes tea, not coffee.' })
    expect((await inbox(otherActor, 'mine'))[0]?.claim).toMatchObject({
      operator: { id: other },
      note: 'Likes tea, not coffee.',
    })
    // An operator without can_chat for the creator can neither claim nor receive a claim.
    expect((await api.call(agency.operator, teamInbox.claim, { ...conversation, creator_id: closed.id })).status).toBe(
      404,
    )
    expect(
      (
        await api.call(agency.operator, teamInbox.claim, {
          ...conversation,
          creator_id: second.id,
          operator_id: lea.id,
        })
      ).status,
    ).toBe(404)
    // A claim is free when its holder loses access.
    expect(await inbox(mine, 'free')).toHaveLength(mine === agency.operator ? 1 : 0)
    await api.call(agency.owner, agencies.removeMember, {
      id: agency.agencyId,
      memberId: otherActor === lea ? leaMember : agency.memberId,
    })
    expect(await inbox(otherActor)).toEqual([])
    expect((await inbox(mine, 'free')).filter((row) => row.creator.id === agency.creator.id)).toMatchObject([
      { claim: { operator: null, note: 'Likes tea, not coffee.' } },
    ])
    expect((await api.call(mine, teamInbox.claim, conversation)).status).toBe(200)
    expect(await inbox(mine, 'mine')).toHaveLength(1)
  })
})
