import { passkey } from '@better-auth/passkey'
import { type BetterAuthOptions, betterAuth } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { createAuthMiddleware } from 'better-auth/api'
import { twoFactor } from 'better-auth/plugins/two-factor'
import { hostsConfig } from '../../contract/hosts.ts'
import { appName, sessionDays } from '../../contract/limits.ts'
import { termsVersion } from '../../contract/trust-pages.ts'
import { newId } from '../platform/db/ids.ts'
import { passkeys, twoFactors } from '../platform/db/schema/account.ts'
import { accounts, sessions, users, verifications } from '../platform/db/schema/identity.ts'
import { keyVersion, secretsOf } from '../platform/keys.ts'
import { log, loggable } from '../platform/log.ts'
import { sendMail } from '../platform/mail/mail.ts'
import type { Services } from '../platform/services.ts'
import { admitSession, restoreOnSignIn } from './closed-accounts.ts'
import { deviceCookie, forgiveGuesses, newDevice, noteDevice } from './devices.ts'
import { cancelEmailChange } from './email-change.ts'
import { dropEmailCode, mailEmailCode } from './email-code.ts'
import { withHashedTokens } from './hashed-tokens.ts'
import type { IdentityHooks } from './hooks.ts'
import { trustMailbox } from './mailbox-trust.ts'
import { providers } from './providers.ts'
import { newRecoveryCodes } from './recovery-codes.ts'
import { newReferralCode, referrerOf } from './referral-code.ts'

/** better-auth, mounted under `/api/auth/*` by `auth-routes.ts`. */
export function createAuth(ctx: Services, hooks: IdentityHooks) {
  const { env } = ctx
  const { productionDomain } = hostsConfig(env)
  const { socialProviders, plugins } = providers(env)
  const trustedOrigins = productionDomain === null ? [env.PUBLIC_ORIGIN] : origins(productionDomain)
  return betterAuth({
    appName,
    baseURL: env.PUBLIC_ORIGIN,
    basePath: '/api/auth',
    // What it encrypted before its keys had versions was encrypted with the oldest of them.
    secret: secretsOf(env).at(-1) ?? env.SECRET,
    secrets: secretsOf(env).map((value) => ({ version: keyVersion(value), value })),
    database: database(ctx),
    trustedOrigins,
    emailAndPassword: passwords(ctx),
    emailVerification: verificationMails(ctx),
    user: {
      additionalFields: {
        referralCode: { type: 'string', required: false, input: false },
        referredBy: { type: 'string', required: false, input: false },
        locale: { type: 'string', required: false, input: false },
        termsVersion: { type: 'string', required: false, input: false, returned: false },
        termsAcceptedAt: { type: 'date', required: false, input: false, returned: false },
      },
    },
    session: {
      // `expires_at` is the absolute end; the idle end is measured from `updated_at`, which `viewer.ts` updates.
      expiresIn: sessionDays.absolute * 86_400,
      disableSessionRefresh: true,
      // `auth-routes.ts` checks it instead, because users can authenticate again within the session.
      freshAge: 0,
      cookieCache: { enabled: false },
      additionalFields: { actingGrantId: { type: 'string', required: false, input: false } },
    },
    account: {
      encryptOAuthTokens: true,
      accountLinking: { enabled: true, trustedProviders: [], allowDifferentEmails: true },
    },
    // The job of every hour deletes what has expired; better-auth would look for it at each sign-in.
    verification: { storeIdentifier: 'hashed', disableCleanup: true },
    socialProviders,
    plugins: [
      twoFactor({
        issuer: appName,
        allowPasswordless: true,
        backupCodeOptions: { customBackupCodesGenerate: newRecoveryCodes },
      }),
      passkey({
        rpName: appName,
        rpID: productionDomain ?? new URL(env.PUBLIC_ORIGIN).hostname,
        origin: productionDomain === null ? env.PUBLIC_ORIGIN : trustedOrigins,
      }),
      ...plugins,
    ],
    disabledPaths: closedPaths,
    onAPIError: { throw: true, errorURL: `${env.PUBLIC_ORIGIN}/auth/callback` },
    advanced: {
      cookiePrefix: 'fanfare',
      useSecureCookies: env.production,
      ...(productionDomain === null
        ? {}
        : { crossSubDomainCookies: { enabled: true, domain: `.${productionDomain}` } }),
      database: { generateId: () => newId() },
      ipAddress: { ipAddressHeaders: ['x-fanfare-address'] },
    },
    // `api/platform/http/rates.ts` counts for the whole API.
    rateLimit: { enabled: false },
    databaseHooks: {
      user: { create: { before: newUserFields(ctx) } },
      session: { create: { before: (session) => admitSession(ctx, session.userId) } },
    },
    hooks: { after: recordSignIn(ctx, hooks) },
    telemetry: { enabled: false },
    // Its words may hold addresses; an error is written as ours are.
    logger: {
      level: 'error',
      log: (_level, _message, ...facts) => {
        const [error] = facts.filter((it) => it instanceof Error)
        log.error('identity', error === undefined ? {} : { error: loggable(error) })
      },
    },
  })
}

function database({ db }: Services) {
  const adapter = drizzleAdapter(db, {
    provider: 'pg',
    schema: {
      user: users,
      session: sessions,
      account: accounts,
      verification: verifications,
      twoFactor: twoFactors,
      passkey: passkeys,
    },
  })
  return (options: Parameters<typeof adapter>[0]) => withHashedTokens(adapter(options))
}

const passwords = (ctx: Services): NonNullable<BetterAuthOptions['emailAndPassword']> => ({
  enabled: true,
  minPasswordLength: 10,
  maxPasswordLength: 128,
  revokeSessionsOnPasswordReset: true,
  resetPasswordTokenExpiresIn: 3_600,
  sendResetPassword: ({ user, token, url }) =>
    sendMail(ctx, {
      to: user.email,
      userId: user.id,
      kind: 'reset_password',
      url: resetLink(ctx.env.PUBLIC_ORIGIN, token, url),
    }),
  onPasswordReset: async ({ user }) => {
    await ctx.db.transact((tx) => trustMailbox(tx, user))
    await forgiveGuesses(ctx, user)
    ctx.live.revoke({ userId: user.id }, 'password_reset')
    await sendMail(ctx, {
      to: user.email,
      userId: user.id,
      kind: 'password_changed',
      url: `${ctx.env.PUBLIC_ORIGIN}/forgot-password`,
    })
  },
})

const verificationMails = (ctx: Services): NonNullable<BetterAuthOptions['emailVerification']> => ({
  sendOnSignUp: true,
  // Another person may have made the account with this address, and must not see its owner signed in to it.
  autoSignInAfterVerification: false,
  expiresIn: 24 * 3_600,
  // A change that was requested while the address was unverified did not ask the address, which must agree from now on.
  afterEmailVerification: async ({ id }) => {
    await cancelEmailChange(ctx, id)
    await dropEmailCode(ctx, id)
  },
  // The link leads to a button, because mail scanners open links and would confirm it.
  sendVerificationEmail: ({ user, token }) => mailEmailCode(ctx, user, `${ctx.env.PUBLIC_ORIGIN}${verifyPage(token)}`),
})

/**
 * Adds the fields of a new account that no form sets: its own referral code, its referrer, its language, and the terms in
 * force, which every form that makes an account says are accepted with it (product §46).
 */
const newUserFields =
  (ctx: Services): UserCreateHook =>
  async (user, context) => {
    const locale = context?.headers?.get('x-fanfare-locale') ?? ''
    const referredBy = await referrerOf(ctx.db, context?.body?.referral)
    return {
      data: {
        ...user,
        referredBy,
        referralCode: newReferralCode(),
        locale: locale.startsWith('fr') ? 'fr' : 'en',
        termsVersion,
        termsAcceptedAt: new Date(ctx.now()),
      },
    }
  }
type DatabaseHooks = NonNullable<BetterAuthOptions['databaseHooks']>
type UserCreateHook = NonNullable<NonNullable<NonNullable<DatabaseHooks['user']>['create']>['before']>

/** Restores an account in its days of grace, and records the device. */
const recordSignIn = (ctx: Services, hooks: IdentityHooks) =>
  createAuthMiddleware(async (context) => {
    const { newSession } = context.context
    // A password alone restores nothing while a second factor is outstanding.
    if (!newSession || (newSession.user.twoFactorEnabled && context.path === '/sign-in/email')) return
    await restoreOnSignIn(ctx, newSession.user.id)
    const { name, attributes } = context.context.createAuthCookie(deviceCookie.name, deviceCookie)
    const device = context.getCookie(name) ?? newDevice()
    await noteDevice(ctx, hooks, newSession.user, device, context.headers?.get('user-agent') ?? null)
    context.setCookie(name, device, attributes)
  })

/** Endpoints that the product replaces (`contract/account.ts`) or does not offer. */
export const closedPaths = [
  '/list-sessions',
  '/revoke-session',
  '/revoke-sessions',
  '/revoke-other-sessions',
  '/update-session',
  '/update-user',
  '/delete-user',
  '/delete-user/callback',
  '/change-email',
  '/change-password',
  '/list-accounts',
  '/unlink-account',
  '/account-info',
  '/get-access-token',
  '/refresh-token',
  '/verify-password',
  '/two-factor/send-otp',
  '/two-factor/verify-otp',
  '/two-factor/get-totp-uri',
  '/passkey/list-user-passkeys',
  '/passkey/delete-passkey',
  '/passkey/update-passkey',
]

const origins = (domain: string): string[] =>
  ['', 'www.', 'app.', 'en.', 'fr.'].map((prefix) => `https://${prefix}${domain}`)

/** The link of a reset mail on the configured public origin; the default page when the form named none. */
function resetLink(origin: string, token: string, made: string): string {
  const named = new URL(made).searchParams.get('callbackURL') ?? ''
  const callback = named === '' || named === '/' ? '/auth/reset-password' : named
  return `${origin}/api/auth/reset-password/${token}?callbackURL=${encodeURIComponent(callback)}`
}

/** The page of the link in a verification mail. */
export const verifyPage = (token: string): string => `/auth/verify-email?token=${encodeURIComponent(token)}`

export type Auth = ReturnType<typeof createAuth>
