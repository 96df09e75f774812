import { companyDetails } from '../../../../contract/company.ts'
import type { TrustText } from '../trust-text.ts'

/** @public Loaded by name in `trust-texts.ts`. */
export const text: TrustText = {
  lead: 'La société qui édite ce site, et qui la contrôle.',
  sections: [
    { id: 'company', title: 'L’éditeur', body: [{ details: companyDetails.slice(0, 8) }] },
    {
      id: 'hosting',
      title: 'Hébergement',
      body: ['La société qui héberge les serveurs de ce site.', { details: ['host'] }],
    },
    {
      id: 'supervision',
      title: 'Contrôle et litiges',
      body: [
        'Vous pouvez vous adresser à ces organismes si nous n’avons pas pu vous aider nous-mêmes.',
        { details: ['supervisor', 'disputes'] },
      ],
    },
    {
      id: 'content',
      title: 'Responsabilité des contenus',
      body: [
        'Le représentant désigné ci-dessus est directeur de la publication pour les pages de la société. Les créateurs répondent eux-mêmes de ce qu’ils publient ; nous examinons ce qui est [signalé](/settings/report) et retirons ce qui est illégal.',
      ],
    },
  ],
}
