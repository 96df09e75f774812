import { betterAuth } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { APIError, createAuthMiddleware } from 'better-auth/api'
import { hostsConfig } from '../../contract/hosts.ts'
import { newId } from '../db/ids.ts'
import { accounts, sessions, users, verifications } from '../db/schema/identity.ts'
import { refuse } from '../http/refuse.ts'
import type { Services } from '../http/services.ts'
import { sendMail } from '../mail/mail.ts'
import { withHashedTokens } from './hashed-tokens.ts'
import { isHuman } from './human-check.ts'
import { newReferralCode } from './referral-code.ts'

/** Identity by better-auth under `/api/auth/*`: cookie sessions, e-mail and password, verification, reset. */
export function createAuth(on: Pick<Services, 'env' | 'db'>) {
  const { env, db } = on
  const { productionDomain } = hostsConfig(env)
  const adapter = drizzleAdapter(db, {
    provider: 'pg',
    schema: { user: users, session: sessions, account: accounts, verification: verifications },
  })
  return betterAuth({
    appName: 'Fanfare',
    baseURL: env.PUBLIC_ORIGIN,
    basePath: '/api/auth',
    secret: env.SECRET,
    database: (options: Parameters<typeof adapter>[0]) => withHashedTokens(adapter(options)),
    trustedOrigins: productionDomain === null ? [env.PUBLIC_ORIGIN] : origins(productionDomain),
    emailAndPassword: {
      enabled: true,
      minPasswordLength: 10,
      maxPasswordLength: 128,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: async ({ user, url }) => {
        await sendMail(on, { to: user.email, userId: user.id, kind: 'reset_password', url })
      },
    },
    emailVerification: {
      sendOnSignUp: true,
      autoSignInAfterVerification: true,
      sendVerificationEmail: async ({ user, url }) => {
        await sendMail(on, { to: user.email, userId: user.id, kind: 'verify_email', url })
      },
    },
    user: {
      additionalFields: {
        referralCode: { type: 'string', required: false, input: false },
        locale: { type: 'string', required: false, input: false },
      },
    },
    session: {
      expiresIn: 30 * 86_400,
      updateAge: 86_400,
      cookieCache: { enabled: false },
      additionalFields: { actingGrantId: { type: 'string', required: false, input: false } },
    },
    advanced: {
      cookiePrefix: 'fanfare',
      useSecureCookies: env.production,
      ...(productionDomain === null ? {} : { crossSubDomainCookies: { enabled: true, domain: `.${productionDomain}` } }),
      database: { generateId: () => newId() },
      ipAddress: { ipAddressHeaders: ['x-fanfare-address'] },
    },
    rateLimit: { enabled: env.RATE_LIMITS === 'default', storage: 'memory', window: 60, max: 60 },
    databaseHooks: {
      user: {
        create: {
          before: async (user, context) => {
            const asked = context?.headers?.get('x-fanfare-locale') ?? ''
            return { data: { ...user, referralCode: newReferralCode(), locale: asked.startsWith('fr') ? 'fr' : 'en' } }
          },
        },
      },
    },
    hooks: {
      before: createAuthMiddleware(async (context) => {
        if (!humanChecked.has(context.path)) return
        const token = context.headers?.get('x-captcha-response') ?? null
        if (await isHuman(on, token, context.headers?.get('x-fanfare-address') ?? 'direct')) return
        const { code } = refuse('human_check_failed')
        throw new APIError('BAD_REQUEST', { code: code.toUpperCase(), message: code })
      }),
    },
    telemetry: { enabled: false },
    logger: { level: 'error' },
  })
}

/** SPEC §5: sign-up and sign-in carry a human-check token; so does asking for a reset. */
const humanChecked = new Set(['/sign-up/email', '/sign-in/email', '/request-password-reset'])

const origins = (domain: string): string[] => ['', 'www.', 'app.', 'en.', 'fr.'].map((prefix) => `https://${prefix}${domain}`)

export type Auth = ReturnType<typeof createAuth>
