import { lt, or } from 'drizzle-orm'
import { sessionDays } from '../../contract/limits.ts'
import { emailChanges, formerUsernames } from '../platform/db/schema/account.ts'
import { humanChecks, sessions, verifications } from '../platform/db/schema/identity.ts'
import type { Job } from '../platform/jobs/jobs.ts'
import type { Services } from '../platform/services.ts'

/** Deletes what has expired. */
export const identityJobs: Job[] = [{ name: 'identity-expiries', cron: '37 * * * *', run: forgetExpired }]

/** Deletes expired sessions, links, challenges and username quarantines. */
async function forgetExpired(ctx: Services): Promise<void> {
  const now = new Date(ctx.now())
  const idleSince = new Date(ctx.now() - sessionDays.idle * 86_400_000)
  await ctx.db.delete(sessions).where(or(lt(sessions.expiresAt, now), lt(sessions.updatedAt, idleSince)))
  await ctx.db.delete(verifications).where(lt(verifications.expiresAt, now))
  await ctx.db.delete(humanChecks).where(lt(humanChecks.expiresAt, now))
  await ctx.db.delete(emailChanges).where(lt(emailChanges.expiresAt, now))
  await ctx.db.delete(formerUsernames).where(lt(formerUsernames.until, now))
}
