import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { posts } from '../../../contract/posts.ts'
import { users } from '../../../contract/users.ts'
import { actAs, makeAgency } from '../../../tests/support/agency.ts'
import { type Actor, openTestApi, type TestApi } from '../../../tests/support/api.ts'
import { makePicture, subscribe } from '../../../tests/support/relations.ts'
import { rights } from '../../../tests/support/rights.ts'
import { profileVisits } from '../../platform/db/schema/analytics.ts'
import { writeVisits } from '../analytics/visits.ts'

let api: TestApi
let alice: Actor
let bob: Actor
let fiona: Actor
let frank: Actor

beforeAll(async () => {
  api = await openTestApi()
  alice = await api.makeUser({ username: 'alice', isCreator: true, priceCents: 999 })
  bob = await api.makeUser({ username: 'bob', isCreator: true, priceCents: 0 })
  fiona = await api.makeUser({ username: 'fiona' })
  frank = await api.makeUser({ username: 'frank' })
  await subscribe(api, fiona, alice)
})
afterAll(() => api.close())

const write = async (input: Partial<Parameters<typeof api.call<typeof posts.create>>[2]> = {}, author = alice) =>
  (await api.call(author, posts.create, { text: 'Words', visibility: 'public', ...input })).data
const ofAlice = async (actor: Actor | null) =>
  (await api.call(actor, posts.ofUser, { username: 'alice' })).data.data.map((it) => it.id)
const makeMedia = (owner: Actor) => makePicture(api, owner)

describe('drafts and schedules', () => {
  it('shows a draft only to its author until it is published', async () => {
    const draft = await write({ draft: true })
    expect(draft).toMatchObject({ draft: true, publish_at: null })
    for (const actor of [null, fiona, bob]) {
      expect((await api.call(actor, posts.get, { id: draft.id })).status).toBe(404)
      expect(await ofAlice(actor)).not.toContain(draft.id)
    }
    expect((await api.call(alice, posts.unpublished, {})).data.data.map((it) => it.id)).toContain(draft.id)
    expect((await api.call(bob, posts.unpublished, {})).data.data).toEqual([])
    await api.call(alice, posts.update, { id: draft.id, draft: false, publish_at: null })
    expect(await ofAlice(null)).toContain(draft.id)
    expect((await api.call(alice, posts.unpublished, {})).data.data).toEqual([])
  })
  it('lists no draft that was deleted', async () => {
    const draft = await write({ draft: true })
    await api.call(alice, posts.remove, { id: draft.id })
    expect((await api.call(alice, posts.unpublished, {})).data.data).toEqual([])
  })
  it('shows a scheduled post from its time on, without a job', async () => {
    const at = new Date(Date.now() + 3_600_000).toISOString()
    const post = await write({ publish_at: at })
    expect(post.publish_at).toBe(at)
    expect((await api.call(fiona, posts.get, { id: post.id })).status).toBe(404)
    expect((await api.call(fiona, posts.like, { id: post.id })).status).toBe(404)
    api.turnClock(3_600_001)
    expect((await api.call(fiona, posts.get, { id: post.id })).data.publish_at).toBeNull()
    expect(await ofAlice(null)).toContain(post.id)
    api.turnClock(-3_600_001)
  })
})

describe('pages', () => {
  it('lists the posts of a creator page by page, the pinned ones first, each once', async () => {
    const zoe = await api.makeUser({ username: 'zoe', isCreator: true, priceCents: 999 })
    const ids = []
    for (let n = 0; n < 5; n++) ids.unshift((await write({}, zoe)).id)
    const pinned = [...ids.splice(2, 1), ...ids.splice(0, 1), ...ids.splice(2, 1)]
    for (const id of pinned) {
      await api.call(zoe, posts.update, { id, pinned: true })
      api.turnClock(1_000)
    }
    api.turnClock(-3_000)
    const seen = []
    for (let cursor: string | undefined; ; ) {
      const page = (await api.call(fiona, posts.ofUser, { username: 'zoe', limit: 2, cursor })).data
      seen.push(page.data.map((it) => it.id))
      if (page.next === null) break
      cursor = page.next
    }
    expect(seen.flat()).toEqual([...pinned, ...ids])
  })
  it('of the subscribed feed are of subscriptions that run', async () => {
    const once = await api.makeUser()
    await subscribe(api, once, bob, { activeUntil: new Date(Date.now() - 1_000) })
    await subscribe(api, once, alice)
    const post = await write({}, alice)
    await write({}, bob)
    const { data } = (await api.call(once, posts.feed, { tab: 'subscribed', limit: 50 })).data
    expect(new Set(data.map((it) => it.author.id))).toEqual(new Set([alice.id]))
    expect(data.map((it) => it.id)).toContain(post.id)
  })
})

describe('publish_at', () => {
  it.each(['2026-11-21T10:00:00+05', '2026-04-31T10:00:00+23', 'tomorrow', '2026-13-01T00:00:00Z'])(
    'rejects %s with `invalid_input`',
    async (publish_at) => {
      expect((await api.call(alice, posts.create, { text: 'x', visibility: 'public', publish_at })).refusal.error).toBe(
        'invalid_input',
      )
    },
  )
})

describe('changing posts', () => {
  it('rejects another creator’s change with 404 and deletion with 403', async () => {
    const post = await write()
    expect((await api.call(bob, posts.update, { id: post.id, text: 'Mine' })).status).toBe(404)
    expect((await api.call(bob, posts.remove, { id: post.id })).status).toBe(403)
    expect((await api.call(fiona, posts.update, { id: post.id, text: 'Mine' })).refusal.error).toBe('not_creator')
    expect((await api.call(alice, posts.remove, { id: post.id })).data).toEqual({ ok: true })
    expect((await api.call(alice, posts.get, { id: post.id })).status).toBe(404)
  })
  it('attaches only the author’s own media, in their order, with the given previews', async () => {
    const [one, two, theirs] = [await makeMedia(alice), await makeMedia(alice), await makeMedia(bob)]
    const post = await write({ visibility: 'paid', price: 4.5, media_ids: [two, one], preview_ids: [one] })
    expect(post.media.map((it) => it.id)).toEqual([two, one])
    expect(post.preview_ids).toEqual([one])
    const seen = (await api.call(frank, posts.get, { id: post.id })).data
    expect(seen.media.map((it) => it.locked)).toEqual([true, false])
    expect((await api.call(alice, posts.create, { text: '', visibility: 'public', media_ids: [theirs] })).status).toBe(
      404,
    )
    await api.call(alice, posts.update, { id: post.id, media_ids: [one], preview_ids: [] })
    expect((await api.call(frank, posts.get, { id: post.id })).data.media.map((it) => [it.id, it.locked])).toEqual([
      [one, true],
    ])
  })
  it('keeps the previews when only the order of the media changes, and the order when only the previews change', async () => {
    const [one, two] = [await makeMedia(alice), await makeMedia(alice)]
    const post = await write({ visibility: 'paid', price: 4, media_ids: [one, two], preview_ids: [one] })
    const update = async (change: { media_ids?: string[]; preview_ids?: string[] }) =>
      (await api.call(alice, posts.update, { id: post.id, ...change })).data
    expect((await update({ media_ids: [two, one] })).preview_ids).toEqual([one])
    const changed = await update({ preview_ids: [two] })
    expect([changed.media.map((it) => it.id), changed.preview_ids]).toEqual([[two, one], [two]])
    expect((await update({ preview_ids: [] })).preview_ids).toEqual([])
  })
  it('keeps every one of three concurrent changes', async () => {
    for (let round = 0; round < 5; round++) {
      const post = await write()
      await Promise.all([
        api.call(alice, posts.update, { id: post.id, text: 'Better words' }),
        api.call(alice, posts.update, { id: post.id, comments_for: 'payers' }),
        api.call(alice, posts.update, { id: post.id, pinned: true }),
      ])
      expect((await api.call(alice, posts.get, { id: post.id })).data).toMatchObject({
        text: 'Better words',
        comments_for: 'payers',
        pinned: true,
      })
      await api.call(alice, posts.update, { id: post.id, pinned: false })
    }
  })
  it.each([
    [0.5, 422],
    [200.01, 422],
    [-1, 422],
    [Number.NaN, 422],
    [3.999, 400],
    [Number.POSITIVE_INFINITY, 422],
    [-0, 422],
  ])('rejects a price of %d with %d', async (price, status) => {
    expect((await api.call(alice, posts.create, { text: 'x', visibility: 'paid', price })).status).toBe(status)
  })
  it('rejects a published post without text and media', async () => {
    const nothing = { error: 'invalid_input', fields: { text: ['empty'] } }
    const empty = { text: ' ', visibility: 'paid', price: 4 } as const
    expect((await api.call(alice, posts.create, empty)).refusal).toMatchObject(nothing)
    const draft = await write({ text: '', draft: true })
    expect((await api.call(alice, posts.update, { id: draft.id, draft: false })).refusal).toMatchObject(nothing)
    const shown = await write({ text: '', media_ids: [await makeMedia(alice)] })
    expect((await api.call(alice, posts.update, { id: shown.id, media_ids: [] })).refusal).toMatchObject(nothing)
    expect((await api.call(alice, posts.get, { id: shown.id })).data.media).toHaveLength(1)
  })
  it('publishes no name that only a broadcast fills, and keeps it in a draft', async () => {
    const unfilled = { error: 'invalid_input', fields: { text: ['unfilled'] } }
    const text = 'Good morning {name}'
    const post = { text, visibility: 'public' } as const
    expect((await api.call(alice, posts.create, post)).refusal).toMatchObject(unfilled)
    const planned = { ...post, publish_at: new Date(api.ctx.now() + 60_000).toISOString() }
    expect((await api.call(alice, posts.create, planned)).refusal).toMatchObject(unfilled)
    const draft = await write({ text, draft: true })
    expect((await api.call(alice, posts.update, { id: draft.id, draft: false })).refusal).toMatchObject(unfilled)
    const shown = await write({ text: 'Good morning' })
    expect((await api.call(alice, posts.update, { id: shown.id, text })).refusal).toMatchObject(unfilled)
  })
  it('rejects a paid post without a price', async () => {
    expect((await api.call(alice, posts.create, { text: 'x', visibility: 'paid' })).refusal.error).toBe(
      'invalid_amount',
    )
  })
})

describe('an operator with can_social alone', () => {
  let browser: Actor
  let theirs: Actor
  beforeAll(async () => {
    const agency = await makeAgency(api, rights('can_social'))
    theirs = agency.creator
    browser = await actAs(api, agency.operator, agency.creator)
  })
  const update = async (id: string, change: Omit<Parameters<typeof api.call<typeof posts.update>>[2], 'id'>) =>
    (await api.call(browser, posts.update, { id, ...change })).refusal
  it('changes the text, but may not remove the price or the media', async () => {
    const media_ids = [await makeMedia(theirs)]
    const { id } = await write({ visibility: 'paid', price: 4, media_ids, preview_ids: [] }, theirs)
    expect(await update(id, { text: 'Other words', visibility: 'paid' })).toMatchObject({ text: 'Other words' })
    for (const it of [{ visibility: 'public' }, { price: null }] as const)
      expect(await update(id, it)).toMatchObject({ error: 'permission_denied', flag: 'can_payment' })
    for (const it of [{ media_ids: [] }, { preview_ids: media_ids }])
      expect(await update(id, it)).toMatchObject({ error: 'permission_denied', flag: 'can_medias' })
    const free = await write({ text: 'No pictures' }, theirs)
    expect(
      await update(free.id, { media_ids: [], preview_ids: [], price: null, visibility: 'followers' }),
    ).toMatchObject({
      visibility: 'followers',
    })
  })
})

describe('the profile page', () => {
  it('answers every viewer the same as the profile and the list of posts in two calls', async () => {
    const media_ids = [await makeMedia(alice), await makeMedia(alice)]
    await write({ visibility: 'paid', price: 5, media_ids, preview_ids: media_ids.slice(1) })
    await write({ visibility: 'subscribers', media_ids: [await makeMedia(alice)] })
    for (const actor of [null, frank, fiona, alice]) {
      const page = (await api.call(actor, posts.profilePage, { username: 'alice', limit: 3 })).data
      expect(page.user).toEqual((await api.call(actor, users.get, { username: 'alice' })).data)
      const { data, next } = (await api.call(actor, posts.ofUser, { username: 'alice', limit: 3 })).data
      expect(unsigned(page.posts)).toEqual(unsigned({ data: data.map(({ author: _, ...post }) => post), next }))
      // The author is answered once, outside the posts.
      for (const { author } of data) expect(page.user).toMatchObject(author)
      expect(page.posts.data).toHaveLength(3)
    }
    expect((await api.call(null, posts.profilePage, { username: 'nobody_here' })).status).toBe(404)
  })
  it('counts a visit of every viewer but the creator', async () => {
    await writeVisits(api.ctx)
    const visits = async () =>
      (await api.db.select().from(profileVisits).where(eq(profileVisits.userId, alice.id))).reduce(
        (sum, it) => sum + it.visits,
        0,
      )
    const before = await visits()
    for (const actor of [null, fiona, alice]) await api.call(actor, posts.profilePage, { username: 'alice' })
    await writeVisits(api.ctx)
    expect((await visits()) - before).toBe(2)
  })
})

/** Addresses are signed for minutes, and a minute may end between two calls. */
const unsigned = <T>(answer: T): T => JSON.parse(JSON.stringify(answer).replaceAll(/&e=\d+&s=[\w-]+/g, ''))
