import { genericOAuth } from 'better-auth/plugins/generic-oauth'
import type { Env } from '../platform/env.ts'

const providerIds = ['google', 'apple'] as const
export type ProviderId = (typeof providerIds)[number]

/** Whether this sign-in method has keys; the screens show only those. */
export const isConfigured = (env: Env, provider: ProviderId): boolean => keysOf(env, provider) !== null

/**
 * Google and Apple where keys are set. With OIDC_ISSUER both names stand for that OpenID Connect issuer instead, so
 * that tests use a real provider on this machine.
 */
export function providers(env: Env) {
  const google = keysOf(env, 'google')
  const apple = keysOf(env, 'apple')
  if (env.OIDC_ISSUER === undefined) {
    return {
      socialProviders: {
        ...(google && { google: { ...google, prompt: 'select_account' as const } }),
        ...(apple && { apple }),
      },
      plugins: [],
    }
  }
  const discoveryUrl = `${env.OIDC_ISSUER.replace(/\/$/, '')}/.well-known/openid-configuration`
  const config = providerIds.flatMap((providerId) => {
    const keys = keysOf(env, providerId)
    return keys
      ? [
          {
            providerId,
            discoveryUrl,
            ...keys,
            scopes: ['openid', 'email', 'profile'],
            requireIdTokenVerification: true,
            // Apple returns with a form from its own site, which carries no SameSite cookie of ours.
            ...(providerId === 'apple' && { responseMode: 'form_post' as const }),
          },
        ]
      : []
  })
  return { socialProviders: {}, plugins: [genericOAuth({ config })] }
}

function keysOf(env: Env, provider: ProviderId): { clientId: string; clientSecret: string } | null {
  const [clientId, clientSecret] =
    provider === 'google'
      ? [env.GOOGLE_CLIENT_ID, env.GOOGLE_CLIENT_SECRET]
      : [env.APPLE_CLIENT_ID, env.APPLE_CLIENT_SECRET]
  return clientId === undefined || clientSecret === undefined ? null : { clientId, clientSecret }
}
