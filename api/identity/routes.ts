import { identity } from '../../contract/identity.ts'
import { implement } from '../platform/http/implement.ts'
import type { Services } from '../platform/services.ts'
import { makeChallenge } from './human-check.ts'
import { isConfigured } from './providers.ts'

export const identityRoutes = (on: Services) =>
  implement(identity)({
    challenge: async () => ({
      kind: on.env.HUMAN_CHECK,
      challenge: on.env.HUMAN_CHECK === 'altcha' ? ({ ...(await makeChallenge(on.env.SECRET)) } as never) : null,
      site_key: on.env.HUMAN_CHECK === 'turnstile' ? (on.env.TURNSTILE_SITE_KEY ?? null) : null,
    }),
    methods: async () => ({
      password: true,
      passkeys: true,
      google: isConfigured(on.env, 'google'),
      apple: isConfigured(on.env, 'apple'),
    }),
  })
