import { beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { termsVersion } from '../../../contract/trust-pages.ts'
import en from '../../../messages/en.json' with { type: 'json' }
import { answered, fiona, renderFor, signedIn } from '../../../tests/support/component.tsx'
import { acceptTerms } from '../../server/account.functions.ts'
import { TermsSheet } from './terms-sheet.tsx'

const viewer = { ...signedIn(fiona), terms_due: true }
const dialog = () => page.getByRole('dialog', { name: en.terms_due_title })
beforeEach(() => sessionStorage.clear())

it('accepts the version that it names, and is not due any more', async () => {
  vi.mocked(acceptTerms).mockResolvedValue(answered({ ok: true as const }))
  const { queryClient } = await renderFor(viewer, <TermsSheet />)
  await userEvent.click(dialog().getByRole('button', { name: en.terms_due_accept.replace('{version}', termsVersion) }))
  await expect.element(page.getByText(en.terms_due_thanks)).toBeVisible()
  expect(vi.mocked(acceptTerms).mock.calls[0]?.[0]).toMatchObject({ data: { version: termsVersion } })
  expect(queryClient.getQueryData(['session', 'profile'])).toMatchObject({ terms_due: false })
})

it('is asked once in a tab when it is put off', async () => {
  await renderFor(viewer, <TermsSheet />)
  await userEvent.click(dialog().getByRole('button', { name: en.terms_due_later }))
  await expect.element(dialog()).not.toBeInTheDocument()
  await renderFor(viewer, <TermsSheet />)
  expect(dialog().elements()).toEqual([])
  expect(acceptTerms).not.toHaveBeenCalled()
})

it('leaves alone the page on which one exports and deletes, and leads there', async () => {
  const { router } = await renderFor(viewer, <TermsSheet />)
  await userEvent.click(dialog().getByRole('link', { name: en.terms_due_account }))
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/settings/account'))
  await expect.element(dialog()).not.toBeInTheDocument()
})
