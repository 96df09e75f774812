/**
 * Written by hand from product §34a and §35, never from the code, like `acting-matrix.ts` for the endpoints: what an
 * operator needs for each server function, and what each page's loader may fetch for them.
 */
import { figureFunctions } from './acting-app-figures.ts'
import type { Row } from './acting-flags.ts'
import {
  broadcast,
  chat,
  medias,
  never,
  noFlag,
  payment,
  profile,
  social,
  visitor,
  visitorWithout,
} from './acting-flags.ts'

/** Entry points: they start or end a session and return no user's data. */
const entryPoint = 'entry point'

const rows = (row: Row | typeof entryPoint, names: string): Record<string, Row | typeof entryPoint> =>
  Object.fromEntries(
    names
      .trim()
      .split(/\s+/)
      .map((name) => [name, row]),
  )

/** Every server function, as `file name`. */
export const serverFunctions: Record<string, Record<string, Row | typeof entryPoint>> = {
  account: {
    ...rows(
      never,
      `getSessions endSession endSessions reauthenticate getEmail changeEmail cancelEmail confirmEmailCode changePassword
      checkUsername changeUsername getSignInMethods removeSignInMethod acceptTerms requestDeletion`,
    ),
    ...rows(visitor, 'confirmEmail'),
  },
  acting: {
    ...rows(noFlag, 'getActingStatus'),
    ...rows(never, 'startActing getEndedActing'),
    ...rows(entryPoint, 'stopActing'),
  },
  agencies: {
    ...rows(
      never,
      `getAgencies createAgency getAgency updateAgency dissolveAgency inviteToAgency withdrawInvitation changeMember
      removeMember removeCreator putGrant removeGrant getAgencyActivity getFigures getInvitations acceptInvitation
      declineInvitation getLinks setCeiling endLink getAccess endAccess getEndedAccess allowAccess getMyActivity`,
    ),
  },
  'agency-team': rows(never, 'getAgencyMembers getAgencyCreators getGrants putGrants'),
  reviews: rows(never, 'getReviews putReview removeReview getReviewQueue getReviewConversation'),
  'team-inbox': rows(
    never,
    `getTeamInbox getTeamCreators claimConversation getTeamConversation sendFromTeam readTeamConversation
    getTeamReplies getTeamMessages findTeamMessages saveTeamDraft getTeamColleagues`,
  ),
  'team-requests': rows(never, 'acceptForCreator declineForCreator deliverForCreator'),
  'team-vault': rows(never, 'getTeamVaultIndex getTeamVaultBucket getTeamVaultLabels getTeamMedia'),
  'writing-rules': {
    ...rows(never, 'getWritingRules changeWritingRules'),
    ...rows(noFlag, 'getRulesWhileActing'),
  },
  ...figureFunctions,
  company: rows(visitorWithout(), 'getCompany'),
  identity: {
    ...rows(
      entryPoint,
      `signUp signIn signOut requestPasswordReset resetPassword verifyEmail signInWithProvider verifyTwoFactor
      verifyRecoveryCode generatePasskeySignInOptions verifyPasskeySignIn`,
    ),
    ...rows(
      never,
      `sendVerification enableTwoFactor disableTwoFactor generateRecoveryCodes linkProvider generatePasskeyOptions
      addPasskey`,
    ),
    ...rows(visitorWithout(), 'getMethods getChallenge'),
  },
  audience: rows(social, 'getFans countFans getFanLists createFanList updateFanList removeFanList changeFans'),
  automation: rows(
    broadcast,
    'getAutomations createAutomation updateAutomation switchAutomation removeAutomation dryRunAutomation getAutomationLog',
  ),
  calendar: rows(social, 'getCalendar'),
  broadcasts: rows(
    broadcast,
    'sendBroadcast getBroadcastDraft saveBroadcastDraft getBroadcasts unsendBroadcast withdrawBroadcast moveBroadcast decideRest sendBroadcastCopy getBroadcastCopy removeBroadcastCopy getAudiences previewBroadcast getBroadcastLimit setBroadcastLimit getChannel setFrequency',
  ),
  chat: {
    ...rows(
      chat,
      `getConversations getConversation updateConversation muteConversation hideConversation sendMessage getMessages
      reactToMessage editMessage removeMessage`,
    ),
    ...rows(never, 'tipUser'),
  },
  'chat-search': rows(chat, 'findMessages'),
  'chat-drafts': rows(chat, 'getMessageDrafts saveMessageDraft'),
  inbox: rows(chat, 'changeConversations getConversationCounts'),
  'chat-tools': rows(
    chat,
    'getFan setFanNote takeFanMedia getSavedReplies getNextReply saveReply removeReply restoreReply moveReply renameReplyFolder getWelcome setWelcome',
  ),
  media: {
    ...rows(medias, 'getVaultLabels getMediaUses updateMedia removeMedia chooseMediaPoster'),
    ...rows(visitorWithout('can_medias'), 'getMedia'),
    ...rows(never, 'unlockMedia getUnlocked'),
  },
  uploads: rows(medias, 'getUsage'),
  captions: rows(medias, 'getCaptions saveCaptions removeCaptions'),
  vault: rows(medias, 'getVaultIndex getVaultBucket changeVault undoVaultChange renameFolder'),
  bundles: { ...rows(never, 'getBundles buyBundle'), ...rows(payment, 'setBundles') },
  gifts: { ...rows(never, 'giveGift getGifts acceptGift takeBackGift'), ...rows(visitorWithout(), 'getGift') },
  notifications: {
    ...rows(noFlag, 'getNotifications readNotifications'),
    ...rows(never, 'getNotificationSettings setNotificationSettings getBell setBell subscribePush unsubscribePush'),
  },
  payouts: {
    ...rows(payment, 'getEarnings getEarningsMovements getStatement'),
    ...rows(
      never,
      'transferEarnings getPayouts requestPayout cancelPayout getPayoutMethods addPayoutMethod removePayoutMethod',
    ),
  },
  discovery: { ...rows(social, 'getSuggestions'), ...rows(visitorWithout('can_social'), 'getSimilar') },
  posts: {
    ...rows(
      social,
      `getFeed createPost getPostDraft savePostDraft updatePost removePost likePost addComment removeComment
      getUnpublished`,
    ),
    ...rows(never, 'unlockPost getBookmarks bookmarkPost'),
    ...rows(visitorWithout('can_social'), 'getPostsOfUser getProfilePage getPost getComments'),
  },
  'bookmark-lists': rows(
    never,
    'getBookmarkLists createBookmarkList updateBookmarkList removeBookmarkList sortBookmark',
  ),
  albums: {
    ...rows(
      social,
      'getOwnAlbums getAlbumChoices createAlbum updateAlbum moveAlbum removeAlbum addPostToAlbum removePostFromAlbum movePostInAlbum',
    ),
    ...rows(visitorWithout('can_social'), 'getAlbumsOfUser getAlbum getAlbumPosts'),
  },
  profile: { ...rows(noFlag, 'getProfile'), ...rows(profile, 'updateProfile') },
  referral: { ...rows(never, 'getReferralStats'), ...rows(visitorWithout(), 'countReferralClick') },
  reports: { ...rows(visitor, 'sendReport'), ...rows(visitorWithout(), 'getReport') },
  requests: {
    ...rows(chat, 'getRequestsWithUser getWaitingRequests'),
    ...rows(['can_chat', 'can_payment'], 'acceptRequest declineRequest'),
    ...rows(['can_chat', 'can_medias'], 'deliverRequest'),
    ...rows(payment, 'getRequestSettings setRequestSettings'),
    ...rows(never, 'createRequest withdrawRequest'),
  },
  search: rows(visitorWithout('can_social'), 'getSearchResults'),
  'staff-money': rows(
    never,
    'getStaffPayouts decidePayout openPayoutAccount getSales refundSale getDisputes getLedgerCheck startLedgerCheck',
  ),
  staff: rows(
    never,
    `getOverview getVerifications approveVerification rejectVerification getReports lookAtReport takeReport decideReport getUsers
    suspendUser unsuspendUser allowBirthdate getAuditLog`,
  ),
  subscriptions: {
    ...rows(never, 'subscribe unsubscribe getSubscriptions'),
    ...rows(payment, 'setSubscriptionPrice getOffers makeOffer updateOffer moveOffer revokeOffer'),
    ...rows(social, 'getSubscribers'),
    ...rows(visitorWithout(), 'getOffer'),
  },
  users: {
    ...rows(visitorWithout(), 'getFeatured getUser'),
    ...rows(social, 'followUser unfollowUser blockUser unblockUser getFollowing getBlocked'),
  },
  verification: rows(never, 'getVerification initVerification submitVerification'),
  wallet: rows(never, 'getWallet updateWallet getTransactions getEntry beginTopup getTopup'),
}
const calls = (flags: string[], names: string) => Object.fromEntries(names.split(' ').map((it) => [it, flags]))

/**
 * Every page: closed as a whole, or what its loader fetches for an operator, each with what it needs. `public` is what
 * a visitor may fetch too.
 */
export const pages: Record<string, typeof never | Record<string, string[] | 'public'>> = {
  '/': { getFeed: social },
  '/about': {},
  '/terms': { getCompany: 'public' },
  '/privacy': { getCompany: 'public' },
  '/refunds': { getCompany: 'public' },
  '/rules': { getCompany: 'public' },
  '/help': { getCompany: 'public' },
  '/cookies': { getCompany: 'public' },
  '/accessibility': { getCompany: 'public' },
  '/contact': { getCompany: 'public' },
  '/imprint': { getCompany: 'public' },
  '/login': { getMethods: 'public' },
  '/signup': { getMethods: 'public' },
  '/forgot-password': {},
  '/search': { getSearchResults: 'public' },
  '/upload': {},
  '/agencies': never,
  '/agency/$id': never,
  '/chat/': { getConversations: chat, getUser: 'public', getConversation: chat, getMessages: chat },
  '/chat/creator-channel': calls(broadcast, 'getBroadcasts getAudiences getBroadcastDraft getBroadcastCopy'),
  '/onboarding': {},
  '/auth/callback': {},
  '/auth/verify-email': {},
  '/auth/reset-password': {},
  '/creator/': {
    getConversationCounts: chat,
    getWaitingRequests: chat,
    countFans: social,
    getAnalytics: ['show_in_analytics', ...payment],
  },
  '/creator/audience': { getFans: social, countFans: social, getFanLists: social },
  '/creator/links': { getTrackingLinks: ['show_in_analytics'] },
  '/creator/automation': { getAutomations: broadcast },
  // The server does not know the time zone, so the browser asks.
  '/creator/calendar': {},
  '/creator/requests': { getWaitingRequests: chat },
  '/creator/trace': {},
  '/creator/verification': never,
  '/notifications': { getNotifications: noFlag },
  '/subscriptions': {},
  '/bookmarks': never,
  '/gift/$code': { getGift: 'public' },
  '/settings/': {},
  '/settings/chat': { getWelcome: chat, getSavedReplies: chat, getRequestSettings: payment },
  '/settings/notifications': never,
  '/settings/email': never,
  '/settings/report': { getReport: 'public' },
  '/settings/account': never,
  '/settings/payouts': never,
  '/settings/accounts': never,
  '/settings/password': never,
  '/settings/discreet': never,
  '/settings/payments': {},
  '/settings/referral': never,
  '/settings/unlocked': never,
  '/settings/username': never,
  '/settings/analytics': { getAnalytics: ['show_in_analytics'] },
  '/settings/blocked-users': { getBlocked: social },
  '/settings/subscriptions': { getSubscribers: social, getOffers: payment },
  '/settings/private-medias': { getVaultIndex: medias },
  '/settings/captions/$id': {},
  '/@{$username}': {},
  '/@{$username}/': { getPostsOfUser: 'public', getUser: 'public' },
  '/@{$username}/$id': { getPost: 'public', getComments: 'public' },
  '/@{$username}/albums/$id': { getAlbum: 'public', getAlbumPosts: 'public' },
  '/@{$username}/edit': {},
  '/@{$username}/edit/': {},
  '/@{$username}/edit/$type': {},
  '/staff': never,
  '/$': {},
}

/** What the calls of loaders are named in the table of pages; any other stands there by its path. */
export const callsOfPages: [RegExp, string][] = [
  [/^\/api\/company$/, 'getCompany'],
  [/^\/api\/feed$/, 'getFeed'],
  [/^\/api\/vault\/index$/, 'getVaultIndex'],
  [/^\/api\/search$/, 'getSearchResults'],
  [/^\/api\/chat\/sessions$/, 'getConversations'],
  [/^\/api\/chat\/counts$/, 'getConversationCounts'],
  [/^\/api\/chat\/sessions\/with\//, 'getConversation'],
  [/^\/api\/chat\/messages\//, 'getMessages'],
  [/^\/api\/creator\/broadcasts$/, 'getBroadcasts'],
  [/^\/api\/creator\/broadcast\/draft$/, 'getBroadcastDraft'],
  [/^\/api\/creator\/broadcast\/copy$/, 'getBroadcastCopy'],
  [/^\/api\/creator\/requests$/, 'getWaitingRequests'],
  [/^\/api\/creator\/automations$/, 'getAutomations'],
  [/^\/api\/creator\/tracking-links$/, 'getTrackingLinks'],
  [/^\/api\/creator\/post-draft$/, 'getPostDraft'],
  [/^\/api\/notifications$/, 'getNotifications'],
  [/^\/api\/reports\//, 'getReport'],
  [/^\/api\/gifts\//, 'getGift'],
  [/^\/api\/creator\/analytics$/, 'getAnalytics'],
  [/^\/api\/blocked-users$/, 'getBlocked'],
  [/^\/api\/creator\/subscribers$/, 'getSubscribers'],
  [/^\/api\/creator\/offers$/, 'getOffers'],
  [/^\/api\/creator\/audiences$/, 'getAudiences'],
  [/^\/api\/creator\/audience$/, 'getFans'],
  [/^\/api\/creator\/audience\/count$/, 'countFans'],
  [/^\/api\/creator\/lists$/, 'getFanLists'],
  [/^\/api\/creator\/request-settings$/, 'getRequestSettings'],
  [/^\/api\/chat\/welcome$/, 'getWelcome'],
  [/^\/api\/chat\/saved-replies$/, 'getSavedReplies'],
  [/^\/api\/identity\/methods$/, 'getMethods'],
  [/^\/api\/posts\/[^/]+\/comments$/, 'getComments'],
  [/^\/api\/posts\/[^/]+$/, 'getPost'],
  [/^\/api\/albums\/[^/]+\/posts$/, 'getAlbumPosts'],
  [/^\/api\/albums\/[^/]+$/, 'getAlbum'],
  [/^\/api\/users\/[^/]+\/posts$/, 'getPostsOfUser'],
  [/^\/api\/users\/[^/]+$/, 'getUser'],
]
