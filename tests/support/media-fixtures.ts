import { newId } from '../../api/platform/db/ids.ts'
import { chatMembers, conversations, messageMedia, messages } from '../../api/platform/db/schema/chat.ts'
import { entitlements, media, purchases } from '../../api/platform/db/schema/media.ts'
import { postMedia, posts } from '../../api/platform/db/schema/posts.ts'
import { imageVariants } from '../../api/platform/media/image.ts'
import type { Actor, TestApi } from './api.ts'
import { block, follow, subscribe } from './relations.ts'

/** Every place in which a media of the creator can be, or no place at all (`unused`). */
export const places = [
  'public',
  'preview',
  'followers',
  'subscribers',
  'paid',
  'draft',
  'scheduled',
  'deleted',
  'archived',
  'expired',
  'unused',
  'bought_gone',
  'bought_archived',
  'archived_preview',
  'message',
  'message_preview',
  'message_free',
  'message_other',
] as const
export type Place = (typeof places)[number]

export const viewerNames = [
  'visitor',
  'stranger',
  'follower',
  'subscriber',
  // Bought the paid post and the paid message, and two posts of which one was deleted since and one archived.
  'buyer',
  // Bought the paid post and was blocked afterwards.
  'blocked',
  // The subscription ended yesterday.
  'lapsed',
  // Received the paid message and has not bought it.
  'addressee',
] as const
export type ViewerName = (typeof viewerNames)[number]

export type MediaFixtures = {
  alice: Actor
  viewers: Record<ViewerName, Actor | null>
  /** The media in each place. */
  mediaIds: Record<Place, string>
  postIds: Record<PostName, string>
}
type PostName =
  | 'public'
  | 'followers'
  | 'subscribers'
  | 'paid'
  | 'draft'
  | 'scheduled'
  | 'deleted'
  | 'archived'
  | 'expired'
  | 'sold'

/** The text of the posts for followers and subscribers only. */
export const lockedText = 'the words of a locked post'

/** The creator alice with one picture in every place, and one viewer in every relation to her. */
export async function makeMediaFixtures(api: TestApi): Promise<MediaFixtures> {
  const alice = await api.makeUser({ username: 'alice', isCreator: true, priceCents: 999 })
  const viewers = {} as MediaFixtures['viewers']
  for (const name of viewerNames)
    viewers[name] = name === 'visitor' ? null : await api.makeUser({ username: `the_${name}` })
  const mediaIds = {} as MediaFixtures['mediaIds']
  for (const place of places) mediaIds[place] = await storePicture(api, alice, place)
  const fixtures: MediaFixtures = { alice, viewers, mediaIds, postIds: {} as MediaFixtures['postIds'] }
  await publishPosts(api, fixtures)
  const { follower, subscriber, lapsed, blocked } = viewers as Record<ViewerName, Actor>
  await follow(api, follower, alice)
  await subscribe(api, subscriber, alice, { activeUntil: new Date(Date.now() + hourMs) })
  await subscribe(api, lapsed, alice, { activeUntil: new Date(Date.now() - 24 * hourMs) })
  await sellPlaces(api, fixtures)
  await block(api, alice, blocked)
  return fixtures
}

async function storePicture(api: TestApi, owner: Actor, place: Place): Promise<string> {
  const id = newId()
  await api.db.insert(media).values({
    id,
    ownerId: owner.id,
    type: 'IMAGE',
    state: 'ready',
    width: 8,
    height: 8,
    preview: 'data:image/webp;base64,AA',
    description: `A picture of ${place}.`,
  })
  for (const variant of imageVariants)
    await api.ctx.storage.put(`${id}/${variant}`, Buffer.from(`bytes of ${place}`), 'image/webp')
  return id
}

async function publishPosts(api: TestApi, fixtures: MediaFixtures): Promise<void> {
  const write = (name: PostName, post: Omit<FixturePost, 'name'>) => insertPost(api, fixtures, { name, ...post })
  await write('public', { visibility: 'public', held: ['public'], publishedIn: -5 * hourMs })
  await write('followers', { visibility: 'followers', held: ['followers'], publishedIn: -4 * hourMs })
  await write('subscribers', { visibility: 'subscribers', held: ['subscribers'], publishedIn: -3 * hourMs })
  await write('paid', { visibility: 'paid', held: ['paid', 'preview'], publishedIn: -2 * hourMs })
  await write('draft', { visibility: 'public', held: ['draft'], publishedIn: null })
  await write('scheduled', { visibility: 'public', held: ['scheduled'], publishedIn: hourMs })
  await write('deleted', { visibility: 'public', held: ['deleted', 'bought_gone'], publishedIn: -hourMs })
  await write('archived', { visibility: 'public', held: ['archived'], publishedIn: -hourMs, archivedAt: new Date() })
  await write('expired', { visibility: 'public', held: ['expired'], publishedIn: -2 * hourMs, expiresAt: new Date() })
  const sold = { visibility: 'paid', held: ['bought_archived', 'archived_preview'], publishedIn: -hourMs } as const
  await write('sold', { ...sold, archivedAt: new Date() })
}

type FixturePost = {
  name: PostName
  visibility: 'public' | 'followers' | 'subscribers' | 'paid'
  held: readonly Place[]
  /** Milliseconds from now, negative for a post that is out; null for a draft. */
  publishedIn: number | null
  archivedAt?: Date
  expiresAt?: Date
}

async function insertPost(api: TestApi, { alice, mediaIds, postIds }: MediaFixtures, post: FixturePost) {
  const { name, visibility, held, publishedIn, archivedAt, expiresAt } = post
  const id = newId()
  postIds[name] = id
  await api.db.insert(posts).values({
    id,
    authorId: alice.id,
    text: visibility === 'public' || visibility === 'paid' ? `words of ${name}` : lockedText,
    visibility,
    priceCents: visibility === 'paid' ? 500 : null,
    publishedAt: publishedIn === null ? null : new Date(Date.now() + publishedIn),
    deletedAt: name === 'deleted' ? new Date() : null,
    archivedAt,
    expiresAt,
  })
  await api.db.insert(postMedia).values(
    held.map((place, position) => ({
      postId: id,
      mediaId: mediaIds[place],
      position,
      isPreview: place === 'preview' || place === 'archived_preview',
    })),
  )
}

async function sellPlaces(api: TestApi, fixtures: MediaFixtures): Promise<void> {
  const { postIds } = fixtures
  await buy(api, fixtures, 'buyer', { kind: 'post', id: postIds.paid }, ['paid'])
  await buy(api, fixtures, 'blocked', { kind: 'post', id: postIds.paid }, ['paid'])
  await buy(api, fixtures, 'buyer', { kind: 'post', id: postIds.deleted }, ['bought_gone'])
  await buy(api, fixtures, 'buyer', { kind: 'post', id: postIds.sold }, ['bought_archived'])
  for (const receiver of ['buyer', 'addressee'] as const) {
    const sessionId = await openConversation(api, fixtures, receiver)
    await send(api, fixtures, { sessionId, seq: 1, receiver, priceCents: 500, held: ['message', 'message_preview'] })
    await send(api, fixtures, { sessionId, seq: 2, receiver, priceCents: null, held: ['message_free'] })
  }
  const sessionId = await openConversation(api, fixtures, 'lapsed')
  await send(api, fixtures, { sessionId, seq: 1, receiver: 'lapsed', priceCents: 500, held: ['message_other'] })
  await buy(api, fixtures, 'buyer', { kind: 'message', id: newId() }, ['message'])
}

async function buy(
  api: TestApi,
  { alice, viewers, mediaIds }: MediaFixtures,
  buyer: ViewerName,
  object: { kind: 'post' | 'message'; id: string },
  held: Place[],
): Promise<void> {
  const id = newId()
  const buyerId = viewers[buyer]?.id ?? ''
  await api.db.insert(purchases).values({
    id,
    buyerId,
    creatorId: alice.id,
    objectKind: object.kind,
    objectId: object.id,
    priceCents: 500,
    entryId: newId(),
  })
  await api.db
    .insert(entitlements)
    .values(held.map((place) => ({ userId: buyerId, mediaId: mediaIds[place], purchaseId: id })))
}

async function openConversation(
  api: TestApi,
  { alice, viewers }: MediaFixtures,
  receiver: ViewerName,
): Promise<string> {
  const sessionId = newId()
  const fanId = viewers[receiver]?.id ?? ''
  const [userA, userB] = [alice.id, fanId].sort() as [string, string]
  await api.db.insert(conversations).values({ id: sessionId, userA, userB, lastSeq: 9 })
  await api.db.insert(chatMembers).values([
    { userId: alice.id, otherId: fanId, sessionId, asCreator: true, lastMessageAt: new Date() },
    { userId: fanId, otherId: alice.id, sessionId, asCreator: false, lastMessageAt: new Date() },
  ])
  return sessionId
}

async function send(
  api: TestApi,
  { alice, viewers, mediaIds }: MediaFixtures,
  message: { sessionId: string; seq: number; receiver: ViewerName; priceCents: number | null; held: Place[] },
): Promise<void> {
  const id = newId()
  const { sessionId, seq, receiver, priceCents, held } = message
  await api.db.insert(messages).values({
    id,
    sessionId,
    seq,
    senderId: alice.id,
    receiverId: viewers[receiver]?.id ?? '',
    content: 'for you',
    type: 'media',
    priceCents,
  })
  await api.db.insert(messageMedia).values(
    held.map((place, position) => ({
      messageId: id,
      mediaId: mediaIds[place],
      position,
      isPreview: place === 'message_preview',
    })),
  )
}

const hourMs = 3_600_000
