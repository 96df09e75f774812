import { identity } from '../../contract/identity.ts'
import { implement } from '../platform/http/implement.ts'
import type { Services } from '../platform/services.ts'
import { makeChallenge } from './human-check.ts'
import { isConfigured } from './providers.ts'

export const identityRoutes = (ctx: Services) =>
  implement(identity)({
    challenge: async () => ({
      kind: ctx.env.HUMAN_CHECK,
      challenge: ctx.env.HUMAN_CHECK === 'altcha' ? ({ ...(await makeChallenge(ctx.env.SECRET)) } as never) : null,
      site_key: ctx.env.HUMAN_CHECK === 'turnstile' ? (ctx.env.TURNSTILE_SITE_KEY ?? null) : null,
    }),
    methods: async () => ({
      password: true,
      passkeys: true,
      google: isConfigured(ctx.env, 'google'),
      apple: isConfigured(ctx.env, 'apple'),
    }),
  })
