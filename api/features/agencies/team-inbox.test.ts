import { describe, expect, it } from 'vitest'
import { agencies } from '../../../contract/agencies.ts'
import { chat } from '../../../contract/chat.ts'
import { teamInbox } from '../../../contract/team-inbox.ts'
import { users } from '../../../contract/users.ts'
import { join, makeAgency, represent } from '../../../tests/support/agency.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { sendBroadcast } from '../../../tests/support/broadcasts.ts'
import { follow } from '../../../tests/support/relations.ts'
import { rights } from '../../../tests/support/rights.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { makeTwoAgencies } from '../../../tests/support/two-agencies.ts'

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
    // Nor can a member without it hand over or release what others hold.
    for (const operator_id of [mine.id, null])
      expect((await api.call(agency.owner, teamInbox.claim, { ...conversation, operator_id })).status).toBe(404)
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

  it('leaves out what a creator has hidden, what she wrote to other creators, and whom only her broadcasts reached', async () => {
    const { operator, creator } = await makeAgency(api, rights('can_chat'))
    const star = await api.makeUser({ isCreator: true, priceCents: 0 })
    const [fan, hidden, quiet] = [await api.makeUser(), await api.makeUser(), await api.makeUser()]
    for (const it of [fan, hidden]) await api.call(creator, chat.send, { receiver_id: it.id, content: 'Hello' })
    await follow(api, creator, star)
    await api.call(creator, chat.send, { receiver_id: star.id, content: 'I admire you' })
    const { id } = (await api.call(creator, chat.conversation, { userId: hidden.id })).data
    await api.call(creator, chat.hide, { id: id ?? '' })
    await follow(api, quiet, creator)
    await sendBroadcast(api, creator, { audience: 'followers', content: 'News' })
    const answer = await api.call(operator, teamInbox.inbox, {})
    expect([answer.status, answer.refusal]).toMatchObject([200, { data: [{ fan: { id: fan.id } }] }])
    expect(answer.data.data).toHaveLength(1)
  })

  it('has a claim for each conversation, which ends with the access of its holder to that creator', async () => {
    const agency = await makeAgency(api, rights('can_chat'))
    const second = await api.makeUser({ isCreator: true, priceCents: 0 })
    const secondLink = await represent(api, agency.owner, agency.agencyId, second)
    const lea = await api.makeUser()
    const leaMember = await join(api, agency.owner, agency.agencyId, lea)
    const grant = (memberId: string, creatorId: string) =>
      api.call(agency.owner, agencies.putGrant, {
        ...agency.place,
        memberId,
        creatorId,
        permissions: rights('can_chat'),
      })
    await grant(agency.memberId, secondLink)
    await grant(leaMember, agency.linkId)
    const [fan, other] = [await api.makeUser(), await api.makeUser()]
    for (const it of [fan, other]) await api.call(agency.creator, chat.send, { receiver_id: it.id, content: 'Hello' })
    const claim = (who: Actor, fanId: string) =>
      api.call(who, teamInbox.claim, { agency_id: agency.agencyId, creator_id: agency.creator.id, fan_id: fanId })
    await api.call(second, chat.send, { receiver_id: fan.id, content: 'Hello' })
    expect((await claim(agency.operator, fan.id)).status).toBe(200)
    const mine = (await api.call(agency.operator, teamInbox.inbox, { show: 'mine' })).data.data
    expect(mine.map((it) => it.creator.id)).toEqual([agency.creator.id])
    const free = async (who: Actor) =>
      (await api.call(who, teamInbox.inbox, { show: 'free' })).data.data.map((it) => it.fan.id)
    expect(await free(lea)).toEqual([other.id])
    expect((await claim(lea, fan.id)).refusal.error).toBe('already_done')
    // The holder may still write as the second creator.
    await api.call(agency.owner, agencies.removeGrant, agency.place)
    expect(await free(lea)).toEqual([other.id, fan.id])
    expect((await claim(lea, fan.id)).status).toBe(200)
  })

  it('has the claims of each agency for itself, and of each operator', async () => {
    const { aube, brume, people } = await makeTwoAgencies(api)
    const fan = await api.makeUser()
    await api.call(people.alice, chat.send, { receiver_id: fan.id, content: 'Hello' })
    await api.call(people.olivia, teamInbox.claim, {
      ...{ agency_id: aube.id, creator_id: people.alice.id, fan_id: fan.id },
    })
    const inbox = async (actor: Actor, show: 'all' | 'mine') =>
      (await api.call(actor, teamInbox.inbox, { show })).data.data.map((it) => [it.agency_id, it.claim?.operator?.id])
    const [held, free] = [
      [aube.id, people.olivia.id],
      [brume.id, undefined],
    ]
    expect(await inbox(people.olivia, 'all')).toEqual([held, free].toSorted())
    expect([await inbox(people.olivia, 'mine'), await inbox(people.pablo, 'all')]).toEqual([[held], [held]])
    expect(await inbox(people.pablo, 'mine')).toEqual([])
  })

  it('takes no claim on who never wrote with the creator, nor for an agency that may not act for her', async () => {
    const { aube, brume, people } = await makeTwoAgencies(api)
    const [fan, stranger] = [await api.makeUser(), await api.makeUser()]
    await api.call(people.alice, chat.send, { receiver_id: fan.id, content: 'Hello' })
    await api.call(people.bea, chat.send, { receiver_id: stranger.id, content: 'Hello' })
    const claim = async (agency: string, fanId: string) => {
      const claimed = { agency_id: agency, creator_id: people.alice.id, fan_id: fanId }
      return (await api.call(people.olivia, teamInbox.claim, claimed)).status
    }
    const place = { id: brume.id, memberId: brume.members.olivia ?? '', creatorId: brume.links.alice ?? '' }
    await api.call(people.boris, agencies.removeGrant, place)
    expect([await claim(aube.id, stranger.id), await claim(brume.id, fan.id)]).toEqual([404, 404])
    expect(await claim(aube.id, fan.id)).toBe(200)
  })
})
