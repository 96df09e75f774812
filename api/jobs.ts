import { accountJobs } from './features/account/jobs.ts'
import { automationJobs } from './features/automation/jobs.ts'
import { automationQueue } from './features/automation/run.ts'
import { broadcastQueue } from './features/broadcasts/deliver.ts'
import { broadcastJobs } from './features/broadcasts/jobs.ts'
import { pushWaitingMessage } from './features/chat/push.ts'
import { discoveryJobs } from './features/discovery/jobs.ts'
import { giftJobs } from './features/gifts/jobs.ts'
import { mediaJobs } from './features/media/jobs.ts'
import { notificationJobs } from './features/notifications/jobs.ts'
import { payoutJobs } from './features/payouts/jobs.ts'
import { postJobs } from './features/posts/jobs.ts'
import { requestJobs } from './features/requests/jobs.ts'
import { subscriptionJobs } from './features/subscriptions/jobs.ts'
import { filmBackfillQueue } from './features/uploads/film-backfill.ts'
import { filmCopyQueue } from './features/uploads/film-copies.ts'
import { filmLeftoverQueue } from './features/uploads/film-leftovers.ts'
import { filmQueue } from './features/uploads/film-queue.ts'
import { uploadJobs } from './features/uploads/jobs.ts'
import { posterQueue } from './features/uploads/poster-queue.ts'
import { uploadQueue } from './features/uploads/queue.ts'
import { soundQueue } from './features/uploads/sound-queue.ts'
import { transcriptQueue } from './features/uploads/transcript.ts'
import { unsentQueue } from './features/uploads/unsent-queue.ts'
import { walletJobs } from './features/wallet/jobs.ts'
import type { Job } from './platform/jobs/jobs.ts'
import { earlierMailQueue, mailQueue } from './platform/mail/mail-queue.ts'
import { retentionJobs } from './platform/retention.ts'
import type { Queue } from './platform/services.ts'

/** The jobs of every feature, and those that forget what is old. */
export const jobs: readonly Job[] = [
  ...subscriptionJobs,
  ...giftJobs,
  ...requestJobs,
  ...payoutJobs,
  ...walletJobs,
  ...accountJobs,
  ...broadcastJobs,
  ...automationJobs,
  ...notificationJobs(pushWaitingMessage),
  ...postJobs,
  ...discoveryJobs,
  ...mediaJobs,
  ...uploadJobs,
  ...retentionJobs,
]

/** The queues of every feature. */
export const queues: readonly Queue<never>[] = [
  mailQueue,
  earlierMailQueue,
  broadcastQueue,
  automationQueue,
  uploadQueue,
  filmQueue,
  filmCopyQueue,
  filmBackfillQueue,
  filmLeftoverQueue,
  soundQueue,
  posterQueue,
  transcriptQueue,
  unsentQueue,
]
