import { and, eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { agencies } from '../../../contract/agencies.ts'
import { bundles } from '../../../contract/bundles.ts'
import { chat } from '../../../contract/chat.ts'
import { posts } from '../../../contract/posts.ts'
import { profile } from '../../../contract/profile.ts'
import { requests } from '../../../contract/requests.ts'
import { subscriptions } from '../../../contract/subscriptions.ts'
import { actAs, makeAgency } from '../../../tests/support/agency.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { sendBroadcast } from '../../../tests/support/broadcasts.ts'
import { bytesApp } from '../../../tests/support/bytes-app.ts'
import { follow, makePicture } from '../../../tests/support/relations.ts'
import { allRights } from '../../../tests/support/rights.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { agencyAuditChanges } from '../../platform/db/schema/agencies.ts'
import { forgetExpired } from '../../platform/retention.ts'

const api = testApi()

/** An agency whose operator acts as its creator, with a fan who follows her. */
async function makeDesk() {
  const agency = await makeAgency(api, allRights)
  const fan = await api.makeUser()
  await follow(api, fan, agency.creator)
  return { ...agency, fan, browser: await actAs(api, agency.operator, agency.creator) }
}
const write = async (as: Actor, to: Actor, more = {}) =>
  (await api.call(as, chat.send, { receiver_id: to.id, content: 'Hello', ...more })).data.id
const download = (who: Actor, query: string) =>
  bytesApp(api.ctx).request(`/api/agency-activity/export${query}`, { headers: { cookie: who.cookie } })

describe('what operators wrote and changed', () => {
  const lines = async (creator: Actor) =>
    (await api.call(creator, agencies.myActivity, {})).data.data.map(
      ({ action, changes }) => [action, changes] as const,
    )
  const of = async (creator: Actor, action: string) => (await lines(creator)).find((it) => it[0] === action)?.[1]
  const text = (after: string | null, before: string | null = null) => ({ field: 'text', before, after })
  const price = (after: string | null, before: string | null = null) => ({ field: 'price', before, after })

  it('shows the creator a message with its price, a comment and a broadcast, and the agency nothing of them', async () => {
    const { creator, browser, fan, owner, agencyId } = await makeDesk()
    await write(browser, fan, { content: 'For you', media_ids: [await makePicture(api, creator)], price: 4.5 })
    const post = await api.call(creator, posts.create, { text: 'News', visibility: 'public' })
    await api.call(browser, posts.addComment, { id: post.data.id, text: 'Thank you' })
    await sendBroadcast(api, browser, { audience: 'followers', content: 'To all' })
    expect(await of(creator, 'chat.send')).toEqual([text('For you'), price('4.5')])
    expect(await of(creator, 'posts.comment')).toEqual([text('Thank you')])
    expect(await of(creator, 'broadcasts.send')).toEqual([text('To all')])
    const { data } = (await api.call(owner, agencies.activity, { id: agencyId })).data
    expect(data.flatMap((it) => it.changes)).toEqual([])
  })

  it('shows what a post, a price and a profile were before and after, and no field that stayed', async () => {
    const { creator, browser } = await makeDesk()
    const post = await api.call(browser, posts.create, { text: 'First', visibility: 'paid', price: 3 })
    await api.call(browser, posts.update, { id: post.data.id, text: 'Second', price: 5 })
    await api.call(browser, posts.update, { id: post.data.id, pinned: true })
    await api.call(browser, subscriptions.setPrice, { price: 4.99 })
    await api.call(browser, bundles.set, { bundles: [{ months: 12, percent: 25 }] })
    await api.call(browser, bundles.set, {
      bundles: [
        { months: 3, percent: 10 },
        { months: 12, percent: 25 },
      ],
    })
    await api.call(browser, profile.update, { bio: 'Hello', display_name: 'New' })
    await api.call(browser, requests.setSettings, { min_price: 7 })
    const all = await lines(creator)
    const changed = (action: string) => all.filter((it) => it[0] === action).map((it) => it[1])
    expect(changed('posts.create')).toEqual([
      [text('First'), price('3'), { field: 'visibility', before: null, after: 'paid' }],
    ])
    expect(changed('posts.update')).toEqual([[], [text('Second', 'First'), price('5', '3')]])
    expect(changed('subscriptions.setPrice')).toEqual([[price('4.99', expect.any(String) as never)]])
    expect(changed('subscriptions.set_bundles')).toEqual([
      [{ field: 'bundles', before: '12:25', after: '3:10 12:25' }],
      [{ field: 'bundles', before: null, after: '12:25' }],
    ])
    expect(changed('profile.update')[0]).toContainEqual({ field: 'bio', before: null, after: 'Hello' })
    expect(changed('chat.setRequests')).toEqual([[price('7')]])
  })

  it('shows what an operator first sent and, at the edit, what the message says now', async () => {
    const { creator, browser, fan } = await makeDesk()
    const sent = await write(browser, fan, { content: 'Helo' })
    await api.call(browser, chat.edit, { id: sent, content: 'Hello' })
    expect(await of(creator, 'chat.send')).toEqual([text('Helo')])
    expect(await of(creator, 'chat.edit')).toEqual([text('Hello')])
    await api.call(browser, chat.remove, { id: sent })
    expect([await of(creator, 'chat.send'), await of(creator, 'chat.edit')]).toEqual([[], []])
  })

  it('shows nothing of a deleted message, nor its price or a deleted comment, nor what the creator did in person', async () => {
    const { creator, browser, fan } = await makeDesk()
    const sent = await write(browser, fan, {
      ...{ content: 'Regretted', media_ids: [await makePicture(api, creator)], price: 4.5 },
    })
    await api.call(browser, chat.remove, { id: sent })
    expect(await of(creator, 'chat.send')).toEqual([])
    const post = await api.call(creator, posts.create, { text: 'News', visibility: 'public' })
    const comment = await api.call(browser, posts.addComment, { id: post.data.id, text: 'Regretted too' })
    expect(await of(creator, 'posts.comment')).toEqual([text('Regretted too')])
    await api.call(creator, posts.removeComment, { id: comment.data.id })
    expect(await of(creator, 'posts.comment')).toEqual([])
    await api.call(creator, posts.create, { text: 'My own', visibility: 'public' })
    expect(await api.db.select().from(agencyAuditChanges).where(eq(agencyAuditChanges.after, 'My own'))).toEqual([])
  })

  it('forgets texts of posts after a year, and the line stays', async () => {
    const { creator, browser } = await makeDesk()
    await api.call(browser, posts.create, { text: 'Long ago', visibility: 'public' })
    await api.db
      .update(agencyAuditChanges)
      .set({ id: '00000000-0000-7000-8000-000000000001', createdAt: new Date(0) })
      .where(and(eq(agencyAuditChanges.after, 'Long ago'), eq(agencyAuditChanges.subjectId, creator.id)))
    await forgetExpired(api.ctx)
    expect(await of(creator, 'posts.create')).toEqual([{ field: 'visibility', before: null, after: 'public' }])
  })

  it('is a CSV file with a line for each change, of the filter that was asked for', async () => {
    const { creator, browser, operator, fan } = await makeDesk()
    await write(browser, fan, { content: '=HYPERLINK("x")' })
    await api.call(browser, subscriptions.setPrice, { price: 4.99 })
    const file = async (query: string) => {
      const answer = await download(creator, query)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
      return (await answer.text()).split('\r\n')
    }
    const all = await file('')
    expect(all[0]).toBe('at,operator,action,about,field,before,after')
    expect(all.filter((it) => it.includes('subscriptions.setPrice'))).toHaveLength(1)
    const [, sent] = await file('?area=chat')
    expect(sent).toContain(`,${operator.username},chat.send,${fan.username},text,,"'=HYPERLINK(""x"")"`)
    expect((await file('?area=chat')).some((it) => it.includes('setPrice'))).toBe(false)
    expect((await download(browser, '')).status).toBe(403)
    expect((await download(creator, '?area=chat.send')).status).toBe(400)
  })
})
