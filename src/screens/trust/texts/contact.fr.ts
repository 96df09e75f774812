import type { TrustText } from '../trust-text.ts'

/** @public Loaded by name in `trust-texts.ts`. */
export const text: TrustText = {
  lead: 'Ici, des personnes répondent. Le chemin le plus court dépend de votre question.',
  sections: [
    {
      id: 'reach',
      title: 'Comment nous joindre',
      body: [
        'En français ou en anglais, en règle générale sous trois jours ouvrés. C’est aussi le point de contact unique des utilisateurs et des autorités au sens du règlement sur les services numériques.',
        { details: ['email', 'phone', 'address'] },
      ],
    },
    {
      id: 'reports',
      title: 'Quelque chose d’illégal ou de blessant',
      body: [
        'Touchez « Signaler » à l’endroit même, ou utilisez le [formulaire](/settings/report), même sans compte. Il va aux personnes qui décident, avec un délai, et vous recevez un numéro de dossier qui montre où il en est. C’est plus rapide qu’un e-mail.',
      ],
    },
    {
      id: 'money',
      title: 'L’argent',
      body: [
        'Regardez d’abord les [remboursements](/refunds). Écrivez-nous ensuite avec la date et le montant qui figurent dans l’historique de votre portefeuille. N’envoyez jamais de numéro de carte ni de mot de passe ; nous ne les demandons jamais.',
      ],
    },
    {
      id: 'account',
      title: 'Vous n’arrivez plus à entrer',
      body: [
        '[Réinitialisez votre mot de passe](/forgot-password) par e-mail. Si vous n’avez plus votre second facteur, utilisez un code de secours ; si vous n’en avez plus non plus, écrivez-nous depuis l’adresse du compte.',
      ],
    },
    {
      id: 'appeals',
      title: 'Vous contestez une décision',
      body: [
        'Écrivez-nous avec le numéro de dossier, ou le nom de votre compte, dans les six mois. Une personne étrangère à la décision l’examine de nouveau et vous en dit le résultat et les raisons.',
      ],
    },
    {
      id: 'privacy',
      title: 'Vos données',
      body: [
        'Vous pouvez tout exporter et supprimer vous-même dans « Réglages, Compte ». Pour le reste, voyez la [confidentialité](/privacy).',
      ],
    },
    {
      id: 'security',
      title: 'Une faille de sécurité',
      body: [
        'Dites-nous ce que vous avez trouvé et comment le reproduire, sans regarder les données d’autrui. Nous répondons, corrigeons, et ne poursuivons pas les personnes de bonne foi.',
      ],
    },
  ],
}
