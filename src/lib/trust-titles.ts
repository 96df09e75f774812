import type { TrustPage } from '../../contract/trust-pages.ts'
import { m } from '../paraglide/messages.js'

export const trustTitles: Record<TrustPage, () => string> = {
  terms: m.trust_terms,
  privacy: m.trust_privacy,
  refunds: m.trust_refunds,
  rules: m.trust_rules,
  help: m.trust_help,
  cookies: m.trust_cookies,
  accessibility: m.trust_accessibility,
  contact: m.trust_contact,
  imprint: m.trust_imprint,
}
