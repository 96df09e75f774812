import { minimumAge } from '../../../../contract/limits.ts'
import type { TrustText } from '../trust-text.ts'

/** @public Loaded by name in `trust-texts.ts`. */
export const text: TrustText = {
  lead: 'Ce qui est bienvenu ici, ce qui ne l’est pas, et ce que nous faisons. Ces règles valent pour les créateurs, les fans et les agences.',
  sections: [
    {
      id: 'adults',
      title: 'Entre adultes',
      body: [
        `Tout le monde ici a ${minimumAge} ans ou plus, de même que toute personne reconnaissable sur une photo, dans un film ou un son. Rien ne doit sexualiser un mineur : ni en vrai, ni en dessin, ni en image générée, ni en jeu de rôle, ni en mots. Il n’y a pas d’avertissement : le compte est fermé et les autorités sont prévenues.`,
      ],
    },
    {
      id: 'consent',
      title: 'Le consentement',
      body: [
        {
          list: [
            'Ne montrez que des personnes qui ont accepté d’être montrées ici, et que ce soit payant le cas échéant. Vous pouvez le prouver si nous le demandons.',
            'Pas d’images intimes sans consentement : ni caméra cachée, ni vengeance, ni contenu volé ou divulgué, ni visage posé sur un autre corps.',
            'Ni violence, ni contrainte, ni incapacité. Rien avec des animaux, entre proches parents, ni avec des personnes endormies ou sous emprise.',
          ],
        },
      ],
    },
    {
      id: 'respect',
      title: 'Le respect',
      body: [
        {
          list: [
            'Ni menaces, ni harcèlement, ni haine en raison de l’origine, de la religion, du genre, de l’orientation, du handicap ou du corps.',
            'Un non est un non, aussi de la part d’un créateur. Un paiement achète ce qui était proposé, et rien d’autre.',
            'Ne publiez ni l’adresse, ni le téléphone, ni l’employeur, ni le nom légal d’une autre personne.',
          ],
        },
      ],
    },
    {
      id: 'honesty',
      title: 'L’honnêteté',
      body: [
        {
          list: [
            'Soyez vous-même. Un nom de scène convient ; se faire passer pour quelqu’un d’autre, non.',
            'Décrivez ce que vous vendez tel que c’est. Les images générées ou modifiées pour montrer ce qui n’a jamais eu lieu sont signalées comme telles.',
            'Ni spam, ni mentions J’aime achetées, ni comptes en série, ni paiements en dehors de ce site.',
            'N’organisez pas de rencontres sexuelles tarifées par ce site et n’en faites pas la publicité.',
          ],
        },
      ],
    },
    {
      id: 'rights',
      title: 'Le travail des autres',
      body: [
        'N’envoyez que ce qui est à vous ou que vous avez le droit d’utiliser. Ce que vous avez débloqué est pour vous : ne l’enregistrez pas pour le transmettre, le publier ou le vendre. Les copies sont traçables.',
      ],
    },
    {
      id: 'law',
      title: 'La loi',
      body: [
        'Ni drogues, ni armes, ni objets volés, ni appels à la violence, ni soutien au terrorisme, ni quoi que ce soit d’illégal chez vous ou chez nous.',
      ],
    },
    {
      id: 'agencies',
      title: 'Pour les agences',
      body: [
        'N’agissez que dans la limite de ce que le créateur a autorisé, et dans son intérêt. Ce que vous apprenez sur les fans reste sur ce site. Vous ne demandez pas leur mot de passe aux créateurs : vous n’en avez pas besoin.',
      ],
    },
    {
      id: 'reporting',
      title: 'Si vous voyez quelque chose',
      body: [
        'Touchez « Signaler » près de la publication, du commentaire, du message ou de la personne, ou utilisez le [formulaire](/settings/report), même sans compte. Une personne l’examine : mineurs sous 12 heures, images intimes ou illégales sous 24, menaces et fausses identités sous 72, tout le reste sous une semaine. Vous recevez un numéro de dossier et une réponse. La personne signalée n’apprend pas qui l’a signalée.',
        'Bloquer agit aussitôt et sans nous : vous disparaissez l’un pour l’autre.',
      ],
    },
    {
      id: 'consequences',
      title: 'Ce qui s’ensuit',
      body: [
        'Nous retirons ce qui enfreint ces règles, remboursons ce qui a été acheté lorsque c’est juste, et suspendons des comptes, définitivement en cas de gravité ou de récidive. Vous apprenez quoi et pourquoi, et pouvez [contester](/contact) pendant six mois ; une personne étrangère à la décision la réexamine.',
      ],
    },
  ],
}
