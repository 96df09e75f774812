import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { posts } from '../../../contract/posts.ts'
import { reports } from '../../../contract/reports.ts'
import { staff } from '../../../contract/staff.ts'
import { users } from '../../../contract/users.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { newId } from '../../platform/db/ids.ts'
import { users as storedUsers } from '../../platform/db/schema/identity.ts'
import { payouts } from '../../platform/db/schema/payouts.ts'
import { posts as storedPosts } from '../../platform/db/schema/posts.ts'
import { creatorVerifications, reports as storedReports } from '../../platform/db/schema/staff.ts'
import { disputes, topups } from '../../platform/db/schema/wallet.ts'

const api = testApi()
let clerk: Actor
let creator: Actor
beforeAll(async () => {
  clerk = await api.makeUser({ role: 'staff' })
})
beforeEach(async () => {
  creator = await api.makeUser({ isCreator: true, priceCents: 0 })
})

const lastAction = async () => (await api.call(clerk, staff.auditLog, { limit: 1 })).data.data[0]?.action
const write = async () => (await api.call(creator, posts.create, { text: 'Words', visibility: 'public' })).data.id
const comment = async (id: string) => (await api.call(creator, posts.addComment, { id, text: 'Mine' })).data.id
const decide = (id: string, decision: 'upheld' | 'rejected' = 'upheld') =>
  api.call(clerk, staff.decideReport, { id, decision, remove: true, answer: 'Thank you.' })
async function report(kind: 'post' | 'comment' | 'user', id: string, actor: Actor | null = null): Promise<string> {
  const input = { kind: 'spam' as const, object: { kind, id }, text: 'Look' }
  const { ticket } = (await api.call(actor, reports.send, input)).data
  const [row] = await api.db.select().from(storedReports).where(eq(storedReports.ticket, ticket))
  return row?.id ?? ''
}
const listed = async (status?: 'upheld' | 'rejected') =>
  (await api.call(clerk, staff.reports, { limit: 100, ...(status && { status }) })).data.data
const listedIds = async (status?: 'upheld' | 'rejected') => (await listed(status)).map((it) => it.id)

describe('a report', () => {
  it('is taken once and never after its decision', async () => {
    const [taken, decided] = [await report('user', creator.id), await report('user', creator.id)]
    expect((await api.call(clerk, staff.takeReport, { id: taken })).data.status).toBe('in_review')
    await decide(decided, 'rejected')
    for (const id of [taken, decided])
      expect((await api.call(clerk, staff.takeReport, { id })).refusal.error).toBe('already_done')
    expect((await api.call(clerk, staff.takeReport, { id: newId() })).refusal.error).toBe('not_found')
    expect((await decide(decided)).refusal.error).toBe('already_done')
    expect(await listedIds('rejected')).toContain(decided)
    expect((await decide(taken)).data.status).toBe('upheld')
  })

  it('is listed with those of its state only', async () => {
    const [open, upheld, rejected] = [
      await report('user', creator.id),
      await report('user', creator.id),
      await report('user', creator.id),
    ]
    await decide(upheld)
    await decide(rejected, 'rejected')
    for (const [status, id] of [
      [undefined, open],
      ['upheld', upheld],
      ['rejected', rejected],
    ] as const) {
      const ids = await listedIds(status)
      expect(ids).toContain(id)
      for (const other of [open, upheld, rejected].filter((it) => it !== id)) expect(ids).not.toContain(other)
    }
  })

  it('is not decided by the staff member who made it', async () => {
    const id = await report('user', creator.id, clerk)
    expect((await decide(id)).refusal.error).toBe('own_thing')
    expect(await listedIds()).toContain(id)
  })

  it('removes nothing that is gone already', async () => {
    const [gone, below] = [await write(), await write()]
    const [under, onGone] = [await comment(below), await comment(gone)]
    const ids = [await report('post', gone), await report('comment', onGone), await report('comment', under)]
    await api.call(creator, posts.remove, { id: gone })
    await api.call(creator, posts.removeComment, { id: under })
    for (const id of ids) {
      expect((await decide(id)).status).toBe(200)
      expect(await lastAction()).toBe('report.upheld')
    }
  })

  it('links to no page of a post before its time, or of a removed comment', async () => {
    const [early, post] = [await write(), await write()]
    const removed = await comment(post)
    const ids = [await report('post', early), await report('comment', removed)]
    const pages = async () => (await listed()).filter((it) => ids.includes(it.id)).map((it) => it.post_id)
    expect((await pages()).sort()).toEqual([early, post].sort())
    const tomorrow = new Date(Date.now() + 86_400_000)
    await api.db.update(storedPosts).set({ publishedAt: tomorrow }).where(eq(storedPosts.id, early))
    await api.call(creator, posts.removeComment, { id: removed })
    expect(await pages()).toEqual([null, null])
  })
})

describe('a suspension', () => {
  const suspend = (who: Actor, reason = 'First') => api.call(clerk, staff.suspend, { id: who.id, reason })
  const isShown = async (who: Actor) => (await api.call(null, users.get, { username: who.username })).status === 200

  it('is made once, and lifted for its user only', async () => {
    const other = await api.makeUser()
    const answers = [await suspend(creator), await suspend(other)]
    expect(answers.map((it) => it.data.id)).toEqual([creator.id, other.id])
    expect((await suspend(creator, 'Second')).refusal.error).toBe('already_done')
    const lifted = (await api.call(clerk, staff.unsuspend, { id: creator.id })).data
    expect(lifted).toMatchObject({ id: creator.id, suspended_at: null, deleted_at: null })
    expect([await isShown(creator), await isShown(other)]).toEqual([true, false])
    expect((await api.call(clerk, staff.users, { q: other.username })).data.data[0]?.suspended_reason).toBe('First')
    expect((await api.call(clerk, staff.unsuspend, { id: creator.id })).refusal.error).toBe('already_done')
    expect((await api.call(clerk, staff.unsuspend, { id: newId() })).refusal.error).toBe('not_found')
  })

  it('leaves an account deleted that its user was deleting', async () => {
    const { id } = creator
    await api.db.update(storedUsers).set({ deletedAt: new Date(), purgeAt: new Date() }).where(eq(storedUsers.id, id))
    await suspend(creator)
    expect((await api.call(clerk, staff.unsuspend, { id })).data.deleted_at).not.toBeNull()
    expect(await isShown(creator)).toBe(false)
  })
})

it('lists the verifications of one state only', async () => {
  const facts = { legalName: 'Ada', birthdate: '1990-01-01', country: 'FR', documentKind: 'passport' as const }
  const [pending, rejected] = [await api.makeUser(), await api.makeUser()]
  await api.db.insert(creatorVerifications).values([
    { userId: pending.id, status: 'pending', ...facts },
    { userId: rejected.id, status: 'rejected', ...facts },
  ])
  const listed = async (status: 'pending' | 'rejected') =>
    (await api.call(clerk, staff.verifications, { status, limit: 100 })).data.data.map((it) => it.user.id)
  expect([await listed('pending'), await listed('rejected')]).toEqual([[pending.id], [rejected.id]])
})

it('counts what waits for staff, and nothing that is decided', async () => {
  const overview = async () => (await api.call(clerk, staff.overview, {})).data
  const before = await overview()
  const facts = { legalName: 'Ada', birthdate: '1990-01-01', country: 'FR', documentKind: 'passport' as const }
  for (const status of ['started', 'pending', 'approved', 'rejected'] as const)
    await api.db.insert(creatorVerifications).values({ userId: (await api.makeUser()).id, status, ...facts })
  for (const status of ['requested', 'approved', 'processing', 'paid', 'failed', 'cancelled'] as const) {
    const payout = { id: newId(), entryId: newId(), amountCents: 2000, status }
    await api.db.insert(payouts).values({ ...payout, userId: (await api.makeUser()).id })
  }
  const topup = { id: newId(), userId: creator.id, amountCents: 2000, provider: 'stripe' as const }
  await api.db.insert(topups).values(topup)
  for (const status of ['open', 'won', 'lost'] as const) {
    const id = newId()
    await api.db.insert(disputes).values({ id, topupId: topup.id, providerRef: id, amountCents: 2000, status })
  }
  const [due, decided] = [await report('user', creator.id), await report('user', creator.id)]
  await report('user', creator.id)
  await decide(decided)
  await api.db
    .update(storedReports)
    .set({ dueAt: new Date(0) })
    .where(eq(storedReports.id, due))
  expect(await overview()).toMatchObject({
    verifications: before.verifications + 1,
    payouts: before.payouts + 3,
    disputes: before.disputes + 1,
    reports: before.reports + 2,
    overdue: before.overdue + 1,
  })
})
