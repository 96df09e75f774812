import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { agencies } from '../../../contract/agencies.ts'
import type { MemberRole } from '../../../contract/agency-shapes.ts'
import { agencyTeam } from '../../../contract/agency-team.ts'
import { chat } from '../../../contract/chat.ts'
import { maySupervise, type SupervisionFacts } from '../../../contract/policy/supervision.ts'
import { reviews } from '../../../contract/reviews.ts'
import { teamInbox } from '../../../contract/team-inbox.ts'
import { join } from '../../../tests/support/agency.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { block } from '../../../tests/support/relations.ts'
import { answer, giveRole, makeSupervised } from '../../../tests/support/reviews.ts'
import { rights } from '../../../tests/support/rights.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { makeTwoAgencies } from '../../../tests/support/two-agencies.ts'
import { messages } from '../../platform/db/schema/chat.ts'
import { users } from '../../platform/db/schema/identity.ts'

const api = testApi()
type Supervised = Awaited<ReturnType<typeof makeSupervised>>

const read = (who: Actor, { agencyId, creator, fan }: Supervised, fanId = fan.id) =>
  api.call(who, reviews.conversation, { id: agencyId, creator_id: creator.id, fan_id: fanId })
async function queue(who: Actor, { agencyId, operator }: Supervised, show: 'to_review' | 'all' = 'to_review') {
  const answer = await api.call(who, reviews.queue, { id: agencyId, operator_id: operator.id, show })
  return answer.status === 403 ? [] : answer.data.data
}

/** Whether the creator reads, beside the agency in the list of those that represent them, that this member reads along. */
async function seenByCreator({ creator, supervisor }: Supervised): Promise<boolean> {
  const answer = await api.call(creator, agencies.links, {})
  return answer.status === 200 && answer.data.data.some((it) => it.supervisors.some(({ id }) => id === supervisor.id))
}

/** Each fact of the rule, and what makes it so. */
const changes: [string, Partial<SupervisionFacts>, (at: Supervised) => Promise<unknown>][] = [
  ['nothing', {}, async () => undefined],
  ['a role of admin', { role: 'admin' }, (at) => giveRole(api, at, at.supervisorMember, 'admin')],
  ['a role of operator', { role: 'operator' }, (at) => giveRole(api, at, at.supervisorMember, 'operator')],
  [
    'a closed account of the creator',
    { isOpen: false },
    (at) => api.db.update(users).set({ deletedAt: new Date() }).where(eq(users.id, at.creator.id)),
  ],
  [
    'a creator who has left',
    { isRepresented: false },
    (at) => api.call(at.creator, agencies.endLink, { id: at.linkId }),
  ],
  [
    'a ceiling without chat',
    { mayChat: false },
    (at) => api.call(at.creator, agencies.setCeiling, { id: at.linkId, ceiling: { can_medias: true } }),
  ],
  ['a block', { isBlocked: true }, (at) => block(api, at.creator, at.supervisor)],
  [
    'an access that the creator has ended',
    { isEndedByCreator: true },
    async (at) => {
      const place = { ...at.place, memberId: at.supervisorMember, permissions: rights('can_chat') }
      const grant = (await api.call(at.owner, agencies.putGrant, place)).data
      await api.call(at.creator, agencies.endAccess, { grantId: grant.id })
    },
  ],
]
const facts: SupervisionFacts = {
  ...{ role: 'supervisor', isOpen: true, isRepresented: true, mayChat: true },
  ...{ isBlocked: false, isEndedByCreator: false },
}

it.each(changes)('reads, lists and reviews after %s as the rule says', async (_, change, make) => {
  const at = await makeSupervised(api)
  await make(at)
  const may = maySupervise({ ...facts, ...change })
  expect((await read(at.supervisor, at)).status === 200).toBe(may)
  expect(await queue(at.supervisor, at)).toHaveLength(may ? 1 : 0)
  expect(await seenByCreator(at)).toBe(may)
  const review = { id: at.agencyId, message_id: at.messageId, score: 3 }
  expect((await api.call(at.supervisor, reviews.put, review)).status === 200).toBe(may)
})

it('shows who wrote what, and the reading stands in the creator’s log once', async () => {
  const at = await makeSupervised(api)
  const { data } = (await read(at.supervisor, at)).data
  expect(data).toMatchObject([
    { from: 'team', operator: { id: at.operator.id }, text: 'Thank you, dear Lou', may_review: true, review: null },
    { from: 'fan', operator: null, text: 'Hello', may_review: false },
  ])
  await read(at.supervisor, at)
  const log = (await api.call(at.creator, agencies.myActivity, { actor: at.supervisor.id })).data.data
  expect(log.map((it) => [it.action, it.about?.id])).toEqual([['chat.open', at.fan.id]])
})

it('leaves a message unread and unchanged for its sides', async () => {
  const at = await makeSupervised(api)
  await api.call(at.fan, chat.send, { receiver_id: at.creator.id, content: 'Are you there?' })
  await read(at.supervisor, at)
  const rows = await api.db.select().from(messages).where(eq(messages.senderId, at.fan.id))
  expect(rows.every((it) => it.readAt === null)).toBe(true)
})

it('pages through a conversation, and finds none with a stranger', async () => {
  const at = await makeSupervised(api)
  const place = { id: at.agencyId, creator_id: at.creator.id, fan_id: at.fan.id, limit: 1 }
  const first = (await api.call(at.supervisor, reviews.conversation, place)).data
  const second = (await api.call(at.supervisor, reviews.conversation, { ...place, cursor: first.next ?? '' })).data
  expect([first.data, second.data]).toMatchObject([[{ from: 'team' }], [{ from: 'fan' }]])
  expect(second.next).toBeNull()
  expect((await read(at.supervisor, at, (await api.makeUser()).id)).status).toBe(404)
})

it('hides amounts beyond the creator’s ceiling, and the words of what is deleted', async () => {
  const at = await makeSupervised(api)
  await api.db.update(messages).set({ priceCents: 500 }).where(eq(messages.id, at.messageId))
  const first = async () => (await read(at.supervisor, at)).data.data[0]
  expect(await first()).toMatchObject({ price: 5 })
  await api.call(at.creator, agencies.setCeiling, { id: at.linkId, ceiling: { can_chat: true } })
  expect(await first()).toMatchObject({ price: null, text: 'Thank you, dear Lou' })
  await api.db.update(messages).set({ deletedAt: new Date() }).where(eq(messages.id, at.messageId))
  expect(await first()).toMatchObject({ text: '', deleted: true, may_review: false })
  expect(await queue(at.supervisor, at)).toEqual([])
})

it('lists the conversations of seven days by their latest answer, until they are reviewed', async () => {
  const at = await makeSupervised(api)
  const [second, third, old] = [await api.makeUser(), await api.makeUser(), await api.makeUser()]
  for (const fan of [second, third, second]) await answer(api, at, fan, `To ${fan.username}`)
  const past = await answer(api, at, old, 'Long ago')
  const before = new Date(Date.now() - 8 * 86_400_000)
  await api.db.update(messages).set({ createdAt: before }).where(eq(messages.id, past))
  const fans = async (show: 'to_review' | 'all') => (await queue(at.supervisor, at, show)).map((it) => it.fan.id)
  expect(await fans('to_review')).toEqual([second.id, third.id, at.fan.id])
  const [latest] = await queue(at.supervisor, at)
  await api.call(at.owner, reviews.put, { id: at.agencyId, message_id: latest?.message_id ?? '', score: 1 })
  expect([await fans('to_review'), await fans('all')]).toEqual([
    [third.id, at.fan.id],
    [second.id, third.id, at.fan.id],
  ])
  const page = { id: at.agencyId, operator_id: at.operator.id, limit: 1 }
  const first = (await api.call(at.supervisor, reviews.queue, page)).data
  const next = (await api.call(at.supervisor, reviews.queue, { ...page, cursor: first.next ?? '' })).data
  expect([first.data, next.data, next.next]).toMatchObject([
    [{ fan: { id: third.id } }],
    [{ fan: { id: at.fan.id } }],
    null,
  ])
})

it('gives a supervisor nothing to write, to change or to manage', async () => {
  const at = await makeSupervised(api)
  const { supervisor, agencyId: id } = at
  const desk = { agency_id: id, as_creator_id: at.creator.id }
  const calls = [
    api.call(supervisor, teamInbox.send, { ...desk, receiver_id: at.fan.id, content: 'Hi' }),
    api.call(supervisor, teamInbox.conversation, { ...desk, fan_id: at.fan.id }),
    api.call(supervisor, agencies.putGrant, { ...at.place, permissions: rights('can_chat') }),
    api.call(supervisor, agencies.removeGrant, at.place),
    api.call(supervisor, agencies.update, { id, name: 'Mine now' }),
    api.call(supervisor, agencies.invite, { id, kind: 'member', username: at.fan.username }),
    api.call(supervisor, agencies.changeMember, { id, memberId: at.memberId, role: 'supervisor' }),
    api.call(supervisor, agencies.removeMember, { id, memberId: at.memberId }),
    api.call(supervisor, agencies.removeCreator, { id, creatorId: at.linkId }),
    api.call(supervisor, agencies.dissolve, { id }),
  ]
  expect((await Promise.all(calls)).map((it) => it.status)).toEqual(calls.map(() => 403))
  expect((await api.call(supervisor, teamInbox.inbox, {})).data.data).toEqual([])
  expect((await api.call(supervisor, agencyTeam.grants, { id, given: 'yes' })).data.data).toEqual([])
  expect((await api.call(supervisor, agencies.activity, { id })).data.data).toEqual([])
})

it('is made by the owner alone, listed by rank, and each creator’s log says so', async () => {
  const at = await makeSupervised(api)
  const roles = async (): Promise<MemberRole[]> =>
    (await api.call(at.owner, agencyTeam.members, { id: at.agencyId, limit: 1 })).data.data.map((it) => it.role)
  const all: MemberRole[] = []
  let cursor: string | null = null
  do {
    const page: { data: { role: MemberRole }[]; next: string | null } = (
      await api.call(at.owner, agencyTeam.members, { id: at.agencyId, limit: 1, ...(cursor !== null && { cursor }) })
    ).data
    all.push(...page.data.map((it) => it.role))
    cursor = page.next
  } while (cursor !== null)
  expect([await roles(), all]).toEqual([['owner'], ['owner', 'supervisor', 'operator']])
  const log = (await api.call(at.creator, agencies.myActivity, { area: 'agencies' })).data.data
  expect(log.map((it) => [it.action, it.about?.id])).toContainEqual(['agencies.make_supervisor', at.supervisor.id])
  const admin = await api.makeUser()
  const adminMember = await join(api, at.owner, at.agencyId, admin)
  await giveRole(api, at, adminMember, 'admin')
  const change = { id: at.agencyId, memberId: at.memberId, role: 'supervisor' as const }
  expect((await api.call(admin, agencies.changeMember, change)).status).toBe(403)
  const removed = { id: at.agencyId, memberId: at.supervisorMember }
  expect((await api.call(admin, agencies.removeMember, removed)).status).toBe(200)
  expect((await read(at.supervisor, at)).status).toBe(404)
})

it('ends at the border of an agency', async () => {
  const at = await makeSupervised(api)
  const { people, aube } = await makeTwoAgencies(api)
  const place = { id: at.agencyId, creator_id: people.alice.id, fan_id: at.fan.id }
  expect((await api.call(at.supervisor, reviews.conversation, place)).status).toBe(404)
  expect((await api.call(at.supervisor, reviews.list, { id: aube.id })).status).toBe(404)
  const foreign = { id: at.agencyId, operator_id: people.olivia.id }
  expect((await api.call(at.supervisor, reviews.queue, foreign)).status).toBe(404)
})
