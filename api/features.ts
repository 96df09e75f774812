import { accountRoutes } from './features/account/routes.ts'
import { reviewRoutes } from './features/agencies/review-routes.ts'
import { agencyRoutes } from './features/agencies/routes.ts'
import { teamInboxSockets } from './features/agencies/team-inbox-live.ts'
import { albumRoutes } from './features/albums/routes.ts'
import { analyticsRoutes } from './features/analytics/routes.ts'
import { audienceRoutes } from './features/audience/routes.ts'
import { automationRoutes } from './features/automation/routes.ts'
import { broadcastRoutes } from './features/broadcasts/routes.ts'
import { bundleRoutes } from './features/bundles/routes.ts'
import { calendarRoutes } from './features/calendar/routes.ts'
import { chatToolRoutes } from './features/chat/chat-tools.ts'
import { chatSockets } from './features/chat/live.ts'
import { chatRoutes } from './features/chat/routes.ts'
import { readerOf, readMessages } from './features/chat/views.ts'
import { companyRoutes } from './features/company/routes.ts'
import { discoveryRoutes } from './features/discovery/routes.ts'
import { giftRoutes } from './features/gifts/routes.ts'
import { captionRoutes } from './features/media/captions-routes.ts'
import { purchaseRoutes } from './features/media/purchase-routes.ts'
import { vaultRoutes } from './features/media/routes.ts'
import { teamVaultRoutes } from './features/media/team-vault-routes.ts'
import { vaultGridRoutes } from './features/media/vault-routes.ts'
import { notificationRoutes } from './features/notifications/routes.ts'
import { paidMessageRoutes } from './features/paid-messages/routes.ts'
import { payoutRoutes } from './features/payouts/routes.ts'
import { bookmarkListRoutes } from './features/posts/bookmark-list-routes.ts'
import { commentRoutes } from './features/posts/comment-routes.ts'
import { readPostsById } from './features/posts/read.ts'
import { postRoutes } from './features/posts/routes.ts'
import { profileRoutes } from './features/profile/routes.ts'
import { referralRoutes } from './features/referral/routes.ts'
import { reportRoutes } from './features/reports/routes.ts'
import { requestRoutes } from './features/requests/routes.ts'
import { teamRequestRoutes } from './features/requests/team-request-routes.ts'
import { searchRoutes } from './features/search/routes.ts'
import { sitemapRoutes } from './features/sitemap/routes.ts'
import { staffMoneyRoutes } from './features/staff/money-routes.ts'
import { staffRoutes } from './features/staff/routes.ts'
import { subscriptionRoutes } from './features/subscriptions/routes.ts'
import { trackingLinkRoutes } from './features/tracking-links/routes.ts'
import { posterRoutes } from './features/uploads/poster-routes.ts'
import { uploadRoutes } from './features/uploads/routes.ts'
import { lastSeenSockets } from './features/users/last-seen.ts'
import { userRoutes } from './features/users/routes.ts'
import { verificationRoutes } from './features/verification/routes.ts'
import { walletRoutes } from './features/wallet/routes.ts'
import type { Route } from './platform/http/implement.ts'
import type { SocketFeature } from './platform/live/socket-feature.ts'
import type { Services } from './platform/services.ts'

/** The routes of every feature, in the order of the contract. */
export const features = (ctx: Services): Route[] => [
  ...profileRoutes(ctx),
  ...userRoutes(ctx),
  ...postRoutes(ctx),
  ...bookmarkListRoutes(ctx),
  ...commentRoutes(ctx),
  ...albumRoutes(ctx),
  ...chatRoutes(ctx),
  ...chatToolRoutes(ctx),
  ...audienceRoutes(ctx),
  ...broadcastRoutes(ctx),
  ...automationRoutes(ctx),
  ...calendarRoutes(ctx),
  ...notificationRoutes(ctx, {
    readPosts: (viewer, ids) => readPostsById(ctx, viewer, ids),
    readMessages: (viewer, ids) => readMessages(ctx, readerOf(viewer), ids),
  }),
  ...walletRoutes(ctx),
  ...subscriptionRoutes(ctx),
  ...bundleRoutes(ctx),
  ...giftRoutes(ctx),
  ...requestRoutes(ctx),
  ...teamRequestRoutes(ctx),
  ...purchaseRoutes(ctx),
  ...payoutRoutes(ctx),
  ...staffMoneyRoutes(ctx),
  ...referralRoutes(ctx),
  ...analyticsRoutes(ctx, (viewer, ids) => readPostsById(ctx, viewer, ids)),
  ...trackingLinkRoutes(ctx),
  ...paidMessageRoutes(ctx),
  ...vaultRoutes(ctx),
  ...captionRoutes(ctx),
  ...vaultGridRoutes(ctx),
  ...teamVaultRoutes(ctx),
  ...uploadRoutes(ctx),
  ...posterRoutes(ctx),
  ...searchRoutes(ctx),
  ...discoveryRoutes(ctx),
  ...sitemapRoutes(ctx),
  ...agencyRoutes(ctx),
  ...reviewRoutes(ctx),
  ...accountRoutes(ctx),
  ...verificationRoutes(ctx),
  ...reportRoutes(ctx),
  ...companyRoutes(ctx),
  ...staffRoutes(ctx),
]

/** What features add to the live sockets. */
export const socketFeatures = (ctx: Services): SocketFeature[] => [
  chatSockets(ctx),
  lastSeenSockets(ctx),
  teamInboxSockets(ctx),
]
