import { giftDays, requestDays } from '../../../../contract/limits.ts'
import type { TrustText } from '../trust-text.ts'

/** @public Loaded by name in `trust-texts.ts`. */
export const text: TrustText = {
  lead: 'Ce qui peut être remboursé, comment le demander, et ce qui se passe ensuite.',
  sections: [
    {
      id: 'two-steps',
      title: 'Deux choses différentes',
      body: [
        'Vous achetez des pièces avec de l’argent, et vous dépensez des pièces ici. Le paiement de pièces est remboursé sur la carte ou le compte d’où il venait. Un achat fait avec des pièces est remboursé en pièces, dans votre portefeuille.',
      ],
    },
    {
      id: 'coins',
      title: 'Les pièces que vous n’avez pas dépensées',
      body: [
        'Dans les 14 jours suivant l’achat de pièces, vous pouvez changer d’avis sans donner de raison et récupérer l’argent de celles que vous n’avez pas dépensées. Écrivez-nous par la [page de contact](/contact), avec la date et le montant du paiement ; ils figurent dans l’historique de votre portefeuille. L’argent repart par où il est venu, dans les 14 jours suivant votre message.',
        'Passé ce délai, les pièces non dépensées sont remboursées si nous arrêtons le service ou fermons votre compte sans faute de votre part.',
      ],
    },
    {
      id: 'content',
      title: 'Ce que vous avez débloqué, et vos abonnements',
      body: [
        'Un contenu numérique s’ouvre au moment où vous payez. Là où la loi vous donne un droit de rétractation, cette page ne vous en prive pas : demandez-nous, et nous examinons votre cas. Au-delà, nous remboursons :',
        {
          list: [
            'ce qui ne s’est pas ouvert, ou ne correspond pas à sa description ;',
            'ce que nous avons retiré parce que cela enfreignait la loi ou nos règles ;',
            'un achat fait par quelqu’un d’autre sur votre compte, si vous nous le dites peu après l’avoir constaté ;',
            'un double débit. Il ne devrait pas se produire : la même chose n’est jamais débitée deux fois.',
          ],
        },
        'Un abonnement résilié court jusqu’à la fin de la durée payée, un mois ou plusieurs d’un coup. Ce qui en reste n’est pas remboursé.',
      ],
    },
    {
      id: 'by-itself',
      title: 'Ce qui revient tout seul',
      body: [
        {
          list: [
            `Les pièces d’un cadeau qui n’est pas accepté dans les ${giftDays} jours.`,
            `Les pièces d’une demande payante refusée ou retirée, ou non livrée dans les ${requestDays} jours.`,
            'Les pièces d’un paiement que votre banque avait repris puis rendu.',
          ],
        },
      ],
    },
    {
      id: 'asking',
      title: 'Comment demander',
      body: [
        'Ouvrez l’achat dans l’historique de votre [portefeuille](/settings/payments), notez sa date et son montant, et écrivez-nous par la [page de contact](/contact). Une personne vous répond, en règle générale sous trois jours ouvrés. Le créateur et vous êtes tous deux informés d’un remboursement, avec son motif.',
      ],
    },
    {
      id: 'effects',
      title: 'Ce qu’un remboursement annule',
      body: [
        'Un remboursement annule tout l’achat : vos pièces reviennent, ce qu’il avait ouvert se referme, et la part du créateur est reprise. Il figure dans l’historique des deux parties et n’est jamais effacé de la comptabilité.',
      ],
    },
    {
      id: 'banks',
      title: 'Avant d’appeler votre banque',
      body: [
        'Vous avez tout à fait le droit de contester un paiement auprès de votre banque. Cela prend des semaines, et en attendant, les pièces de ce paiement et ce qu’elles ont acheté sont repris. Nous écrire est en général plus rapide. Si la contestation tourne en notre faveur, les pièces reviennent dans votre portefeuille, et les médias et pourboires sont réglés de nouveau à leur ancien prix ; les abonnements restent terminés.',
      ],
    },
  ],
}
