import type { TrustText } from '../trust-text.ts'

/** @public Loaded by name in `trust-texts.ts`. */
export const text: TrustText = {
  lead: 'Chacun doit pouvoir utiliser ce site. Voici où nous en sommes, ce qui manque, et comment nous le dire.',
  sections: [
    {
      id: 'goal',
      title: 'Ce que nous suivons',
      body: [
        'Les règles WCAG 2.2, niveau AA, et avec elles la norme européenne EN 301 549. Selon notre propre évaluation, le site est partiellement conforme : les manques que nous connaissons figurent ci-dessous.',
      ],
    },
    {
      id: 'works',
      title: 'Ce sur quoi vous pouvez compter',
      body: [
        {
          list: [
            'Tout fonctionne au clavier ; l’élément actif est visible, et le focus revient où il était quand un panneau se ferme.',
            'Les boutons, champs et images ont un nom pour les lecteurs d’écran ; les nouveaux messages et avis sont annoncés.',
            'Les textes sont assez contrastés dans le thème clair comme dans le sombre. Rien n’est dit par la couleur seule.',
            'Les pages s’utilisent sur 320 pixels de large et à 200 % de zoom, sans défilement horizontal.',
            'Si votre système demande moins de mouvement, rien ne glisse ni ne s’estompe.',
            'Les films peuvent avoir des sous-titres, et les sons une transcription qui suit la lecture. Les créateurs peuvent décrire leurs images.',
          ],
        },
      ],
    },
    {
      id: 'gaps',
      title: 'Ce qui manque encore',
      body: [
        {
          list: [
            'Les créateurs décident des sous-titres et des descriptions, et beaucoup d’images et de films n’en ont pas. Les sous-titres faits par une machine sont signalés et contiennent des erreurs.',
            'Les films n’ont pas d’audiodescription.',
            'Le cadrage d’une photo et l’ordre des médias sont plus faciles avec un pointeur qu’au clavier.',
            'La page du prestataire de paiement n’est pas la nôtre.',
          ],
        },
      ],
    },
    {
      id: 'tests',
      title: 'Comment nous testons',
      body: [
        'Chaque modification du site est testée automatiquement : chaque page est chargée dans les deux langues et contrôlée par axe, et le contraste de chaque paire de couleurs est calculé. Les tests automatiques ne trouvent qu’une partie des obstacles ; les retours des personnes comptent davantage.',
      ],
    },
    {
      id: 'feedback',
      title: 'Signaler un obstacle',
      body: [
        'Écrivez-nous en indiquant la page et ce que vous vouliez faire. Nous répondons en règle générale sous trois jours ouvrés, et vous donnons autrement ce dont vous avez besoin si nous ne pouvons pas corriger rapidement.',
        { details: ['email', 'phone'] },
      ],
    },
    {
      id: 'enforcement',
      title: 'Si nous ne vous aidons pas',
      body: [
        'Vous pouvez vous adresser à l’organisme qui nous contrôle, ou à celui qui est compétent en matière d’accessibilité dans votre pays.',
        { details: ['supervisor'] },
      ],
    },
  ],
}
