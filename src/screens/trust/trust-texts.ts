import { type TrustPage, termsVersion } from '../../../contract/trust-pages.ts'
import type { Locale } from '../../paraglide/runtime.js'
import type { TrustText } from './trust-text.ts'

/**
 * The long texts, a module for each page and language, so that no other page grows with them
 * (docs/decisions/trust-pages.md).
 */
export const trustTexts: Record<TrustPage, Record<Locale, () => Promise<{ text: TrustText }>>> = {
  terms: { en: () => import('./texts/terms.en.ts'), fr: () => import('./texts/terms.fr.ts') },
  privacy: { en: () => import('./texts/privacy.en.ts'), fr: () => import('./texts/privacy.fr.ts') },
  refunds: { en: () => import('./texts/refunds.en.ts'), fr: () => import('./texts/refunds.fr.ts') },
  rules: { en: () => import('./texts/rules.en.ts'), fr: () => import('./texts/rules.fr.ts') },
  help: { en: () => import('./texts/help.en.ts'), fr: () => import('./texts/help.fr.ts') },
  cookies: { en: () => import('./texts/cookies.en.ts'), fr: () => import('./texts/cookies.fr.ts') },
  accessibility: { en: () => import('./texts/accessibility.en.ts'), fr: () => import('./texts/accessibility.fr.ts') },
  contact: { en: () => import('./texts/contact.en.ts'), fr: () => import('./texts/contact.fr.ts') },
  imprint: { en: () => import('./texts/imprint.en.ts'), fr: () => import('./texts/imprint.fr.ts') },
}

/** The version of each text and the day of its last change; both change with the text. */
export const trustVersions: Record<TrustPage, { version: string; changed: string }> = {
  terms: { version: termsVersion, changed: '2026-11-27' },
  privacy: { version: '1.0', changed: '2026-11-24' },
  refunds: { version: '1.1', changed: '2026-11-27' },
  rules: { version: '1.0', changed: '2026-11-24' },
  help: { version: '1.1', changed: '2026-11-27' },
  cookies: { version: '1.0', changed: '2026-11-24' },
  accessibility: { version: '1.0', changed: '2026-11-24' },
  contact: { version: '1.0', changed: '2026-11-24' },
  imprint: { version: '1.0', changed: '2026-11-24' },
}
