import { exportRoute } from './features/account/export.ts'
import { activityExportRoute } from './features/agencies/activity-export.ts'
import { cohortsExportRoute } from './features/analytics/cohorts-csv.ts'
import { analyticsExportRoute } from './features/analytics/csv.ts'
import { audienceExportRoute } from './features/audience/csv.ts'
import { posterRoute } from './features/media/poster.ts'
import { traceRoute } from './features/media/trace.ts'
import { paidMessagesExportRoute } from './features/paid-messages/csv.ts'
import { profilePictureRoute } from './features/profile/pictures.ts'
import { trackingLinksExportRoute } from './features/tracking-links/csv.ts'
import { verificationImageRoutes } from './features/verification/images.ts'
import type { RawRoute } from './platform/http/raw.ts'
import type { Services } from './platform/services.ts'

/** The routes that carry bytes instead of JSON, with the same access rules as every endpoint. */
export const rawRoutes = (ctx: Services): RawRoute[] => [
  exportRoute(ctx),
  activityExportRoute(ctx),
  analyticsExportRoute(ctx),
  cohortsExportRoute(ctx),
  audienceExportRoute(ctx),
  trackingLinksExportRoute(ctx),
  paidMessagesExportRoute(ctx),
  profilePictureRoute(ctx),
  posterRoute(ctx),
  traceRoute(ctx),
  ...verificationImageRoutes(ctx),
]
