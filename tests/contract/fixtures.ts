import { newId } from '../../api/platform/db/ids.ts'
import { media, uploads } from '../../api/platform/db/schema/media.ts'
import { account } from '../../contract/account.ts'
import { agencies } from '../../contract/agencies.ts'
import { albums } from '../../contract/albums.ts'
import { chat } from '../../contract/chat.ts'
import { posts } from '../../contract/posts.ts'
import { wallet } from '../../contract/wallet.ts'
import { makeAgency } from '../support/agency.ts'
import type { Actor, TestApi } from '../support/api.ts'
import { rights } from '../support/rights.ts'

/** Objects that belong to one user, for others to try. */
export type Fixtures = {
  fan: Actor
  creator: Actor
  otherCreator: Actor
  staff: Actor
  stranger: Actor
  postId: string
  commentId: string
  hiddenPostId: string
  /** Empty, so that it is there for its creator alone. */
  albumId: string
  mediaId: string
  uploadId: string
  chatSessionId: string
  messageId: string
  topupId: string
  sessionId: string
  agency: Awaited<ReturnType<typeof makeAgency>>
  invitationId: string
}

export async function makeFixtures(api: TestApi): Promise<Fixtures> {
  const [fan, stranger, staff] = [await api.makeUser(), await api.makeUser(), await api.makeUser({ role: 'staff' })]
  const creator = await api.makeUser({ isCreator: true, priceCents: 999 })
  const otherCreator = await api.makeUser({ isCreator: true, priceCents: 499 })
  const mediaId = newId()
  await api.db
    .insert(media)
    .values({ id: mediaId, ownerId: creator.id, type: 'IMAGE', state: 'ready', width: 10, height: 10 })
  const uploadId = newId()
  await api.db.insert(uploads).values({ id: uploadId, ownerId: creator.id, size: 9 })
  const postId = (await api.call(creator, posts.create, { text: 'open', visibility: 'public' })).data.id
  const hiddenPostId = (
    await api.call(creator, posts.create, {
      text: 'later',
      visibility: 'public',
      publish_at: new Date(Date.now() + 86_400_000).toISOString(),
    })
  ).data.id
  const albumId = (await api.call(creator, albums.create, { name: 'Later' })).data.id
  const commentId = (await api.call(fan, posts.addComment, { id: postId, text: 'first' })).data.id
  const message = (await api.call(creator, chat.send, { receiver_id: fan.id, content: 'hello' })).data
  const topupId = (await api.call(fan, wallet.beginTopup, { amount: 10 }, { 'idempotency-key': newId() })).data.id
  const sessionId = (await api.call(fan, account.sessions, {})).data.data[0]?.id ?? ''
  const agency = await makeAgency(api)
  const invited = await api.makeUser()
  const invitation = (
    await api.call(agency.owner, agencies.invite, { id: agency.agencyId, kind: 'member', username: invited.username })
  ).data
  return {
    fan,
    creator,
    otherCreator,
    staff,
    stranger,
    postId,
    commentId,
    hiddenPostId,
    albumId,
    mediaId,
    uploadId,
    topupId,
    sessionId,
    agency,
    chatSessionId: message.session_id,
    messageId: message.id,
    invitationId: invitation.id,
  }
}

type OthersFixture = { fill: Record<string, string>; body?: Record<string, unknown>; by?: Actor }

/** Endpoints of owned objects, each with the id of an object that belongs to another user than the caller. */
export const fixturesOfOthers: Record<string, (world: Fixtures) => OthersFixture> = {
  'DELETE /api/account/sessions/{id}': ({ sessionId }) => ({ fill: { id: sessionId } }),
  'DELETE /api/account/ways-in/{id}': ({ sessionId }) => ({ fill: { id: sessionId } }),
  'GET /api/agencies/{id}': ({ agency }) => ({ fill: { id: agency.agencyId } }),
  'GET /api/agencies/{id}/members': ({ agency }) => ({ fill: { id: agency.agencyId } }),
  'GET /api/agencies/{id}/creators': ({ agency }) => ({ fill: { id: agency.agencyId } }),
  'GET /api/agencies/{id}/grants': ({ agency }) => ({ fill: { id: agency.agencyId } }),
  'PUT /api/agencies/{id}/grants': ({ agency }) => ({
    fill: { id: agency.agencyId },
    body: { member_ids: [agency.memberId], creator_ids: [agency.linkId], permissions: { can_chat: true } },
  }),
  'GET /api/agencies/{id}/writing-rules': ({ agency }) => ({ fill: { id: agency.agencyId } }),
  'PUT /api/agencies/{id}/writing-rules': ({ agency }) => ({
    fill: { id: agency.agencyId },
    body: { restricted_words: ['paypal'], asks_above: 10 },
  }),
  'PATCH /api/agencies/{id}': ({ agency }) => ({ fill: { id: agency.agencyId }, body: { name: 'Mine now' } }),
  'DELETE /api/agencies/{id}': ({ agency }) => ({ fill: { id: agency.agencyId } }),
  'POST /api/agencies/{id}/invitations': ({ agency, fan }) => ({
    fill: { id: agency.agencyId },
    body: { kind: 'member', username: fan.username },
  }),
  'DELETE /api/agencies/{id}/invitations/{invitationId}': ({ agency, invitationId }) => ({
    fill: { id: agency.agencyId, invitationId },
  }),
  'PATCH /api/agencies/{id}/members/{memberId}': ({ agency }) => ({
    fill: { id: agency.agencyId, memberId: agency.memberId },
    body: { role: 'admin' },
  }),
  'DELETE /api/agencies/{id}/members/{memberId}': ({ agency }) => ({
    fill: { id: agency.agencyId, memberId: agency.memberId },
  }),
  'DELETE /api/agencies/{id}/creators/{creatorId}': ({ agency }) => ({
    fill: { id: agency.agencyId, creatorId: agency.linkId },
  }),
  'PUT /api/agencies/{id}/grants/{memberId}/{creatorId}': ({ agency }) => ({
    fill: { id: agency.agencyId, memberId: agency.memberId, creatorId: agency.linkId },
    body: { permissions: rights('can_chat') },
  }),
  'DELETE /api/agencies/{id}/grants/{memberId}/{creatorId}': ({ agency }) => ({
    fill: { id: agency.agencyId, memberId: agency.memberId, creatorId: agency.linkId },
  }),
  'GET /api/agencies/{id}/activity': ({ agency }) => ({ fill: { id: agency.agencyId } }),
  'GET /api/agencies/{id}/reviews': ({ agency }) => ({ fill: { id: agency.agencyId } }),
  'PUT /api/agencies/{id}/reviews': ({ agency, messageId }) => ({
    fill: { id: agency.agencyId },
    body: { message_id: messageId, score: 3 },
  }),
  'DELETE /api/agencies/{id}/reviews/{reviewId}': ({ agency, messageId }) => ({
    fill: { id: agency.agencyId, reviewId: messageId },
  }),
  'GET /api/agencies/{id}/figures': ({ agency }) => ({ fill: { id: agency.agencyId } }),
  'POST /api/invitations/{id}/accept': ({ invitationId }) => ({ fill: { id: invitationId } }),
  'POST /api/invitations/{id}/decline': ({ invitationId }) => ({ fill: { id: invitationId } }),
  'PATCH /api/agency-links/{id}': ({ agency }) => ({
    fill: { id: agency.linkId },
    body: { ceiling: rights(), permissions: rights() },
  }),
  'DELETE /api/agency-links/{id}': ({ agency }) => ({ fill: { id: agency.linkId } }),
  'DELETE /api/agency-access/{grantId}': ({ agency }) => ({ fill: { grantId: agency.grantId } }),
  'POST /api/agency-access/{grantId}/allow': ({ agency }) => ({ fill: { grantId: agency.grantId } }),
  'PATCH /api/chat/sessions/{id}': ({ chatSessionId }) => ({ fill: { id: chatSessionId }, body: { hidden: false } }),
  'POST /api/chat/sessions/{id}/mute': ({ chatSessionId }) => ({ fill: { id: chatSessionId } }),
  'POST /api/chat/sessions/{id}/hide': ({ chatSessionId }) => ({ fill: { id: chatSessionId } }),
  'POST /api/chat/messages/{id}/like': ({ messageId }) => ({ fill: { id: messageId } }),
  'PUT /api/chat/messages/{id}/reaction': ({ messageId }) => ({ fill: { id: messageId }, body: { reaction: 'fire' } }),
  'PATCH /api/chat/messages/{id}': ({ messageId }) => ({ fill: { id: messageId }, body: { content: 'mine' } }),
  'DELETE /api/chat/messages/{id}': ({ messageId }) => ({ fill: { id: messageId } }),
  'POST /api/media/{id}/unlock': ({ mediaId }) => ({ fill: { id: mediaId } }),
  'GET /api/private-medias/{id}': ({ mediaId }) => ({ fill: { id: mediaId } }),
  'PATCH /api/private-medias/{id}': ({ mediaId }) => ({ fill: { id: mediaId }, body: { folder: 'mine' } }),
  'DELETE /api/private-medias/{id}': ({ mediaId }) => ({ fill: { id: mediaId } }),
  'GET /api/private-medias/{id}/uses': ({ mediaId }) => ({ fill: { id: mediaId } }),
  'GET /api/private-medias/{id}/captions/{language}': ({ mediaId }) => ({ fill: { id: mediaId, language: 'en' } }),
  'PUT /api/private-medias/{id}/captions/{language}': ({ mediaId }) => ({
    fill: { id: mediaId, language: 'en' },
    body: { cues: [{ start: 0, end: 1, text: 'mine' }] },
  }),
  'DELETE /api/private-medias/{id}/captions/{language}': ({ mediaId }) => ({ fill: { id: mediaId, language: 'en' } }),
  'PUT /api/private-medias/{id}/poster': ({ mediaId }) => ({ fill: { id: mediaId } }),
  'POST /api/private-medias/{id}/poster': ({ mediaId }) => ({ fill: { id: mediaId }, body: { at: 1 } }),
  'POST /api/direct-uploads/{id}/parts': ({ uploadId }) => ({ fill: { id: uploadId }, body: {} }),
  'GET /api/wallet/topups/{id}': ({ topupId }) => ({ fill: { id: topupId } }),
  'GET /api/albums/{id}': ({ albumId }) => ({ fill: { id: albumId } }),
  'GET /api/albums/{id}/posts': ({ albumId }) => ({ fill: { id: albumId } }),
  'PATCH /api/creator/albums/{id}': ({ albumId }) => ({
    fill: { id: albumId },
    body: { name: 'mine' },
  }),
  'POST /api/creator/albums/{id}/move': ({ albumId }) => ({
    fill: { id: albumId },
    body: { direction: 'up' },
  }),
  'DELETE /api/creator/albums/{id}': ({ albumId }) => ({ fill: { id: albumId } }),
  'GET /api/creator/albums/{id}/choices': ({ albumId }) => ({ fill: { id: albumId } }),
  'PUT /api/creator/albums/{id}/posts/{postId}': ({ albumId, postId }) => ({
    fill: { id: albumId, postId },
  }),
  'DELETE /api/creator/albums/{id}/posts/{postId}': ({ albumId, postId }) => ({
    fill: { id: albumId, postId },
  }),
  'POST /api/creator/albums/{id}/posts/{postId}/move': ({ albumId, postId }) => ({
    fill: { id: albumId, postId },
    body: { direction: 'up' },
  }),
  'GET /api/posts/{id}': ({ hiddenPostId }) => ({ fill: { id: hiddenPostId } }),
  'PATCH /api/posts/{id}': ({ hiddenPostId }) => ({ fill: { id: hiddenPostId }, body: { text: 'mine' } }),
  'DELETE /api/posts/{id}': ({ hiddenPostId }) => ({ fill: { id: hiddenPostId } }),
  'POST /api/posts/{id}/unlock': ({ hiddenPostId }) => ({ fill: { id: hiddenPostId } }),
  'POST /api/posts/{id}/like': ({ hiddenPostId }) => ({ fill: { id: hiddenPostId } }),
  'POST /api/posts/{id}/bookmark': ({ hiddenPostId }) => ({ fill: { id: hiddenPostId } }),
  'PUT /api/posts/{id}/bookmark': ({ hiddenPostId }) => ({ fill: { id: hiddenPostId }, body: { list: null } }),
  'GET /api/posts/{id}/comments': ({ hiddenPostId }) => ({ fill: { id: hiddenPostId } }),
  'POST /api/posts/{id}/comments': ({ hiddenPostId }) => ({ fill: { id: hiddenPostId }, body: { text: 'hello' } }),
}

/** Endpoints whose parameter names public objects, or whose own feature tests them against other users. */
export const openFixtures = [
  'GET /api/users/{username}',
  'GET /api/vault-duplicates/{content_hash}',
  'GET /api/users/{username}/posts',
  'GET /api/users/{username}/page',
  'GET /api/users/{username}/albums',
  'PATCH /api/bookmark-lists/{id}',
  'DELETE /api/bookmark-lists/{id}',
  'GET /api/notifications/bells/{id}',
  'PUT /api/notifications/bells/{id}',
  'GET /api/users/{username}/similar',
  'GET /api/sitemap/creators/{part}',
  'GET /api/sitemap/posts/{day}',
  'POST /api/users/{id}/follow',
  'DELETE /api/users/{id}/follow',
  'POST /api/users/{id}/block',
  'DELETE /api/users/{id}/block',
  'POST /api/users/{id}/subscribe',
  'DELETE /api/users/{id}/subscribe',
  'POST /api/users/{id}/tip',
  'GET /api/chat/sessions/with/{userId}',
  'GET /api/chat/messages/{userId}',
  'PUT /api/chat/drafts/{userId}',
  'GET /api/chat/messages/{userId}/search',
  'GET /api/chat/fans/{userId}',
  'GET /api/chat/next-reply/{userId}',
  'PUT /api/chat/fans/{userId}/note',
  'PUT /api/chat/fans/{userId}/media',
  'PUT /api/chat/channel/{creatorId}',
  'POST /api/agencies/impersonate/{targetId}',
  'GET /api/agencies/{id}/reviews/queue',
  'GET /api/agencies/{id}/reviews/conversation',
  'GET /api/reports/{ticket}',
  'PUT /api/creator/verification/images/{kind}',
  'PUT /api/profile/picture/{kind}',
  'DELETE /api/comments/{id}',
  'DELETE /api/chat/saved-replies/{id}',
  'POST /api/chat/saved-replies/{id}/restore',
  'POST /api/chat/saved-replies/{id}/move',
  'DELETE /api/payouts/{id}',
  'DELETE /api/payouts/methods/{id}',
  'GET /api/wallet/entries/{id}',
  'GET /api/links/{code}',
  'GET /api/creator/tracking-links/{id}',
  'PATCH /api/creator/tracking-links/{id}',
  'PATCH /api/creator/lists/{id}',
  'DELETE /api/creator/lists/{id}',
  'PUT /api/creator/automations/{id}',
  'POST /api/creator/automations/{id}/switch',
  'DELETE /api/creator/automations/{id}',
  'GET /api/creator/broadcasts/{id}',
  'DELETE /api/creator/broadcasts/{id}',
  'POST /api/creator/broadcasts/{id}/withdraw',
  'POST /api/creator/broadcasts/{id}/move',
  'POST /api/creator/broadcasts/{id}/rest',
  'GET /api/users/{id}/bundles',
  'POST /api/users/{id}/bundles',
  'POST /api/users/{id}/gifts',
  'GET /api/chat/requests/{userId}',
  'POST /api/users/{id}/requests',
  'POST /api/requests/{id}/accept',
  'POST /api/requests/{id}/decline',
  'POST /api/requests/{id}/deliver',
  'POST /api/team-desk/requests/{id}/accept',
  'POST /api/team-desk/requests/{id}/decline',
  'POST /api/team-desk/requests/{id}/deliver',
  'DELETE /api/requests/{id}',
  'GET /api/gifts/{code}',
  'POST /api/gifts/{code}/accept',
  'DELETE /api/gifts/{id}',
  'GET /api/offers/{code}',
  'PUT /api/creator/offers/{id}',
  'POST /api/creator/offers/{id}/move',
  'DELETE /api/creator/offers/{id}',
]
