import { eq, inArray } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { chat } from '../../../contract/chat.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { block, follow, makePicture, subscribe } from '../../../tests/support/relations.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { newId } from './ids.ts'
import {
  canReceive,
  isListedTrial,
  isShownTo,
  isShownToFollowers,
  mayWriteBack,
  othersWhoWait,
  stillThere,
  takesMediaOf,
  waitsForAnswer,
} from './rules.ts'
import { chatMembers, messageMedia, messages } from './schema/chat.ts'
import { users } from './schema/identity.ts'
import { media } from './schema/media.ts'
import { postDrafts, postMedia, posts } from './schema/posts.ts'
import { offerLinks } from './schema/subscriptions.ts'
import { bool, statement, timestamptz, uuid, uuids } from './statement.ts'

/** What the rules answer where rows of other people, or of another moment, lie beside those that they are about. */
const api = testApi()
const now = () => new Date(api.ctx.now())
let before: Actor
let alice: Actor
let bob: Actor
let after: Actor
beforeAll(async () => {
  // Ids rise with time, so that one fan stands first in a conversation with a creator and the other second.
  before = await api.makeUser()
  alice = await api.makeUser({ isCreator: true, priceCents: 0 })
  bob = await api.makeUser({ isCreator: true, priceCents: 0 })
  after = await api.makeUser()
})

describe('a media', () => {
  const shown = statement(
    'test_media_shown',
    { viewer: uuid, owner: uuid, media: uuid, now: timestamptz },
    { to_viewer: bool, to_followers: bool },
    ({ viewer, owner, media, now }) => `
      select ${isShownTo(viewer, { media, owner }, now)} as to_viewer, ${isShownToFollowers(media, now)} as to_followers`,
  )
  const ask = async (viewer: Actor, id: string) =>
    (await api.db.run(shown, { viewer: viewer.id, owner: alice.id, media: id, now: now() }))[0]

  it('is shown as a preview by a post that is out, and not behind a block', async () => {
    const [id, postId, fan] = [await makePicture(api, alice), newId(), await api.makeUser()]
    const post = { id: postId, authorId: alice.id, visibility: 'paid', priceCents: 500 } as const
    await api.db.insert(posts).values({ ...post, publishedAt: new Date(api.ctx.now() + 60_000) })
    await api.db.insert(postMedia).values({ postId, mediaId: id, position: 0, isPreview: true })
    expect(await ask(fan, id)).toEqual({ to_viewer: false, to_followers: false })
    await api.db.update(posts).set({ publishedAt: now() }).where(eq(posts.id, postId))
    expect(await ask(fan, id)).toEqual({ to_viewer: true, to_followers: true })
    await block(api, alice, fan)
    expect((await ask(fan, id))?.to_viewer).toBe(false)
  })

  /** A message between two, with a media that it need not own. */
  async function write(from: Actor, to: Actor, mediaId: string): Promise<string> {
    await follow(api, from, to).catch(() => undefined)
    const { id } = (await api.call(from, chat.send, { receiver_id: to.id, content: 'Look' })).data
    await api.db.update(messages).set({ type: 'media' }).where(eq(messages.id, id))
    await api.db.insert(messageMedia).values({ messageId: id, mediaId, position: 0 })
    return id
  }

  it.each([['before'], ['after']])('is shown by a message of its owner to its receiver: to the one %s', async (who) => {
    const fan = who === 'before' ? before : after
    const id = await makePicture(api, alice)
    await write(bob, fan, id)
    await write(fan, alice, id)
    expect((await ask(fan, id))?.to_viewer).toBe(false)
    const sent = await write(alice, fan, id)
    expect([(await ask(fan, id))?.to_viewer, (await ask(bob, id))?.to_viewer]).toEqual([true, false])
    await api.db.update(messages).set({ deletedAt: now() }).where(eq(messages.id, sent))
    expect((await ask(fan, id))?.to_viewer).toBe(false)
  })
})

it('lists a trial until it is revoked, over or used up', async () => {
  const listed = statement(
    'test_listed_trial',
    { id: uuid, now: timestamptz },
    { listed: bool },
    ({ id, now }) => `select ${isListedTrial('o', now)} as listed from offer_links o where o.id = ${id}`,
  )
  const answer = async (change: Partial<typeof offerLinks.$inferInsert>) => {
    const id = newId()
    const trial = { id, creatorId: alice.id, code: id, kind: 'trial', days: 7, isListed: true } as const
    await api.db.insert(offerLinks).values({ ...trial, ...change })
    const [row] = await api.db.run(listed, { id, now: now() })
    await api.db.delete(offerLinks).where(eq(offerLinks.id, id))
    return row?.listed
  }
  const [past, later] = [new Date(api.ctx.now() - 1_000), new Date(api.ctx.now() + 60_000)]
  for (const open of [{}, { expiresAt: later }, { maxUses: 2, uses: 1 }]) expect(await answer(open)).toBe(true)
  for (const closed of [{ revokedAt: past }, { expiresAt: past }, { maxUses: 1, uses: 1 }, { isListed: false }])
    expect(await answer(closed)).toBe(false)
})

it('takes media of a fan by the choice about this fan, and not by that of another or about another', async () => {
  const taken = statement(
    'test_takes_media_beside',
    { creator: uuid, fan: uuid, now: timestamptz },
    { taken: bool },
    ({ creator, fan, now }) => `select ${takesMediaOf('c', fan, now)} as taken from users c where c.id = ${creator}`,
  )
  const [creator, other, fan] = [
    await api.makeUser({ isCreator: true }),
    await api.makeUser({ isCreator: true }),
    await api.makeUser(),
  ]
  const ask = async () => (await api.db.run(taken, { creator: creator.id, fan: fan.id, now: now() }))[0]?.taken
  const choose = (userId: string, otherId: string) =>
    api.db.insert(chatMembers).values({ userId, otherId, sessionId: newId(), asCreator: true, takesMedia: true })
  await choose(creator.id, bob.id)
  expect(await ask()).toBe(false)
  await api.db.delete(chatMembers).where(eq(chatMembers.userId, creator.id))
  await choose(other.id, fan.id)
  expect(await ask()).toBe(false)
  await choose(creator.id, fan.id)
  expect(await ask()).toBe(true)
})

it('lets a creator write back to who is there and may be written to', async () => {
  const may = statement(
    'test_may_write_back',
    { user: uuid, now: timestamptz },
    { may: bool },
    ({ user, now }) => `select ${mayWriteBack('c', now)} as may from chat_members c where c.user_id = ${user}`,
  )
  const [creator, fan] = [await api.makeUser({ isCreator: true }), await api.makeUser()]
  await subscribe(api, fan, creator)
  const member = { userId: creator.id, otherId: fan.id, sessionId: newId(), asCreator: true }
  await api.db.insert(chatMembers).values(member)
  const ask = async () => (await api.db.run(may, { user: creator.id, now: now() }))[0]?.may
  expect(await ask()).toBe(true)
  await api.db.update(users).set({ deletedAt: now() }).where(eq(users.id, fan.id))
  expect(await ask()).toBe(false)
  await api.db.update(users).set({ deletedAt: null }).where(eq(users.id, fan.id))
  await block(api, fan, creator)
  expect(await ask()).toBe(false)
})

it('finds those who wait and are there all at once as it does one by one', async () => {
  const waiting = statement(
    'test_who_waits',
    { user: uuid, now: timestamptz },
    { one_by_one: uuids, at_once: uuids },
    ({ user, now }) => `select
      array(select c.other_id from chat_members c where c.user_id = ${user} and c.as_creator and ${waitsForAnswer('c', now)} order by 1) as one_by_one,
      array(select w.other_id from (${othersWhoWait(user, now)}) w join users u on u.id = w.other_id
        where ${canReceive('u')} order by 1) as at_once`,
  )
  const [creator, other] = [await api.makeUser({ isCreator: true }), await api.makeUser({ isCreator: true })]
  const make = (more = {}) => api.makeUser(more)
  const [fan, gone, shy, blocked, answered, beside] = [
    await make(),
    await make(),
    await make(),
    await make(),
    await make(),
    await make(),
  ]
  const [open, closed, followed, paid] = [
    await make({ isCreator: true }),
    await make({ isCreator: true }),
    await make({ isCreator: true }),
    await make({ isCreator: true }),
  ]
  await api.db
    .update(users)
    .set({ chatAccessPolicy: 'SUBSCRIBERS' })
    .where(inArray(users.id, [closed.id, paid.id]))
  await follow(api, creator, followed)
  await follow(api, creator, closed)
  await subscribe(api, creator, paid)
  await follow(api, other, open)
  await block(api, shy, creator)
  await block(api, creator, blocked)
  await block(api, shy, other)
  await api.db.update(users).set({ deletedAt: now() }).where(eq(users.id, gone.id))
  const all = [fan, gone, shy, blocked, answered, beside, open, closed, followed, paid]
  await api.db.insert(chatMembers).values(
    all.map((it) => ({
      ...{ userId: it === beside ? other.id : creator.id, otherId: it.id, sessionId: newId(), asCreator: true },
      awaitsAnswer: it !== answered,
    })),
  )
  const [found] = await api.db.run(waiting, { user: creator.id, now: now() })
  expect(found?.one_by_one).toEqual([fan.id, followed.id, paid.id].toSorted())
  expect(found?.at_once).toEqual(found?.one_by_one)
})

it('keeps of a draft the media that its creator still has', async () => {
  const there = statement(
    'test_still_there',
    { creator: uuid },
    { ids: uuids },
    ({ creator }) => `select ${stillThere('d', 'media_ids')} as ids from post_drafts d where d.creator_id = ${creator}`,
  )
  const creator = await api.makeUser({ isCreator: true })
  const [here, deleted, failed] = [
    await makePicture(api, creator),
    await makePicture(api, creator),
    await makePicture(api, creator),
  ]
  const ofAnother = await makePicture(api, alice)
  const forOne = await makePicture(api, creator, alice)
  await api.db.update(media).set({ deletedAt: now() }).where(eq(media.id, deleted))
  await api.db.update(media).set({ state: 'failed' }).where(eq(media.id, failed))
  const mediaIds = [ofAnother, deleted, here, failed, forOne]
  const draft = { creatorId: creator.id, authorId: creator.id, text: 'x', visibility: 'public' } as const
  const rest = { commentsFor: 'everyone', previewIds: [], updatedAt: now() }
  await api.db.insert(postDrafts).values({ ...draft, ...rest, mediaIds })
  expect((await api.db.run(there, { creator: creator.id }))[0]?.ids).toEqual([here])
})
