import { expect, it } from 'vitest'
import { company } from '../../../contract/company.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { readEnv } from '../../platform/env.ts'
import { missingCompanySettings } from './company.ts'

const api = testApi({
  env: { COMPANY_NAME: 'Fanfare SAS', COMPANY_ADDRESS: '1 rue de la Scène, Paris', COMPANY_VAT_ID: 'none' },
})
const read = (env: Record<string, string>) => readEnv({ DATA_DIR: api.ctx.env.DATA_DIR, ...env })

it('shows visitors the company as it is set: what is missing is null, what there is none of is empty', async () => {
  const { data } = await api.call(null, company.get, {})
  expect(data).toEqual({
    name: 'Fanfare SAS',
    address: '1 rue de la Scène, Paris',
    register: null,
    vat_id: '',
    representative: null,
    email: null,
    phone: null,
    country: null,
    host: null,
    supervisor: null,
    disputes: null,
  })
})

it('names the settings that the imprint lacks', () => {
  const missing = missingCompanySettings(
    read({ COMPANY_NAME: 'Fanfare SAS', COMPANY_REGISTER: '', COMPANY_VAT_ID: 'none' }),
  )
  expect(missing).toContain('COMPANY_REGISTER')
  expect(missing).not.toContain('COMPANY_NAME')
  expect(missing).not.toContain('COMPANY_VAT_ID')
})

it('takes the country as a code of two letters alone', () => {
  expect(read({ COMPANY_COUNTRY: 'FR' }).COMPANY_COUNTRY).toBe('FR')
  expect(() => read({ COMPANY_COUNTRY: 'France' })).toThrow('COMPANY_COUNTRY')
})
