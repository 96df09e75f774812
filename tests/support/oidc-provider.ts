import { once } from 'node:events'
import type { Server } from 'node:http'
import Provider from 'oidc-provider'

const providerKeys = { clientIds: ['google', 'apple'], secret: 'secret-of-the-test' } as const

/** The environment of a product whose Google and Apple are this issuer. */
export const providerEnv = (issuer: string) => ({
  OIDC_ISSUER: issuer,
  GOOGLE_CLIENT_ID: 'google',
  GOOGLE_CLIENT_SECRET: providerKeys.secret,
  APPLE_CLIENT_ID: 'apple',
  APPLE_CLIENT_SECRET: providerKeys.secret,
})

/**
 * A real OpenID Connect provider in place of Google and Apple, for the product at `origin`. A user who signs in there
 * with a login has `claimsOf(login)`; the login is also the subject.
 */
export async function startProvider(
  issuer: string,
  origin: string,
  claimsOf: (login: string) => { email: string; email_verified: boolean },
): Promise<Server> {
  const provider = new Provider(issuer, {
    clients: providerKeys.clientIds.map((name) => ({
      client_id: name,
      client_secret: providerKeys.secret,
      redirect_uris: [`${origin}/api/auth/callback/${name}`],
    })),
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({ sub: id, name: 'From outside', ...claimsOf(id) }),
    }),
    features: { devInteractions: { enabled: true } },
    pkce: { required: () => true },
  })
  provider.on('server_error', (_context, error) => console.error(error))
  const server = provider.listen(Number(new URL(issuer).port))
  await once(server, 'listening')
  return server
}
