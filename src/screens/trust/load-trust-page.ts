import type { QueryClient } from '@tanstack/react-query'
import type { TrustPage } from '../../../contract/trust-pages.ts'
import { pageHead } from '../../lib/head.ts'
import { trustTitles } from '../../lib/trust-titles.ts'
import { getLocale } from '../../paraglide/runtime.js'
import { companyQuery } from '../../queries/company.ts'
import { trustTexts } from './trust-texts.ts'

/**
 * What the loader of a trust page answers: its head, and its text in the viewer's language as JSON, which the router
 * writes into the page far more cheaply than hundreds of objects.
 */
export async function loadTrustPage(
  page: TrustPage,
  queryClient: QueryClient,
): Promise<{ head: string; text: string }> {
  const [{ text }] = await Promise.all([trustTexts[page][getLocale()](), queryClient.ensureQueryData(companyQuery)])
  const head = pageHead({ title: trustTitles[page](), description: text.lead, path: `/${page}` })
  return { head, text: JSON.stringify(text) }
}
