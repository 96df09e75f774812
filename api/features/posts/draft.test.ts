import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { posts } from '../../../contract/posts.ts'
import { actAs, makeAgency } from '../../../tests/support/agency.ts'
import { makeCreator } from '../../../tests/support/money.ts'
import { makePicture } from '../../../tests/support/relations.ts'
import { rights } from '../../../tests/support/rights.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { makeTwoAgencies } from '../../../tests/support/two-agencies.ts'
import { media } from '../../platform/db/schema/media.ts'

const api = testApi()
const draft = {
  text: 'Ten minutes of text',
  visibility: 'subscribers',
  media_ids: [] as string[],
  preview_ids: [] as string[],
  price: 12.5,
  publish_at: '2199-12-24T18:00:00.000Z',
  expires_at: '2199-12-26T09:00:00.000Z',
  comments_for: 'payers',
} as const
const read = async (actor: Parameters<typeof api.call>[0]) => (await api.call(actor, posts.getDraft, {})).data.draft

it('keeps text, audience, price, media and time, as they were saved last, for their creator alone', async () => {
  const [creator, other] = [await makeCreator(api), await makeCreator(api)]
  const [first, second] = [await makePicture(api, creator), await makePicture(api, creator)]
  expect(await read(creator)).toBeNull()
  await api.call(creator, posts.saveDraft, { text: '', visibility: 'public' })
  const whole = { ...draft, media_ids: [second, first], preview_ids: [first] }
  expect((await api.call(creator, posts.saveDraft, whole)).status).toBe(200)
  expect(await read(creator)).toEqual(whole)
  expect(await read(other)).toBeNull()
})

it('leaves out media that were deleted or belong to another creator', async () => {
  const [creator, other] = [await makeCreator(api), await makeCreator(api)]
  const [usable, deleted] = [await makePicture(api, creator), await makePicture(api, creator)]
  const ids = [deleted, usable, await makePicture(api, other)]
  await api.call(creator, posts.saveDraft, { ...draft, media_ids: ids, preview_ids: ids })
  await api.db.update(media).set({ deletedAt: new Date() }).where(eq(media.id, deleted))
  expect(await read(creator)).toMatchObject({ media_ids: [usable], preview_ids: [usable] })
})

it('is dropped when the post is made, and kept when making it is refused', async () => {
  const creator = await makeCreator(api)
  await api.call(creator, posts.saveDraft, draft)
  const paid = { text: 'Words', visibility: 'paid', price: 0.5 } as const
  expect((await api.call(creator, posts.create, paid)).status).toBeGreaterThanOrEqual(400)
  expect(await read(creator)).toMatchObject({ text: draft.text })
  expect((await api.call(creator, posts.create, { text: 'Words', visibility: 'public' })).status).toBe(201)
  expect(await read(creator)).toBeNull()
})

it('belongs to its author: an operator and the creator each have one', async () => {
  const { operator, creator } = await makeAgency(api, rights('can_social'))
  const browser = await actAs(api, operator, creator)
  await api.call(browser, posts.saveDraft, { text: 'By the team', visibility: 'public' })
  expect(await read(creator)).toBeNull()
  await api.call(creator, posts.saveDraft, { text: 'By herself', visibility: 'public' })
  expect(await read(browser)).toMatchObject({ text: 'By the team' })
  expect(await read(creator)).toMatchObject({ text: 'By herself' })
  await api.call(creator, posts.create, { text: 'By herself', visibility: 'public' })
  expect([await read(creator), await read(browser)]).toEqual([null, expect.objectContaining({ text: 'By the team' })])
})

it('is one for each creator for whom an operator writes', async () => {
  const { people } = await makeTwoAgencies(api)
  const [asAlice, asBea] = [await actAs(api, people.olivia, people.alice), await actAs(api, people.olivia, people.bea)]
  await api.call(asAlice, posts.saveDraft, { text: 'As Alice', visibility: 'public' })
  expect(await read(asBea)).toBeNull()
  await api.call(asBea, posts.saveDraft, { text: 'As Bea', visibility: 'public' })
  expect((await api.call(asAlice, posts.create, { text: 'As Alice', visibility: 'public' })).status).toBe(201)
  expect([await read(asAlice), await read(asBea)]).toEqual([null, expect.objectContaining({ text: 'As Bea' })])
})
