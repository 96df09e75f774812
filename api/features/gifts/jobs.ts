import type { Job } from '../../platform/jobs/jobs.ts'
import { returnExpiredGifts } from './gifts.ts'

/** Gifts that were not redeemed in time go back to the fan who paid for them. */
export const giftJobs: Job[] = [{ name: 'money-gifts', cron: '*/10 * * * *', run: returnExpiredGifts }]
