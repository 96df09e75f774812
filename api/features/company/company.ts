import { type Company, companyDetails } from '../../../contract/company.ts'
import type { Env } from '../../platform/env.ts'

/** What the settings say of the company: null where they say nothing, an empty text where they say `none`. */
export function presentCompany(env: Env): Company {
  const entries = companyDetails.map((it) => {
    const value = env[settingOf(it)] ?? null
    return [it, value === 'none' ? '' : value]
  })
  return Object.fromEntries(entries)
}

/** The settings that the imprint lacks. */
export const missingCompanySettings = (env: Env): string[] =>
  companyDetails.map(settingOf).filter((it) => env[it] === undefined)

const settingOf = <Name extends string>(name: Name) => `COMPANY_${name.toUpperCase() as Uppercase<Name>}` as const
