import { companyDetails } from '../../../../contract/company.ts'
import type { TrustText } from '../trust-text.ts'

/** @public Loaded by name in `trust-texts.ts`. */
export const text: TrustText = {
  lead: 'The company behind this site, and who supervises it.',
  sections: [
    { id: 'company', title: 'The company', body: [{ details: companyDetails.slice(0, 8) }] },
    {
      id: 'hosting',
      title: 'Hosting',
      body: ['The company that runs the servers of this site.', { details: ['host'] }],
    },
    {
      id: 'supervision',
      title: 'Supervision and disputes',
      body: [
        'You can turn to these bodies if we could not help you ourselves.',
        { details: ['supervisor', 'disputes'] },
      ],
    },
    {
      id: 'content',
      title: 'Responsible for the content',
      body: [
        'The representative named above answers for the pages of the company. Creators answer for what they post themselves; we look at what is [reported](/settings/report) and remove what is illegal.',
      ],
    },
  ],
}
