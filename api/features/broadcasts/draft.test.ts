import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { broadcasts } from '../../../contract/broadcasts.ts'
import { actAs, makeAgency } from '../../../tests/support/agency.ts'
import { makeCreator } from '../../../tests/support/money.ts'
import { makePicture } from '../../../tests/support/relations.ts'
import { rights } from '../../../tests/support/rights.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { makeTwoAgencies } from '../../../tests/support/two-agencies.ts'
import { media } from '../../platform/db/schema/media.ts'

const api = testApi()
const draft = {
  audience: 'subscribers',
  exclude: ['spenders'],
  content: 'Merry Christmas',
  media_ids: [] as string[],
  preview_ids: [] as string[],
  price: 9,
  send_at: '2199-12-24T18:00:00.000Z',
} as const
const read = async (actor: Parameters<typeof api.call>[0]) =>
  (await api.call(actor, broadcasts.getDraft, {})).data.draft

it('keeps audience, time, media, price and text, as they were saved last, for their creator alone', async () => {
  const [creator, other] = [await makeCreator(api), await makeCreator(api)]
  const [first, second] = [await makePicture(api, creator), await makePicture(api, creator)]
  expect(await read(creator)).toBeNull()
  await api.call(creator, broadcasts.saveDraft, { audience: 'all', content: 'Merry' })
  const choice = { filter: { language: 'fr' as const }, except: [other.id] }
  const whole = {
    ...draft,
    list_id: null,
    choice,
    again_of: null,
    skip_waiting: false,
    second_content: 'Happy Christmas',
    compare_hours: 24 as const,
    exclude: ['spenders' as const],
    media_ids: [second, first],
    preview_ids: [first],
  }
  expect((await api.call(creator, broadcasts.saveDraft, whole)).status).toBe(200)
  expect(await read(creator)).toEqual(whole)
  expect(await read(other)).toBeNull()
})

it('leaves out media that were deleted or belong to another creator', async () => {
  const [creator, other] = [await makeCreator(api), await makeCreator(api)]
  const [usable, deleted] = [await makePicture(api, creator), await makePicture(api, creator)]
  const ids = [deleted, usable, await makePicture(api, other)]
  await api.call(creator, broadcasts.saveDraft, { audience: 'all', media_ids: ids, preview_ids: ids })
  await api.db.update(media).set({ deletedAt: new Date() }).where(eq(media.id, deleted))
  expect(await read(creator)).toMatchObject({ media_ids: [usable], preview_ids: [usable] })
})

it('is dropped when a broadcast is sent, and kept when the sending is refused', async () => {
  const creator = await makeCreator(api)
  await api.call(creator, broadcasts.saveDraft, { audience: 'all', content: 'Good morning' })
  expect((await api.call(creator, broadcasts.send, { audience: 'all', content: '' })).status).toBe(400)
  expect(await read(creator)).toMatchObject({ content: 'Good morning' })
  expect((await api.call(creator, broadcasts.send, { audience: 'all', content: 'Good morning' })).status).toBe(201)
  expect(await read(creator)).toBeNull()
})

it('belongs to its author: an operator and the creator each have one', async () => {
  const { operator, creator } = await makeAgency(api, rights('can_chat', 'can_social'))
  const browser = await actAs(api, operator, creator)
  await api.call(browser, broadcasts.saveDraft, { audience: 'all', content: 'By the team' })
  expect(await read(creator)).toBeNull()
  await api.call(creator, broadcasts.saveDraft, { audience: 'all', content: 'By herself' })
  expect(await read(browser)).toMatchObject({ content: 'By the team' })
  expect(await read(creator)).toMatchObject({ content: 'By herself' })
})

it('is of one author for one creator, and stays when another one is sent', async () => {
  const { people } = await makeTwoAgencies(api)
  const [forAlice, forBea] = [
    await actAs(api, people.olivia, people.alice),
    await actAs(api, people.olivia, people.bea),
  ]
  const texts = async () => Promise.all([forAlice, forBea, people.alice].map(async (who) => (await read(who))?.content))
  for (const [who, content] of [
    [forAlice, 'for Alice'],
    [forBea, 'for Bea'],
    [people.alice, 'my own'],
  ] as const)
    await api.call(who, broadcasts.saveDraft, { audience: 'all', content })
  expect(await texts()).toEqual(['for Alice', 'for Bea', 'my own'])
  expect((await api.call(forAlice, broadcasts.send, { audience: 'all', content: 'for Alice' })).status).toBe(201)
  expect(await texts()).toEqual([undefined, 'for Bea', 'my own'])
})
