import { and, eq, isNull, ne, or } from 'drizzle-orm'
import { account } from '../../../contract/account.ts'
import { recentAuthMs } from '../../../contract/limits.ts'
import { cancelEmailChange, confirmEmailChange, readEmail, requestEmailChange } from '../../identity/email-change.ts'
import { confirmEmailCode } from '../../identity/email-code.ts'
import { changePassword, checkPassword } from '../../identity/password.ts'
import { endSession, endSessions, listSessions, renewSession } from '../../identity/sessions.ts'
import { readSignInMethods, removeSignInMethod } from '../../identity/sign-in-methods.ts'
import { users } from '../../platform/db/schema/identity.ts'
import { implement } from '../../platform/http/implement.ts'
import { purgeProfile } from '../../platform/http/purge.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { requestDeletion } from './deletion.ts'
import { takeUsername, usernameVerdict } from './username.ts'

export const accountRoutes = (ctx: Services) =>
  implement(account)({
    sessions: async (_input, { viewer }) => ({ data: await listSessions(ctx, viewer), next: null }),
    endSession: async ({ id }, { viewer }) => {
      if (!(await endSession(ctx, viewer.id, id))) throw refuse('not_found')
      return { ok: true }
    },
    endSessions: async ({ this_too }, { viewer }) => ({
      ended: await endSessions(ctx, viewer.id, this_too ? null : viewer.sessionId),
    }),
    reauthenticate: async ({ password }, { viewer, headers, setCookie }) => {
      await checkPassword(ctx, viewer, password, 'password')
      setCookie(await renewSession(ctx, viewer, headers))
      return { until: new Date(Date.now() + recentAuthMs).toISOString() }
    },
    email: async (_input, { viewer }) => readEmail(ctx, viewer),
    changeEmail: async ({ email }, { viewer }) => {
      await requestEmailChange(ctx, viewer, email)
      return readEmail(ctx, viewer)
    },
    cancelEmail: async (_input, { viewer }) => {
      await cancelEmailChange(ctx, viewer.id)
      return readEmail(ctx, viewer)
    },
    confirmEmail: async ({ token }) => confirmEmailChange(ctx, token),
    confirmEmailCode: async ({ code }, { viewer }) => {
      await confirmEmailCode(ctx, viewer, code)
      return readEmail(ctx, viewer)
    },
    changePassword: async ({ current_password, new_password }, { viewer, headers, setCookie }) => {
      await changePassword(ctx, viewer, current_password, new_password)
      setCookie(await renewSession(ctx, viewer, headers))
      return { ok: true }
    },
    checkUsername: async ({ username }, { viewer }) => {
      const reason = await usernameVerdict(ctx.db, viewer.id, username, ctx.now())
      return { available: reason === null, reason }
    },
    changeUsername: async ({ username }, { viewer }) => {
      const taken = await ctx.db.transact((tx) => takeUsername(tx, viewer.id, username, ctx.now()))
      for (const name of [viewer.username, taken.username]) purgeProfile(ctx, name)
      return { username: taken.username, former_until: taken.formerUntil?.toISOString() ?? null }
    },
    signInMethods: async (_input, { viewer }) => readSignInMethods(ctx, viewer.id),
    removeSignInMethod: async ({ id }, { viewer }) => removeSignInMethod(ctx, viewer, id),
    acceptTerms: async ({ version }, { viewer }) => {
      await ctx.db
        .update(users)
        .set({ termsVersion: version, termsAcceptedAt: new Date(ctx.now()) })
        .where(and(eq(users.id, viewer.id), or(isNull(users.termsVersion), ne(users.termsVersion, version))))
      return { ok: true }
    },
    requestDeletion: async ({ username }, { viewer }) => ({
      deleted_at: (await requestDeletion(ctx, viewer, username)).toISOString(),
    }),
  })
