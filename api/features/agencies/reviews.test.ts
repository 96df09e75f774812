import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { agencies } from '../../../contract/agencies.ts'
import { notifications } from '../../../contract/notifications.ts'
import { reviews } from '../../../contract/reviews.ts'
import { join } from '../../../tests/support/agency.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { answer, giveRole, makeSupervised } from '../../../tests/support/reviews.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { agencyReviews } from '../../platform/db/schema/reviews.ts'

const api = testApi()
const dayMs = 86_400_000

const put = (who: Actor, id: string, message_id: string, score = 4, comment = 'Warm, and quick') =>
  api.call(who, reviews.put, { id, message_id, score, comment })
const listed = async (who: Actor, id: string, operator?: Actor) =>
  (await api.call(who, reviews.list, { id, ...(operator && { operator_id: operator.id }) })).data.data

describe('a review', () => {
  it('is read by the operator, who is notified, and changed and deleted by its author', async () => {
    const { agencyId: id, operator, supervisor, creator, fan, messageId } = await makeSupervised(api)
    expect((await put(supervisor, id, messageId)).status).toBe(200)
    const [first] = await listed(operator, id)
    expect(first).toMatchObject({
      ...{ score: 4, comment: 'Warm, and quick', changed_at: null, message_id: messageId },
      ...{ author: { id: supervisor.id }, operator: { id: operator.id }, creator: { id: creator.id } },
      about: { fan: { id: fan.id }, text: 'Thank you, dear Lou' },
    })
    const news = async (who: Actor) =>
      (await api.call(who, notifications.list, {})).data.data
        .filter((it) => it.type === 'review_received')
        .map((it) => [it.actor?.id, it.object.url])
    expect(await news(operator)).toEqual([[supervisor.id, `/agency/${id}?tab=reviews`]])
    expect((await put(supervisor, id, messageId, 2, 'Too short')).status).toBe(200)
    const [changed, ...others] = await listed(operator, id)
    expect([changed, others]).toMatchObject([{ id: first?.id, score: 2, comment: 'Too short' }, []])
    expect(changed?.changed_at).not.toBeNull()
    expect([await news(operator), await news(creator), await news(fan)]).toEqual([
      [[supervisor.id, `/agency/${id}?tab=reviews`]],
      [],
      [],
    ])
    const remove = async (who: Actor) => (await api.call(who, reviews.remove, { id, reviewId: first?.id ?? '' })).status
    expect([await remove(operator), await remove(supervisor), await remove(supervisor)]).toEqual([404, 200, 404])
    expect(await listed(operator, id)).toEqual([])
  })

  it('stands in the creator’s log by its reviewer and fan, without words of it', async () => {
    const { agencyId: id, supervisor, creator, fan, messageId } = await makeSupervised(api)
    await put(supervisor, id, messageId)
    await put(supervisor, id, messageId, 5, 'Better than I thought')
    const [review] = await listed(supervisor, id)
    await api.call(supervisor, reviews.remove, { id, reviewId: review?.id ?? '' })
    const log = (await api.call(creator, agencies.myActivity, { actor: supervisor.id })).data.data
    const line = { actor: { id: supervisor.id }, about: { id: fan.id }, changes: [] }
    expect(log.map((it) => it.action)).toEqual(['desk.remove_review', 'desk.change_review', 'desk.review'])
    expect(log).toMatchObject([line, line, line])
    expect(JSON.stringify(log)).not.toContain('thought')
  })

  it('is one of a message by each reviewer, also when it is sent twice at once', async () => {
    const { agencyId: id, owner, supervisor, operator, messageId } = await makeSupervised(api)
    await Promise.all([put(supervisor, id, messageId), put(supervisor, id, messageId), put(owner, id, messageId, 1)])
    const rows = await api.db.select().from(agencyReviews).where(eq(agencyReviews.messageId, messageId))
    expect(rows.map((it) => it.reviewerId).sort()).toEqual([owner.id, supervisor.id].sort())
    expect(await listed(operator, id)).toHaveLength(2)
  })

  it('is refused to operators, admins and strangers, of one’s own words and of those above', async () => {
    const { agencyId: id, owner, operator, supervisor, messageId, memberId, ...agency } = await makeSupervised(api)
    const admin = await api.makeUser()
    const adminMember = await join(api, owner, id, admin)
    await giveRole(api, { ...agency, agencyId: id, owner, operator }, adminMember, 'admin')
    const lea = await api.makeUser()
    await join(api, owner, id, lea)
    const statusOf = async (who: Actor) => (await put(who, id, messageId)).status
    expect([await statusOf(operator), await statusOf(lea), await statusOf(admin)]).toEqual([403, 403, 403])
    expect(await statusOf(await api.makeUser())).toBe(404)
    expect(await api.db.select().from(agencyReviews).where(eq(agencyReviews.messageId, messageId))).toEqual([])
    await giveRole(api, { ...agency, agencyId: id, owner, operator }, memberId, 'supervisor')
    expect((await put(operator, id, messageId)).refusal.error).toBe('own_thing')
    expect((await put(supervisor, id, messageId)).refusal.error).toBe('forbidden')
    expect((await put(owner, id, messageId)).status).toBe(200)
  })

  it('is about a message that an operator of the agency wrote and is still there', async () => {
    const { agencyId: id, supervisor, fan, creator, operator, owner, memberId } = await makeSupervised(api)
    const conversation = { id, creator_id: creator.id, fan_id: fan.id }
    const { data } = (await api.call(supervisor, reviews.conversation, conversation)).data
    const fansOwn = data.find((it) => it.from === 'fan')?.id ?? ''
    expect((await put(supervisor, id, fansOwn)).status).toBe(404)
    const written = data.find((it) => it.from === 'team')?.id ?? ''
    await api.call(owner, agencies.removeMember, { id, memberId })
    const list = await api.call(operator, reviews.list, { id })
    expect([(await put(supervisor, id, written)).status, list.status]).toEqual([403, 404])
  })

  it('shows the operator no words once they may not chat for the creator any more', async () => {
    const { agencyId: id, supervisor, operator, owner, place, messageId } = await makeSupervised(api)
    await put(supervisor, id, messageId)
    await api.call(owner, agencies.removeGrant, place)
    expect(await listed(operator, id)).toMatchObject([{ score: 4, about: null }])
  })

  it('is not shown to other operators and admins, and a supervisor sees none of another supervisor', async () => {
    const { agencyId: id, owner, operator, supervisor, messageId, memberId, ...agency } = await makeSupervised(api)
    await put(owner, id, messageId)
    const lea = await api.makeUser()
    const leaMember = await join(api, owner, id, lea)
    const named = { ...agency, agencyId: id, owner, operator }
    expect([await listed(lea, id), await listed(lea, id, operator)]).toEqual([[], []])
    await giveRole(api, named, leaMember, 'admin')
    expect(await listed(lea, id)).toEqual([])
    expect([await listed(supervisor, id), await listed(owner, id)]).toMatchObject([[{ score: 4 }], [{ score: 4 }]])
    await giveRole(api, named, memberId, 'supervisor')
    expect([await listed(supervisor, id), await listed(owner, id)]).toMatchObject([[], [{ score: 4 }]])
    expect((await api.call(supervisor, reviews.list, { id, operator_id: operator.id })).status).toBe(403)
  })
})

describe('the figures by operator', () => {
  it('have the number and the average of the span, and amounts for managers alone', async () => {
    const { agencyId: id, owner, operator, supervisor, messageId, ...agency } = await makeSupervised(api)
    const fan = await api.makeUser()
    const second = await answer(api, { ...agency, agencyId: id, owner, operator }, fan, 'Good evening')
    await put(supervisor, id, messageId, 5)
    await put(supervisor, id, second, 2)
    const figures = async (who: Actor) => (await api.call(who, agencies.figures, { id, days: '30' })).data.data
    const of = async (who: Actor) => (await figures(who)).find((it) => it.operator.id === operator.id)
    expect(await of(supervisor)).toMatchObject({ messages: 2, reviews: 2, score: 3.5, earned: null })
    expect(await of(owner)).toMatchObject({ reviews: 2, score: 3.5, earned: 0 })
    expect(await figures(operator)).toMatchObject([{ operator: { id: operator.id }, reviews: 2, score: 3.5 }])
    const old = new Date(Date.now() - 31 * dayMs)
    await api.db.update(agencyReviews).set({ createdAt: old }).where(eq(agencyReviews.messageId, second))
    expect(await of(owner)).toMatchObject({ reviews: 1, score: 5 })
  })
})
