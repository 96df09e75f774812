import * as v from 'valibot'
import { anyone, endpoint } from './endpoint.ts'

/** What the law asks the company behind this site to say of itself; each is a setting `COMPANY_…`. */
export const companyDetails = [
  'name',
  'address',
  'register',
  'vat_id',
  'representative',
  'email',
  'phone',
  'country',
  'host',
  'supervisor',
  'disputes',
] as const
export type CompanyDetail = (typeof companyDetails)[number]

/** Null is not said yet; an empty text says that the company has none. `country` is a code such as `FR`. */
const companyShape = v.object(
  Object.fromEntries(companyDetails.map((it) => [it, v.nullable(v.string())])) as Record<
    CompanyDetail,
    v.NullableSchema<v.StringSchema<undefined>, undefined>
  >,
)
export type Company = v.InferOutput<typeof companyShape>

export const company = {
  get: endpoint({
    method: 'GET',
    path: '/api/company',
    access: anyone('any'),
    input: v.object({}),
    output: companyShape,
    errors: [],
    summary: 'The company that runs this site, as the imprint shows it.',
  }),
}
