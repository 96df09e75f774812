import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Company } from '../../../contract/company.ts'
import en from '../../../messages/en.json' with { type: 'json' }
import { answered, renderFor } from '../../../tests/support/component.tsx'
import { getCompany } from '../../server/company.functions.ts'
import { TrustBlocks } from './trust-blocks.tsx'

const company: Company = {
  name: 'Fanfare SAS',
  address: '1 rue de la Scène | 75011 Paris',
  register: null,
  vat_id: '',
  representative: null,
  email: 'hello@fanfare.example',
  phone: null,
  country: 'FR',
  host: null,
  supervisor: null,
  disputes: null,
}

it('shows what is known of the company, says what is missing, and leaves out what there is none of', async () => {
  vi.mocked(getCompany).mockResolvedValue(answered(company))
  await renderFor(
    null,
    <TrustBlocks body={[{ details: ['name', 'address', 'register', 'vat_id', 'email', 'country'] }]} />,
  )
  await expect.element(page.getByText('Fanfare SAS')).toBeVisible()
  const [, address, register, email, country] = page.getByRole('definition').elements()
  expect(address?.textContent).toBe('1 rue de la Scène\n75011 Paris')
  expect(register?.textContent).toBe(en.trust_missing)
  expect(email?.querySelector('a')?.getAttribute('href')).toBe('mailto:hello@fanfare.example')
  expect(country?.textContent).toBe('France')
  expect(page.getByText(en.trust_company_vat_id).elements()).toEqual([])
})

it('turns the links of a paragraph into links', async () => {
  vi.mocked(getCompany).mockResolvedValue(answered(company))
  await renderFor(null, <TrustBlocks body={['See the [rules](/rules), please.']} />)
  await expect.element(page.getByRole('link', { name: 'rules' })).toHaveAttribute('href', '/rules')
  await expect.element(page.getByText('See the rules, please.')).toBeVisible()
})
