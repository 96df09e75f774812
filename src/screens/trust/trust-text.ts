import type { CompanyDetail } from '../../../contract/company.ts'

/**
 * The text of a trust page in one language. Paragraphs and items of lists may have links as `[label](/path)`, and
 * `details` are shown from the company's settings. Both languages have the same anchors in the same order, which a test
 * compares.
 */
export type TrustText = { lead: string; sections: readonly TrustSection[] }
/** `id` is the anchor of the section, the same in both languages. */
export type TrustSection = { id: string; title: string; body: readonly TrustBlock[] }
export type TrustBlock = string | { list: readonly string[] } | { details: readonly CompanyDetail[] }
