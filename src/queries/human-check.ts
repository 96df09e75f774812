import { unwrap } from '../lib/refusal.ts'
import { getChallenge } from '../server/identity.functions.ts'

/** The human check of a form: the key of its widget, or a token that this device has computed. */
export type HumanCheck = { siteKey: string } | { token: string }

/**
 * The human check of a form: this device's answer to a proof of work (about a tenth of a second on a laptop), good once
 * and for five minutes, or with Turnstile the key of the widget that will give the token.
 */
export async function fetchHumanCheck(): Promise<HumanCheck> {
  const { kind, challenge, site_key } = await unwrap(getChallenge({ data: {} }))
  if (kind === 'turnstile') return { siteKey: site_key ?? '' }
  if (kind === 'off' || challenge === null) return { token: 'off' }
  const [{ solveChallenge }, { deriveKey }] = await Promise.all([
    import('altcha-lib'),
    import('altcha-lib/algorithms/web/pbkdf2'),
  ])
  const parameters = challenge as unknown as Parameters<typeof solveChallenge>[0]['challenge']
  const solution = await solveChallenge({ challenge: parameters, deriveKey })
  return { token: btoa(JSON.stringify({ challenge: parameters, solution })) }
}
