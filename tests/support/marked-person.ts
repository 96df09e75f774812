import { inArray } from 'drizzle-orm'
import { newId } from '../../api/platform/db/ids.ts'
import * as accountTables from '../../api/platform/db/schema/account.ts'
import { albumPosts, albums } from '../../api/platform/db/schema/albums.ts'
import { profileVisits } from '../../api/platform/db/schema/analytics.ts'
import { fanLists } from '../../api/platform/db/schema/audience.ts'
import { automationRuns, automations } from '../../api/platform/db/schema/automation.ts'
import {
  broadcastCopies,
  broadcastDrafts,
  broadcastHabits,
  broadcasts,
} from '../../api/platform/db/schema/broadcasts.ts'
import * as chatTables from '../../api/platform/db/schema/chat.ts'
import { accounts, mails, sessions, users } from '../../api/platform/db/schema/identity.ts'
import { media, uploads, vaultUsage } from '../../api/platform/db/schema/media.ts'
import * as notificationTables from '../../api/platform/db/schema/notifications.ts'
import { referralClicks } from '../../api/platform/db/schema/payouts.ts'
import { bookmarkLists, bookmarks, comments, postDrafts, postLikes, posts } from '../../api/platform/db/schema/posts.ts'
import { creatorVerifications, reports } from '../../api/platform/db/schema/staff.ts'
import { trackingLinkFans, trackingLinks } from '../../api/platform/db/schema/tracking-links.ts'
import { blocks, follows } from '../../api/platform/db/schema/users.ts'
import type { Actor, TestApi } from './api.ts'
import { addAgency } from './marked-agency.ts'
import { addMoney } from './marked-money.ts'

/**
 * A user with rows in every table that holds data of a person, with the marker in every text of theirs. `other` is the
 * other side of what takes two.
 */
export async function makeMarkedPerson(api: TestApi, other: Actor, marker: string): Promise<Actor> {
  const at = new Date()
  const email = `${marker}@example.test`
  const me = await api.makeUser({
    termsVersion: marker,
    email,
    name: marker,
    image: marker,
    username: marker,
    displayName: marker,
    bio: marker,
    location: marker,
    tags: [marker],
    languages: [marker],
    links: [{ title: marker, url: `https://${marker}.test` }],
    referralCode: marker,
    suspendedReason: marker,
    isCreator: true,
    priceCents: 500,
  })
  await addSignIn(api, me, marker)
  await addContent(api, me, other, marker)
  await addChat(api, me, other, marker)
  await addAgency(api, me, other, marker)
  await addMoney(api, me, other, marker)
  await api.db.insert(mails).values([
    {
      id: newId(),
      recipient: email,
      subject: marker,
      text: marker,
      html: marker,
      sealed: marker,
      once: marker,
      unsubscribe: marker,
    },
  ])
  const report = { kind: 'spam', object: 'a profile', text: 'look', dueAt: at }
  await api.db.insert(reports).values([
    { ...report, id: newId(), ticket: 'FR-1', email, reporterId: me.id },
    { ...report, id: newId(), ticket: 'FR-2', email },
  ])
  return me
}

async function addSignIn({ db }: TestApi, { id: userId }: Actor, marker: string): Promise<void> {
  const expiresAt = new Date(Date.now() + 86_400_000)
  await db
    .insert(sessions)
    .values({ id: newId(), token: marker, userId, expiresAt, ipAddress: marker, userAgent: marker })
  await db.insert(accounts).values({
    id: newId(),
    accountId: marker,
    providerId: marker,
    userId,
    accessToken: marker,
    refreshToken: marker,
    idToken: marker,
    scope: marker,
    password: marker,
  })
  await db.insert(accountTables.passkeys).values({
    id: newId(),
    userId,
    name: marker,
    publicKey: marker,
    credentialID: marker,
    counter: 0,
    deviceType: marker,
    backedUp: false,
    transports: marker,
    aaguid: marker,
  })
  await db.insert(accountTables.twoFactors).values({ id: newId(), userId, secret: marker, backupCodes: marker })
  await db.insert(accountTables.knownDevices).values({ userId, device: marker })
  await db
    .insert(accountTables.emailChanges)
    .values({ userId, email: marker, oldTokenHash: marker, newTokenHash: marker, expiresAt })
  await db.insert(accountTables.emailCodes).values({ userId, email: marker, codeHash: marker, expiresAt })
  await db.insert(creatorVerifications).values({
    userId,
    status: 'approved',
    legalName: marker,
    birthdate: '1990-01-01',
    country: marker,
    documentKind: 'passport',
    documentImageId: newId(),
    selfieImageId: newId(),
    reason: marker,
  })
}

async function addContent({ db }: TestApi, { id: me }: Actor, { id: other }: Actor, marker: string): Promise<void> {
  const post = { visibility: 'public' as const, publishedAt: new Date() }
  const [mine, theirs] = [newId(), newId()]
  await db.insert(posts).values([
    { ...post, id: mine, authorId: me, text: marker },
    { ...post, id: newId(), authorId: me, text: marker, deletedAt: new Date() },
    { ...post, id: theirs, authorId: other, text: 'theirs', likesCount: 2, commentsCount: 2 },
  ])
  const album = { id: newId(), creatorId: me, name: marker, description: marker, position: 1 }
  await db.insert(albums).values(album)
  await db.insert(albumPosts).values({ albumId: album.id, postId: mine, position: 0 })
  const comment = { postId: theirs, text: marker, authorId: me }
  await db.insert(comments).values([
    { ...comment, id: newId() },
    { ...comment, id: newId(), deletedAt: new Date() },
  ])
  await db.insert(postLikes).values({ userId: me, postId: theirs })
  const list = { id: newId(), userId: me, name: marker }
  await db.insert(bookmarkLists).values(list)
  await db.insert(bookmarks).values({ userId: me, postId: theirs, listId: list.id })
  await db.insert(media).values({
    id: newId(),
    ownerId: me,
    type: 'IMAGE',
    state: 'ready',
    reason: marker,
    preview: marker,
    name: marker,
    contentHash: marker,
    description: marker,
    folder: marker,
    tags: [marker],
    replaced: { change: marker, folder: marker, tags: [marker], deleted_at: null },
  })
  await db.insert(vaultUsage).values({ ownerId: me, bytes: 1 })
  await db.insert(uploads).values({ id: newId(), ownerId: me, name: marker, contentHash: marker, size: 1 })
  await db.insert(follows).values([
    { followerId: me, userId: other },
    { followerId: other, userId: me },
  ])
  await db
    .update(users)
    .set({ followersCount: 1 })
    .where(inArray(users.id, [me, other]))
  await db.insert(blocks).values({ blockerId: me, blockedId: other })
  await db.insert(profileVisits).values({ userId: me, day: '2026-01-01', visits: 1 })
  await db.insert(referralClicks).values({ userId: me, day: '2026-01-01', clicks: 1 })
  const [read, settings, habits] = [
    notificationTables.notifications,
    notificationTables.notificationSettings,
    notificationTables.notificationHabits,
  ]
  await db.insert(read).values({ id: newId(), userId: me, type: marker, objectKind: marker })
  await db
    .insert(notificationTables.notificationMarks)
    .values({ userId: me, type: marker, through: newId(), readAt: new Date() })
  await db.insert(settings).values({ userId: me, kind: marker })
  await db.insert(habits).values({ userId: me, quietFrom: marker, quietTo: marker, timeZone: marker })
  await db.insert(notificationTables.postBells).values([
    { userId: me, creatorId: other, isOn: true },
    { userId: other, creatorId: me, isOn: true },
  ])
  const push = { tag: marker, setting: 'social', kind: 'notification', thingId: newId(), dueAt: new Date() } as const
  await db.insert(notificationTables.waitingPushes).values({ id: newId(), userId: me, ...push })
  await db
    .insert(notificationTables.pushSubscriptions)
    .values({ id: newId(), userId: me, sessionId: newId(), endpoint: marker, p256dh: marker, auth: marker })
}

async function addChat({ db }: TestApi, { id: me }: Actor, { id: other }: Actor, marker: string): Promise<void> {
  const [sessionId, sent, received] = [newId(), newId(), newId()]
  const [userA = me, userB = other] = [me, other].sort()
  await db.insert(chatTables.conversations).values({ id: sessionId, userA, userB, lastSeq: 2 })
  const member = { sessionId, asCreator: true, lastMessage: marker, lastMessageAt: new Date() }
  await db.insert(chatTables.chatMembers).values([
    { ...member, userId: me, otherId: other },
    // As after a broadcast, which awaits no answer.
    { ...member, userId: other, otherId: me, lastMessageId: sent },
  ])
  await db.insert(chatTables.messages).values([
    {
      id: sent,
      sessionId,
      seq: 1,
      senderId: me,
      receiverId: other,
      content: marker,
      earlier: [marker],
      clientId: marker,
      type: 'text',
    },
    { id: received, sessionId, seq: 2, senderId: other, receiverId: me, content: 'theirs', type: 'text' },
  ])
  await db.insert(chatTables.messageLikes).values({ messageId: received, userId: me })
  await db.insert(chatTables.fanNotes).values([
    { creatorId: me, fanId: other, note: marker, lists: [marker] },
    { creatorId: other, fanId: me, note: marker, lists: [marker] },
  ])
  await db
    .insert(chatTables.savedReplies)
    .values({ id: newId(), userId: me, title: marker, content: marker, folder: marker })
  const writing = { content: marker, mediaIds: [], previewIds: [], updatedAt: new Date() }
  await db.insert(chatTables.messageDrafts).values([
    { ...writing, id: newId(), userId: me, authorId: me, otherId: other },
    { ...writing, id: newId(), userId: other, authorId: me, otherId: other },
    { ...writing, id: newId(), userId: other, authorId: other, otherId: me },
  ])
  const theirReply = { id: newId(), userId: other, title: 'theirs', content: 'theirs' }
  await db.insert(chatTables.savedReplies).values(theirReply)
  await db
    .insert(chatTables.savedReplySends)
    .values({ messageId: received, replyId: theirReply.id, creatorId: other, fanId: me })
  await db.insert(chatTables.welcomeMessages).values({ userId: me, content: marker })
  await db.insert(chatTables.liveEvents).values({ id: newId(), userId: me, type: marker, payload: { marker } })
  await db.insert(broadcasts).values({
    id: newId(),
    senderId: me,
    clientId: marker,
    audience: 'all',
    content: marker,
    secondContent: marker,
    status: 'scheduled',
    sendAt: new Date(),
  })
  await db.insert(automations).values({ id: newId(), creatorId: me, trigger: 'follow', content: marker, perDay: 1 })
  const theirs = { id: newId(), creatorId: other, trigger: 'follow', content: 'theirs', perDay: 1 } as const
  await db.insert(automations).values(theirs)
  await db.insert(automationRuns).values({
    ...{ id: newId(), automationId: theirs.id, creatorId: other, fanId: me, key: marker, decision: 'sent' },
    ...{ eventAt: new Date(), decidedAt: new Date() },
  })
  const named = { id: newId(), creatorId: me, name: marker, filter: { q: marker } }
  await db.insert(fanLists).values(named)
  const theirLink = { id: newId(), creatorId: other, code: newId(), name: 'theirs' }
  await db.insert(trackingLinks).values([theirLink, { id: newId(), creatorId: me, code: marker, name: marker }])
  await db.insert(trackingLinkFans).values({ creatorId: other, fanId: me, linkId: theirLink.id, since: new Date() })
  const draft = {
    audience: marker,
    choice: { ids: [], filter: { q: marker }, except: [] },
    exclude: [marker],
    content: marker,
    secondContent: marker,
    mediaIds: [],
    previewIds: [],
    updatedAt: new Date(),
  }
  await db.insert(broadcastDrafts).values([
    { ...draft, creatorId: me, authorId: me },
    { ...draft, creatorId: other, authorId: me },
  ])
  const copy = { content: marker, secondContent: marker, mediaIds: [], previewIds: [], sentAt: new Date() }
  await db.insert(broadcastCopies).values([
    { ...copy, creatorId: me, authorId: me },
    { ...copy, creatorId: other, authorId: me },
  ])
  const post = {
    text: marker,
    visibility: marker,
    mediaIds: [],
    previewIds: [],
    commentsFor: marker,
    updatedAt: new Date(),
  }
  await db.insert(postDrafts).values([
    { ...post, creatorId: me, authorId: me },
    { ...post, creatorId: other, authorId: me },
  ])
  await db.insert(broadcastHabits).values({ fanId: me, creatorId: other, frequency: 'all' })
}
