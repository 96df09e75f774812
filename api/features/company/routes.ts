import { company } from '../../../contract/company.ts'
import { implement } from '../../platform/http/implement.ts'
import type { Services } from '../../platform/services.ts'
import { presentCompany } from './company.ts'

export const companyRoutes = (ctx: Services) =>
  implement(company)({
    get: async () => presentCompany(ctx.env),
  })
