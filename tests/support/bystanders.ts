import type { Db } from '../../api/platform/db/db.ts'
import * as account from '../../api/platform/db/schema/account.ts'
import * as agency from '../../api/platform/db/schema/agencies.ts'
import { albumPosts, albums } from '../../api/platform/db/schema/albums.ts'
import { profileVisits } from '../../api/platform/db/schema/analytics.ts'
import { fanListMembers, fanLists } from '../../api/platform/db/schema/audience.ts'
import { automationRuns, automations } from '../../api/platform/db/schema/automation.ts'
import {
  broadcastCopies,
  broadcastDrafts,
  broadcastHabits,
  broadcastRecipients,
  broadcasts,
} from '../../api/platform/db/schema/broadcasts.ts'
import { bundlePurchases, bundles } from '../../api/platform/db/schema/bundles.ts'
import * as chat from '../../api/platform/db/schema/chat.ts'
import { accounts, sessions, users } from '../../api/platform/db/schema/identity.ts'
import { mediaMarks } from '../../api/platform/db/schema/marks.ts'
import { media, uploads, vaultUsage } from '../../api/platform/db/schema/media.ts'
import * as notices from '../../api/platform/db/schema/notifications.ts'
import { payoutMethods, referralClicks } from '../../api/platform/db/schema/payouts.ts'
import {
  bookmarkLists,
  bookmarks,
  comments,
  postDrafts,
  postLikes,
  postMedia,
  posts,
} from '../../api/platform/db/schema/posts.ts'
import { requestSettings } from '../../api/platform/db/schema/requests.ts'
import { agencyReviews } from '../../api/platform/db/schema/reviews.ts'
import { creatorVerifications, reports } from '../../api/platform/db/schema/staff.ts'
import {
  offerLinks,
  offerRedemptions,
  priceChanges,
  subscriptionEvents,
  subscriptions,
} from '../../api/platform/db/schema/subscriptions.ts'
import { trackingLinkFans, trackingLinks } from '../../api/platform/db/schema/tracking-links.ts'
import { blocks, follows } from '../../api/platform/db/schema/users.ts'
import { bystanderMark, far, privateId, privateText } from './bystander-marks.ts'
import { addMoney } from './bystander-money.ts'

/**
 * Four people whom no test knows: a fan, a creator of theirs, the operator of an agency, and a stranger to them, with
 * rows in the tables about people. Every test database begins with them. Whatever a test does, their rows stay as they
 * are, and what is private of them stands in no answer but to staff (bystander-marks.ts).
 */
const [fan, creator, operator, stranger] = [1, 2, 3, 4].map(
  (it) => `${bystanderMark}0-0000-7000-8000-00000000000${it}`,
) as [string, string, string, string]
const text = privateText

export async function addBystanders(db: Db): Promise<void> {
  await db.insert(users).values(
    Object.entries({ fan, creator, operator, stranger }).map(([name, id]) => ({
      id,
      username: `bystander_${name}`,
      email: `${privateId()}@example.test`,
      emailVerified: true,
      birthdate: '1990-01-01',
      referralCode: privateId(),
      isCreator: name === 'creator',
      priceCents: name === 'creator' ? 700 : null,
      followersCount: name === 'creator' ? 1 : 0,
      postsCount: name === 'creator' ? 1 : 0,
      photosCount: name === 'creator' ? 1 : 0,
      suspendedReason: text,
    })),
  )
  for (const id of [fan, creator, operator]) await addSignIn(db, id)
  for (const id of [fan, creator]) await addSettings(db, id)
  const mediaId = await addContent(db)
  const messageId = await addChat(db)
  await addMoney(db, { fan, creator, mediaId, messageId })
  await addSubscription(db)
  await addAgency(db)
}

async function addSignIn(db: Db, userId: string): Promise<void> {
  const expiresAt = far
  const id = privateId()
  await db.insert(sessions).values({ id, token: id, userId, expiresAt, userAgent: text, confirmedAt: far })
  await db.insert(accounts).values({ id, accountId: id, providerId: 'credential', userId, password: text })
  await db.insert(account.twoFactors).values({ id, userId, secret: text, backupCodes: text })
  await db.insert(account.knownDevices).values({ userId, device: id, seenAt: far })
  await db.insert(account.formerUsernames).values({ userId, username: id, until: far })
  await db
    .insert(account.emailChanges)
    .values({ userId, email: `${id}@example.test`, oldTokenHash: `${id} old`, newTokenHash: `${id} new`, expiresAt })
  await db.insert(account.emailCodes).values({ userId, email: `${id}@example.test`, codeHash: text, expiresAt })
  await db.insert(account.passkeys).values({
    id,
    userId,
    name: text,
    publicKey: text,
    credentialID: id,
    counter: 0,
    deviceType: 'singleDevice',
    backedUp: false,
  })
  const push = { endpoint: `https://push.example.test/${id}`, p256dh: text, auth: text }
  await db.insert(notices.pushSubscriptions).values({ id, userId, sessionId: id, ...push })
}

async function addSettings(db: Db, userId: string): Promise<void> {
  const id = privateId()
  await db.insert(notices.notifications).values({ id, userId, type: 'new_follower', actorId: stranger })
  await db.insert(notices.notificationMarks).values({ userId, type: 'post_like', through: id, readAt: far })
  await db.insert(notices.notificationSettings).values({ userId, kind: 'new_follower' })
  await db.insert(notices.notificationHabits).values({ userId })
  const push = { tag: text, setting: 'social', kind: 'notification', thingId: id, dueAt: far } as const
  await db.insert(notices.postBells).values({ userId, creatorId: stranger, isOn: true })
  await db.insert(notices.waitingPushes).values({ id, userId, ...push })
  const draft = { content: text, mediaIds: [], previewIds: [], updatedAt: far }
  await db.insert(chat.messageDrafts).values({ id, userId, authorId: userId, otherId: stranger, ...draft })
  await db.insert(chat.savedReplies).values({ id, userId, title: text, content: text })
  await db.insert(chat.savedReplySends).values({ messageId: id, replyId: id, creatorId: stranger, fanId: userId })
  await db.insert(chat.welcomeMessages).values({ userId, content: text })
  await db.insert(chat.liveEvents).values({ id, userId, type: 'balance', payload: { text }, createdAt: far })
  await db.insert(payoutMethods).values({ id, userId, kind: 'iban', label: text, holder: text, sealed: text })
  await db.insert(requestSettings).values({ userId, minCents: 500 })
  await db.insert(profileVisits).values({ userId, day: '2199-01-01', visits: 1 })
  await db.insert(referralClicks).values({ userId, day: '2199-01-01', clicks: 1 })
  await db.insert(media).values({
    id,
    ownerId: userId,
    type: 'IMAGE',
    state: 'ready',
    name: text,
    description: text,
    folder: text,
    tags: [text],
  })
  await db.insert(vaultUsage).values({ ownerId: userId, bytes: 0 })
  await db.insert(uploads).values({ id: privateId(), ownerId: userId, name: text, size: 1, createdAt: far })
}

/** Answers the id of a picture of the creator. */
async function addContent(db: Db): Promise<string> {
  const [post, draft, picture] = [privateId(), privateId(), privateId()]
  await db.insert(posts).values([
    { id: post, authorId: creator, text, visibility: 'subscribers', publishedAt: new Date(), notifiedAt: new Date() },
    { id: draft, authorId: creator, text, visibility: 'public' },
  ])
  await db.insert(media).values({ id: picture, ownerId: creator, type: 'IMAGE', state: 'ready' })
  await db.insert(postMedia).values({ postId: post, mediaId: picture, position: 0 })
  await db.insert(mediaMarks).values({
    id: 4_000_000_000,
    mediaId: picture,
    viewerId: fan,
    basis: 'subscribed',
    createdAt: far,
    madeAt: far,
    hasCopies: false,
  })
  const album = privateId()
  await db
    .insert(albums)
    .values({ id: album, creatorId: creator, name: text, description: text, position: 1, postsCount: 1 })
  await db.insert(albumPosts).values({ albumId: album, postId: post, position: 0 })
  await db.insert(comments).values({ id: privateId(), postId: post, authorId: fan, text })
  await db.insert(postLikes).values({ userId: fan, postId: post })
  const list = privateId()
  await db.insert(bookmarkLists).values({ id: list, userId: fan, name: text })
  await db.insert(bookmarks).values({ userId: fan, postId: post, listId: list })
  // Long ago: those of the last week are counted once an hour.
  await db.insert(follows).values({ followerId: fan, userId: creator, createdAt: new Date('2000-01-01') })
  await db.insert(blocks).values({ blockerId: fan, blockedId: stranger })
  await db.insert(creatorVerifications).values({
    userId: creator,
    status: 'approved',
    legalName: text,
    birthdate: '1990-01-01',
    country: 'FR',
    documentKind: 'passport',
  })
  await db
    .insert(reports)
    .values({ id: privateId(), ticket: text, kind: 'other', object: text, text, reporterId: fan, dueAt: far })
  return picture
}

/** Answers the id of a message of the fan. */
async function addChat(db: Db): Promise<string> {
  const [sessionId, sent, received, broadcastId] = [privateId(), privateId(), privateId(), privateId()]
  await db.insert(chat.conversations).values({ id: sessionId, userA: fan, userB: creator, lastSeq: 2 })
  const member = { sessionId, lastMessage: text, lastMessageAt: new Date(), unreadCount: 1, wrote: true }
  await db.insert(chat.chatMembers).values([
    { ...member, userId: fan, otherId: creator, asCreator: false },
    { ...member, userId: creator, otherId: fan, asCreator: true, awaitsAnswer: true },
  ])
  const message = { sessionId, content: text, type: 'text' as const }
  await db.insert(chat.messages).values([
    { ...message, id: sent, seq: 1, senderId: fan, receiverId: creator, clientId: sent },
    { ...message, id: received, seq: 2, senderId: creator, receiverId: fan, clientId: received },
  ])
  await db.insert(chat.messageLikes).values({ messageId: received, userId: fan })
  await db.insert(chat.fanNotes).values({ creatorId: creator, fanId: fan, note: text, lists: [text] })
  const sentAt = new Date()
  await db
    .insert(broadcasts)
    .values({ id: broadcastId, senderId: creator, audience: 'all', content: text, status: 'sent', sendAt: sentAt })
  await db.insert(broadcastRecipients).values({ broadcastId, userId: fan })
  const automation = privateId()
  await db
    .insert(automations)
    .values({ id: automation, creatorId: creator, trigger: 'follow', content: text, perDay: 1 })
  await db.insert(automationRuns).values({
    ...{ id: privateId(), automationId: automation, creatorId: creator, fanId: fan, key: 'follow', decision: 'sent' },
    ...{ eventAt: sentAt, decidedAt: sentAt },
  })
  const list = privateId()
  await db.insert(fanLists).values({ id: list, creatorId: creator, name: text })
  await db.insert(fanListMembers).values({ listId: list, fanId: fan })
  await db.insert(broadcastHabits).values({ fanId: fan, creatorId: creator, frequency: 'digest' })
  const link = privateId()
  await db.insert(trackingLinks).values({ id: link, creatorId: creator, code: link, name: text, listId: list })
  await db.insert(trackingLinkFans).values({ creatorId: creator, fanId: fan, linkId: link, since: far })
  const post = { text, visibility: 'public', mediaIds: [], previewIds: [], commentsFor: 'everyone', updatedAt: sentAt }
  await db.insert(postDrafts).values({ creatorId: creator, authorId: creator, ...post })
  const draft = { audience: 'all', exclude: [], content: text, mediaIds: [], previewIds: [], updatedAt: sentAt }
  await db.insert(broadcastDrafts).values({ creatorId: creator, authorId: creator, ...draft })
  const copy = { content: text, mediaIds: [], previewIds: [], sentAt }
  await db.insert(broadcastCopies).values({ creatorId: creator, authorId: creator, ...copy })
  return sent
}

async function addSubscription(db: Db): Promise<void> {
  const [id, linkId] = [privateId(), privateId()]
  const pair = { fanId: fan, creatorId: creator, priceCents: 700 }
  await db
    .insert(subscriptions)
    .values({ ...pair, id, status: 'active', startedAt: new Date(), activeUntil: far, renewsAt: far })
  await db.insert(subscriptionEvents).values({ ...pair, id, subscriptionId: id, kind: 'new' })
  await db.insert(offerLinks).values({ id: linkId, creatorId: creator, code: linkId, kind: 'trial', days: 7 })
  await db.insert(offerRedemptions).values({ linkId, fanId: fan })
  await db.insert(bundles).values({ creatorId: creator, months: 3, percent: 10 })
  const covers = { coversFrom: new Date(), coversUntil: far }
  await db.insert(bundlePurchases).values({ ...pair, ...covers, entryId: id, months: 3 })
  await db.insert(priceChanges).values({ id, creatorId: creator, priceCents: 700, createdAt: new Date('2000-01-01') })
}

async function addAgency(db: Db): Promise<void> {
  const [agencyId, owner, link, grant] = [privateId(), privateId(), privateId(), privateId()]
  await db.insert(agency.agencies).values({ id: agencyId, name: text })
  await db.insert(agency.agencyMembers).values({ id: owner, agencyId, userId: operator, role: 'owner' })
  await db
    .insert(agency.agencyCreators)
    .values({ id: link, agencyId, userId: creator, status: 'active', canChat: true })
  await db.insert(agency.agencyGrants).values({
    ...{ id: grant, agencyId, memberId: owner, creatorLinkId: link, canChat: true },
    ...{ shifts: '{[0,10080)}', shiftZone: 'UTC' },
  })
  const invitation = { agencyId, userId: stranger, kind: 'member', role: 'operator', invitedBy: operator } as const
  await db.insert(agency.agencyInvitations).values({ ...invitation, id: privateId() })
  await db
    .insert(agency.agencyClaims)
    .values({ agencyId, creatorId: creator, fanId: fan, note: text, operatorId: operator })
  await db.insert(agencyReviews).values({
    ...{ id: privateId(), agencyId, reviewerId: stranger, operatorId: operator, creatorId: creator, fanId: fan },
    ...{ messageId: privateId(), score: 2, comment: text },
  })
  const entryId = privateId()
  await db.insert(agency.agencyAuditEntries).values({
    id: entryId,
    agencyId,
    grantId: grant,
    actorId: operator,
    subjectId: creator,
    action: 'chat.read',
  })
  const change = { entryId, subjectId: creator, field: 'text', before: text, after: text } as const
  await db.insert(agency.agencyAuditChanges).values({ id: privateId(), ...change })
}
