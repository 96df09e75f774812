import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { agencies } from '../../../contract/agencies.ts'
import { broadcasts } from '../../../contract/broadcasts.ts'
import { chat } from '../../../contract/chat.ts'
import { deletionGraceDays, mediaDescriptionLength } from '../../../contract/limits.ts'
import { media as contract } from '../../../contract/media.ts'
import { posts } from '../../../contract/posts.ts'
import { users } from '../../../contract/users.ts'
import { actAs, makeAgency } from '../../../tests/support/agency.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { giveCoins } from '../../../tests/support/money.ts'
import { rights } from '../../../tests/support/rights.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { readViewer } from '../../identity/viewer.ts'
import { newId } from '../../platform/db/ids.ts'
import { media } from '../../platform/db/schema/media.ts'
import { requestDeletion } from '../account/deletion.ts'
import { purgeDeleted } from '../account/erasure.ts'
import { sweepUploads } from '../uploads/jobs.ts'

const api = testApi()
const text = 'A woman in red silk'

async function makePicture(owner: Actor, description: string | null = text): Promise<string> {
  const id = newId()
  await api.db.insert(media).values({ id, ownerId: owner.id, type: 'IMAGE', state: 'ready', description })
  return id
}
const makeCreator = () => api.makeUser({ isCreator: true, priceCents: 0 })

it('shows the description in a post only after the fan has bought it', async () => {
  const [alice, fiona] = [await makeCreator(), await api.makeUser()]
  await giveCoins(api, fiona, 1_000)
  const id = await makePicture(alice)
  const { data: post } = await api.call(alice, posts.create, {
    text: 'For sale',
    visibility: 'paid',
    price: 4,
    media_ids: [id],
  })
  const inPost = async (who: Actor | null) => (await api.call(who, posts.get, { id: post.id })).data.media[0]
  expect(post.media[0]?.description).toBe(text)
  for (const who of [null, fiona]) expect(await inPost(who)).toMatchObject({ locked: true, description: null })
  expect((await api.call(fiona, contract.get, { id })).data).toMatchObject({ locked: true, description: null })
  const bought = await api.call(fiona, contract.unlock, { id, expected_price: 4 })
  expect(bought.data.media).toMatchObject({ locked: false, description: text })
  expect(await inPost(fiona)).toMatchObject({ locked: false, description: text })
  expect((await api.call(fiona, contract.unlocked, {})).data.data[0]?.media.description).toBe(text)
  expect((await api.call(fiona, contract.get, { id })).data.description).toBe(text)
  expect(await inPost(null)).toMatchObject({ locked: true, description: null })
})

it('shows the descriptions of unlocked media in a message and a broadcast', async () => {
  const [alice, fiona] = [await makeCreator(), await api.makeUser()]
  await api.call(fiona, users.follow, { id: alice.id })
  const [sold, free] = [await makePicture(alice), await makePicture(alice)]
  const held = { media_ids: [sold, free], preview_ids: [free], price: 5 }
  const sent = await api.call(alice, chat.send, { receiver_id: fiona.id, content: 'look', ...held })
  expect(sent.data.media.map((it) => it.description)).toEqual([text, text])
  const { id } = (await api.call(alice, broadcasts.send, { audience: 'followers', content: 'all', ...held })).data
  await api.runJobs()
  expect((await api.call(alice, broadcasts.get, { id })).data.media.map((it) => it.description)).toEqual([text, text])
  const seen = (await api.call(fiona, chat.messages, { userId: alice.id })).data.data
  const channel = (await api.call(fiona, broadcasts.channel, {})).data.data
  expect([seen.length, channel.length]).toEqual([2, 1])
  for (const message of [...seen, ...channel]) expect(message.media.map((it) => it.description)).toEqual([null, text])
})

it('lets only the owner write, change and clear the description', async () => {
  const [alice, bob, fiona] = [await makeCreator(), await makeCreator(), await api.makeUser()]
  const id = await makePicture(alice, null)
  const put = (who: Actor, description: string | null, of = id) =>
    api.call(who, contract.update, { id: of, description })
  expect((await put(alice, `  ${text}\n`)).data.description).toBe(text)
  expect((await put(bob, 'mine')).status).toBe(404)
  expect((await put(fiona, 'mine')).refusal.error).toBe('not_creator')
  expect((await put(alice, 'x'.repeat(mediaDescriptionLength + 1))).refusal.error).toBe('invalid_input')
  const moved = (await api.call(alice, contract.update, { id, folder: 'Lyon' })).data
  expect(moved).toMatchObject({ folder: 'Lyon', description: text })
  expect((await api.call(alice, contract.vault, {})).data.data[0]?.description).toBe(text)
  for (const none of ['', null]) expect((await put(alice, none)).data.description).toBeNull()
  await api.call(alice, contract.remove, { id })
  expect((await put(alice, text)).status).toBe(404)
})

it('lets an operator with `can_vault` write the description and records it in the activity log', async () => {
  const agency = await makeAgency(api)
  const id = await makePicture(agency.creator, null)
  const browser = await actAs(api, agency.operator, agency.creator)
  expect((await api.call(browser, contract.update, { id, description: text })).data.description).toBe(text)
  const activity = (await api.call(agency.creator, agencies.myActivity, {})).data.data
  expect(activity.map((entry) => entry.action)).toContain('media.updateMedia')
  await api.call(agency.owner, agencies.putGrant, { ...agency.place, permissions: rights('can_chat', 'can_social') })
  expect((await api.call(browser, contract.update, { id, description: 'again' })).status).toBe(403)
})

const rowOf = async (id: string) => (await api.db.select().from(media).where(eq(media.id, id)))[0]

it('deletes the description together with the bytes of a deleted media', async () => {
  const alice = await makeCreator()
  const id = await makePicture(alice)
  await api.call(alice, contract.remove, { id })
  expect((await rowOf(id))?.description).toBe(text)
  api.turnClock(31 * 86_400_000)
  await sweepUploads(api.ctx)
  api.turnClock(-31 * 86_400_000)
  expect(await rowOf(id)).toMatchObject({ description: null, purgedAt: expect.any(Date) })
})

it('deletes name, description, folder and tags of a closed account, and leaves the file to its buyers', async () => {
  const [alice, fiona] = [await makeCreator(), await api.makeUser()]
  await giveCoins(api, fiona, 1_000)
  const id = await makePicture(alice)
  await api.call(alice, contract.update, { id, name: 'Alice in Lyon', folder: 'Lyon', tags: ['silk'] })
  await api.call(alice, posts.create, { text: 'For sale', visibility: 'paid', price: 4, media_ids: [id] })
  await api.call(fiona, contract.unlock, { id, expected_price: 4 })
  const { viewer } = await readViewer(api.ctx, alice.cookie)
  if (viewer === null) throw new Error('alice is signed out')
  await requestDeletion(api.ctx, viewer, alice.username)
  api.turnClock(deletionGraceDays * 86_400_000 + 1_000)
  await purgeDeleted(api.ctx)
  api.turnClock(-deletionGraceDays * 86_400_000 - 1_000)
  expect(await rowOf(id)).toMatchObject({ name: null, description: null, folder: null, tags: [] })
  const [mine] = (await api.call(fiona, contract.unlocked, {})).data.data
  expect([mine?.media.id, mine?.media.url === null, mine?.media.description]).toEqual([id, false, null])
})
