import { accountJobs } from './features/account/jobs.ts'
import { broadcastQueue } from './features/broadcasts/deliver.ts'
import { broadcastJobs } from './features/broadcasts/jobs.ts'
import { giftJobs } from './features/gifts/jobs.ts'
import { mediaJobs } from './features/media/jobs.ts'
import { notificationJobs } from './features/notifications/jobs.ts'
import { payoutJobs } from './features/payouts/jobs.ts'
import { postJobs } from './features/posts/jobs.ts'
import { requestJobs } from './features/requests/jobs.ts'
import { subscriptionJobs } from './features/subscriptions/jobs.ts'
import { filmCopyQueue } from './features/uploads/film-copies.ts'
import { filmQueue } from './features/uploads/film-queue.ts'
import { uploadJobs } from './features/uploads/jobs.ts'
import { posterQueue } from './features/uploads/poster-queue.ts'
import { uploadQueue } from './features/uploads/queue.ts'
import { soundQueue } from './features/uploads/sound-queue.ts'
import { transcriptQueue } from './features/uploads/transcript.ts'
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
  ...notificationJobs,
  ...postJobs,
  ...mediaJobs,
  ...uploadJobs,
  ...retentionJobs,
]

/** The queues of every feature. */
export const queues: readonly Queue<never>[] = [
  mailQueue,
  earlierMailQueue,
  broadcastQueue,
  uploadQueue,
  filmQueue,
  filmCopyQueue,
  soundQueue,
  posterQueue,
  transcriptQueue,
]
