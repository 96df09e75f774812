import { account } from '../../../contract/account.ts'
import { freshSignInMs } from '../../../contract/limits.ts'
import { implement } from '../../platform/http/implement.ts'
import { purgeProfile } from '../../platform/http/purge.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { askDeletion } from './deletion.ts'
import { askEmailChange, cancelEmailChange, confirmEmailChange, readEmail } from '../../identity/email-change.ts'
import { changePassword, checkPassword } from '../../identity/password.ts'
import { endSession, endSessions, listSessions, renewSession } from '../../identity/sessions.ts'
import { takeUsername, usernameVerdict } from './username.ts'
import { readWaysIn, removeWayIn } from '../../identity/sign-in-methods.ts'

export const accountRoutes = (on: Services) =>
  implement(account)({
    sessions: async (_input, { viewer }) => ({ data: await listSessions(on, viewer), next: null }),
    endSession: async ({ id }, { viewer }) => {
      if (!(await endSession(on, viewer.id, id))) throw refuse('not_found')
      return { ok: true }
    },
    endSessions: async ({ this_too }, { viewer }) => ({
      ended: await endSessions(on, viewer.id, this_too ? null : viewer.sessionId),
    }),
    prove: async ({ password }, { viewer, headers, setCookie }) => {
      await checkPassword(on, viewer, password, 'password')
      setCookie(await renewSession(on, viewer, headers))
      return { until: new Date(Date.now() + freshSignInMs).toISOString() }
    },
    email: async (_input, { viewer }) => readEmail(on, viewer),
    changeEmail: async ({ email }, { viewer }) => {
      await askEmailChange(on, viewer, email)
      return readEmail(on, viewer)
    },
    cancelEmail: async (_input, { viewer }) => {
      await cancelEmailChange(on, viewer.id)
      return readEmail(on, viewer)
    },
    confirmEmail: async ({ token }) => confirmEmailChange(on, token),
    changePassword: async ({ current_password, new_password }, { viewer, headers, setCookie }) => {
      await changePassword(on, viewer, current_password, new_password)
      setCookie(await renewSession(on, viewer, headers))
      return { ok: true }
    },
    checkUsername: async ({ username }, { viewer }) => {
      const reason = await usernameVerdict(on.db, viewer.id, username, on.now())
      return { available: reason === null, reason }
    },
    changeUsername: async ({ username }, { viewer }) => {
      const taken = await on.db.transact((tx) => takeUsername(tx, viewer.id, username, on.now()))
      for (const name of [viewer.username, taken.username]) purgeProfile(on, name)
      return { username: taken.username, former_until: taken.formerUntil?.toISOString() ?? null }
    },
    waysIn: async (_input, { viewer }) => readWaysIn(on, viewer.id),
    removeWayIn: async ({ id }, { viewer }) => removeWayIn(on, viewer, id),
    askDeletion: async ({ username }, { viewer }) => ({
      deleted_at: (await askDeletion(on, viewer, username)).toISOString(),
    }),
  })
