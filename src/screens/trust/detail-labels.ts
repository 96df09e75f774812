import type { CompanyDetail } from '../../../contract/company.ts'
import { m } from '../../paraglide/messages.js'

export const detailLabels: Record<CompanyDetail, () => string> = {
  name: m.trust_company_name,
  address: m.trust_company_address,
  register: m.trust_company_register,
  vat_id: m.trust_company_vat_id,
  representative: m.trust_company_representative,
  email: m.trust_company_email,
  phone: m.trust_company_phone,
  country: m.trust_company_country,
  host: m.trust_company_host,
  supervisor: m.trust_company_supervisor,
  disputes: m.trust_company_disputes,
}
