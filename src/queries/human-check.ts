import { unwrap } from '../lib/refusal.ts'
import { getChallenge } from '../server/auth.functions.ts'

/**
 * The token of the human check: this device's answer to a proof of work (about a tenth of a second on a laptop).
 * It is good once and for five minutes. With Turnstile the widget of the page gives it.
 */
export async function humanToken(): Promise<string> {
  const { kind, challenge } = await unwrap(getChallenge({ data: {} }))
  if (kind === 'off' || challenge === null) return 'off'
  const [{ solveChallenge }, { deriveKey }] = await Promise.all([
    import('altcha-lib'),
    import('altcha-lib/algorithms/web/pbkdf2'),
  ])
  const asked = challenge as unknown as Parameters<typeof solveChallenge>[0]['challenge']
  const solution = await solveChallenge({ challenge: asked, deriveKey })
  return btoa(JSON.stringify({ challenge: asked, solution }))
}
