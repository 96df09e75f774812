import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { chat } from '../../../contract/chat.ts'
import { chatDrafts } from '../../../contract/chat-drafts.ts'
import { teamInbox } from '../../../contract/team-inbox.ts'
import { actAs, makeAgency } from '../../../tests/support/agency.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { makeCreator } from '../../../tests/support/money.ts'
import { follow, makePicture } from '../../../tests/support/relations.ts'
import { rights } from '../../../tests/support/rights.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { makeTwoAgencies } from '../../../tests/support/two-agencies.ts'
import { newId } from '../../platform/db/ids.ts'
import { media } from '../../platform/db/schema/media.ts'

const api = testApi()

const save = (who: Actor, other: Actor, draft: object) =>
  api.call(who, chatDrafts.save, { userId: other.id, content: '', ...draft })
const read = async (who: Actor) => (await api.call(who, chatDrafts.list, {})).data.data
const texts = async (who: Actor) => (await read(who)).map((it) => it.content)

it('keeps words, media, price and saved reply, as they were saved last, for their author alone', async () => {
  const [creator, fan] = [await makeCreator(api), await api.makeUser()]
  const [first, second] = [await makePicture(api, creator), await makePicture(api, creator)]
  const whole = { content: 'Ten minutes of words', media_ids: [second, first], preview_ids: [first], price: 12.5 }
  await save(creator, fan, { content: 'Ten' })
  await save(creator, fan, { ...whole, saved_reply_id: newId() })
  expect(await read(creator)).toEqual([
    expect.objectContaining({ ...whole, user_id: fan.id, saved_reply_id: expect.any(String) }),
  ])
  expect(await read(fan)).toEqual([])
})

it('lists the latest first, and drops an empty one', async () => {
  const [alice, bob, carol] = [await api.makeUser(), await api.makeUser(), await api.makeUser()]
  await save(alice, bob, { content: 'to bob' })
  api.turnClock(1_000)
  await save(alice, carol, { content: 'to carol' })
  expect(await texts(alice)).toEqual(['to carol', 'to bob'])
  api.turnClock(1_000)
  await save(alice, bob, { content: 'to bob again' })
  expect(await texts(alice)).toEqual(['to bob again', 'to carol'])
  expect((await save(alice, bob, { content: '  ' })).status).toBe(200)
  expect(await texts(alice)).toEqual(['to carol'])
})

it('leaves out media that were deleted or belong to another creator', async () => {
  const [creator, other, fan] = [await makeCreator(api), await makeCreator(api), await api.makeUser()]
  const [usable, deleted] = [await makePicture(api, creator), await makePicture(api, creator)]
  const ids = [deleted, usable, await makePicture(api, other)]
  await save(creator, fan, { media_ids: ids, preview_ids: ids })
  await api.db.update(media).set({ deletedAt: new Date() }).where(eq(media.id, deleted))
  expect(await read(creator)).toMatchObject([{ media_ids: [usable], preview_ids: [usable] }])
})

it('is the same at the desk of an agency and while acting, with its files and its price', async () => {
  const { operator, creator, agencyId } = await makeAgency(api)
  const [fan, picture] = [await api.makeUser(), await makePicture(api, creator)]
  await follow(api, fan, creator)
  await api.call(fan, chat.send, { receiver_id: creator.id, content: 'Hello' })
  const place = { agency_id: agencyId, as_creator_id: creator.id, fan_id: fan.id }
  const write = (content: string, files = {}) =>
    api.call(operator, teamInbox.saveDraft, { ...place, content, ...files })
  const shown = async () => (await api.call(operator, teamInbox.conversation, place)).data.draft
  expect([await shown(), (await write('Good')).status]).toEqual([null, 200])
  const browser = await actAs(api, operator, creator)
  expect(await texts(browser)).toEqual(['Good'])
  expect(await read(creator)).toEqual([])
  const files = { media_ids: [picture], preview_ids: [], price: 5 }
  await save(browser, fan, { content: 'Good evening', ...files })
  expect(await shown()).toMatchObject({ content: 'Good evening', ...files })
  await write('', files)
  expect(await read(browser)).toMatchObject([{ content: '', ...files }])
  await api.db.update(media).set({ deletedAt: new Date() }).where(eq(media.id, picture))
  expect(await shown()).toMatchObject({ media_ids: [] })
  await write('')
  expect([await read(browser), await shown()]).toEqual([[], null])
  expect((await api.call(operator, teamInbox.saveDraft, { ...place, fan_id: newId(), content: 'x' })).status).toBe(404)
})

it('loses none but that of its own author and account when it is sent from the desk', async () => {
  const { people, aube } = await makeTwoAgencies(api)
  const fan = await api.makeUser()
  const write = (operator: Actor, creator: Actor, content: string) =>
    api.call(operator, teamInbox.saveDraft, { agency_id: aube.id, as_creator_id: creator.id, fan_id: fan.id, content })
  const { olivia, pablo, alice, bea } = people
  const places = [
    [olivia, alice],
    [pablo, alice],
    [olivia, bea],
  ] as const
  for (const [operator, creator] of places) await write(operator, creator, 'Hello')
  await write(olivia, alice, '')
  const words = await Promise.all(places.map(async ([operator, creator]) => texts(await actAs(api, operator, creator))))
  expect(words).toEqual([[], ['Hello'], ['Hello']])
})

it('is refused for who is not there, and for oneself', async () => {
  const alice = await api.makeUser()
  expect((await save(alice, { ...alice, id: newId() }, { content: 'x' })).status).toBe(404)
  expect((await save(alice, alice, { content: 'x' })).status).toBe(404)
})

it('belongs to its author: an operator and the creator each have their own', async () => {
  const { operator, creator } = await makeAgency(api, rights('can_chat'))
  const fan = await api.makeUser()
  const browser = await actAs(api, operator, creator)
  await save(browser, fan, { content: 'By the team' })
  expect(await texts(creator)).toEqual([])
  await save(creator, fan, { content: 'By herself' })
  expect(await texts(browser)).toEqual(['By the team'])
  expect(await texts(operator)).toEqual([])
  await save(creator, fan, { content: '' })
  expect(await texts(browser)).toEqual(['By the team'])
})

it('is one for each creator for whom an operator writes to the same fan', async () => {
  const { people } = await makeTwoAgencies(api)
  const fan = await api.makeUser()
  const [asAlice, asBea] = [await actAs(api, people.olivia, people.alice), await actAs(api, people.olivia, people.bea)]
  await save(asAlice, fan, { content: 'As Alice' })
  await save(asBea, fan, { content: 'As Bea' })
  await save(asAlice, fan, { content: '' })
  expect([await texts(asAlice), await texts(asBea)]).toEqual([[], ['As Bea']])
})
