import { accountRoutes } from './domains/account/routes.ts'
import { agencyRoutes } from './domains/agencies/routes.ts'
import { broadcastRoutes } from './domains/broadcasts/routes.ts'
import { analyticsRoutes } from './domains/analytics/routes.ts'
import { chatRoutes } from './domains/chat/routes.ts'
import { deskRoutes } from './domains/chat/desk.ts'
import { giftRoutes } from './domains/gifts/routes.ts'
import { notificationRoutes } from './domains/notifications/routes.ts'
import { payoutRoutes } from './domains/payouts/routes.ts'
import { postRoutes } from './domains/posts/routes.ts'
import { purchaseRoutes } from './domains/media/purchase-routes.ts'
import { vaultRoutes } from './domains/media/routes.ts'
import { requestRoutes } from './domains/requests/routes.ts'
import { searchRoutes } from './domains/search/routes.ts'
import { profileRoutes } from './domains/profile/routes.ts'
import { referralRoutes } from './domains/referral/routes.ts'
import { subscriptionRoutes } from './domains/subscriptions/routes.ts'
import { userRoutes } from './domains/users/routes.ts'
import { walletRoutes } from './domains/wallet/routes.ts'
import { reportRoutes } from './domains/reports/routes.ts'
import { staffMoneyRoutes } from './domains/staff/money-routes.ts'
import { staffRoutes } from './domains/staff/routes.ts'
import { verificationRoutes } from './domains/verification/routes.ts'
import type { Route } from './http/implement.ts'
import type { Services } from './http/services.ts'

/** The routes of every feature, in the order of the contract. */
export const features = (on: Services): Route[] => [
  ...profileRoutes(on),
  ...userRoutes(on),
  ...postRoutes(on),
  ...chatRoutes(on),
  ...deskRoutes(on),
  ...broadcastRoutes(on),
  ...notificationRoutes(on),
  ...walletRoutes(on),
  ...subscriptionRoutes(on),
  ...giftRoutes(on),
  ...requestRoutes(on),
  ...purchaseRoutes(on),
  ...payoutRoutes(on),
  ...staffMoneyRoutes(on),
  ...referralRoutes(on),
  ...analyticsRoutes(on),
  ...vaultRoutes(on),
  ...searchRoutes(on),
  ...agencyRoutes(on),
  ...accountRoutes(on),
  ...verificationRoutes(on),
  ...reportRoutes(on),
  ...staffRoutes(on),
]
