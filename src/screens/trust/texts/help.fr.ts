import {
  deletionGraceDays,
  feePercent,
  giftDays,
  graceDays,
  holdDays,
  payoutMinCents,
  requestDays,
} from '../../../../contract/limits.ts'
import type { TrustText } from '../trust-text.ts'

/** @public Loaded by name in `trust-texts.ts`. */
export const text: TrustText = {
  lead: 'Des réponses courtes aux questions les plus fréquentes.',
  sections: [
    {
      id: 'what-are-coins',
      title: 'Que sont les pièces, et combien coûtent-elles ?',
      body: [
        'Une pièce vaut un euro. Vous les achetez dans votre [portefeuille](/settings/payments) et les dépensez en abonnements, déblocages, pourboires, cadeaux et demandes. Chaque prix est affiché en pièces et en euros avant que vous ne confirmiez.',
      ],
    },
    {
      id: 'unlock',
      title: 'Qu’est-ce que j’obtiens en débloquant quelque chose ?',
      body: [
        'Vous le voyez en entier, aussitôt et pour toujours, même après la fin d’un abonnement. Tout se trouve dans [Débloqués](/settings/unlocked). Vous ne payez jamais deux fois la même photo, le même film ou le même son.',
      ],
    },
    {
      id: 'follow-or-subscribe',
      title: 'Quelle différence entre suivre et s’abonner ?',
      body: [
        'Suivre est gratuit et amène les publications du créateur dans votre fil. S’abonner ouvre ce qui est réservé aux abonnés ; cela coûte par mois ce que demande le créateur, ou rien.',
      ],
    },
    {
      id: 'cancel',
      title: 'Comment résilier un abonnement ?',
      body: [
        'Ouvrez [Abonnements](/subscriptions) et touchez « Résilier ». Un abonnement payant reste ouvert jusqu’à la fin de la durée payée et n’est pas renouvelé. Un abonnement gratuit s’arrête aussitôt.',
      ],
    },
    {
      id: 'several-months',
      title: 'Et si je paie plusieurs mois d’un coup ?',
      body: [
        'Cela coûte moins que mois par mois, et n’est débité qu’une fois. Avant le paiement, la feuille dit jusqu’à quand l’accès court et ce qu’un mois coûte ensuite : l’abonnement se renouvelle chaque mois à ce prix, jusqu’à résiliation. Si vous êtes déjà abonné, ces mois suivent ce qui court ; un abonnement résilié ne se renouvelle pas. Si vous résiliez, tous les mois payés vous restent.',
      ],
    },
    {
      id: 'not-enough',
      title: 'Et si mes pièces ne suffisent pas au renouvellement ?',
      body: [
        `Vous en êtes informé et gardez l’accès pendant ${graceDays} jours. S’il y a alors assez de pièces, l’abonnement est renouvelé ; sinon il prend fin, et vous continuez à suivre le créateur.`,
      ],
    },
    {
      id: 'limit',
      title: 'Puis-je limiter mes dépenses ?',
      body: [
        'Oui : votre [portefeuille](/settings/payments) a une limite mensuelle. Au-delà, tout achat et tout renouvellement est refusé jusqu’à la fin du mois.',
      ],
    },
    {
      id: 'refund',
      title: 'Puis-je être remboursé ?',
      body: [
        'Les pièces non dépensées : dans les 14 jours. Les achats qui ne se sont pas ouverts ou ne correspondent pas à leur description : oui. La page des [remboursements](/refunds) dit comment.',
      ],
    },
    {
      id: 'gift',
      title: 'Comment offrir un abonnement ?',
      body: [
        `Ouvrez la page du créateur, touchez « … » et choisissez d’offrir des mois. Vous recevez un lien à transmettre. S’il n’est pas accepté dans les ${giftDays} jours, vos pièces vous reviennent.`,
      ],
    },
    {
      id: 'request',
      title: 'Comment demander quelque chose de particulier à un créateur ?',
      body: [
        `Si le créateur accepte les demandes payantes, le menu de votre conversation le propose. Vos pièces attendent la livraison, et vous reviennent si le créateur refuse ou si ${requestDays} jours passent.`,
      ],
    },
    {
      id: 'cannot-write',
      title: 'Pourquoi ne puis-je pas écrire à un créateur ?',
      body: [
        'Certains créateurs n’acceptent que les messages de ceux qui les suivent ou sont abonnés. La page l’indique. Votre adresse e-mail doit aussi être confirmée.',
      ],
    },
    {
      id: 'confirm-email',
      title: 'L’e-mail de confirmation n’est pas arrivé',
      body: [
        'Regardez dans les indésirables. Dans [Réglages, Adresse e-mail](/settings/email), vous pouvez le faire renvoyer ou corriger l’adresse.',
      ],
    },
    {
      id: 'password',
      title: 'J’ai oublié mon mot de passe',
      body: [
        '[Demandez un lien](/forgot-password). Il arrive par e-mail et ferme toutes les autres sessions. Avec un second facteur, il faut aussi son code ou un code de secours.',
      ],
    },
    {
      id: 'secure',
      title: 'Comment protéger mon compte ?',
      body: [
        'Dans [Réglages, Mot de passe](/settings/password), activez la double authentification ou ajoutez une clé d’accès. Dans [Réglages, Compte](/settings/account), vous voyez chaque appareil et pouvez le déconnecter. Vous recevez un e-mail quand un nouvel appareil se connecte.',
      ],
    },
    {
      id: 'block',
      title: 'Que se passe-t-il quand je bloque quelqu’un ?',
      body: [
        'Vous disparaissez l’un pour l’autre : profil, recherche, commentaires et messages. Les abonnements entre vous ne sont pas renouvelés. Ce qui a été acheté reste. Vous pouvez revenir en arrière dans [Personnes bloquées](/settings/blocked-users).',
      ],
    },
    {
      id: 'report',
      title: 'Comment signaler quelque chose ?',
      body: [
        'Touchez « Signaler » près de la publication, du commentaire, du message ou de la personne, choisissez un motif et envoyez. Une personne l’examine, vous recevez une réponse, et personne n’apprend que c’était vous. Sans compte, utilisez le [formulaire](/settings/report).',
      ],
    },
    {
      id: 'discreet',
      title: 'D’autres peuvent-ils voir sur mon téléphone ce que je fais ici ?',
      body: [
        'Les notifications push et les e-mails ne contiennent jamais de messages. Dans les réglages des [notifications](/notifications), « Discret » omet aussi les noms.',
        'Sous [Réglages, Discrétion](/settings/discreet), donnez à l’application un nom et une icône neutres, verrouillez la page après quelques minutes et quittez-la aussitôt : trois pressions sur Maj, ou trois doigts sur l’écran.',
      ],
    },
    {
      id: 'mark',
      title: 'Qu’est-ce que la marque invisible dans les photos et les vidéos ?',
      body: [
        'Les photos et les vidéos qui ne sont pas publiques portent une marque propre à chaque fan. Si l’une d’elles réapparaît ailleurs, son créateur peut savoir de quelle copie il s’agit. Vous ne la voyez pas. Voyez la [confidentialité](/privacy#traceable).',
      ],
    },
    {
      id: 'team',
      title: 'Avec qui est-ce que j’écris ?',
      body: ['Avec le créateur, ou avec une équipe qu’il a autorisée à l’aider. Un message de l’équipe le précise.'],
    },
    {
      id: 'become-creator',
      title: 'Comment devenir créateur ?',
      body: [
        'Ouvrez [Créer](/creator), indiquez votre nom légal et votre date de naissance, et envoyez des photos d’une pièce d’identité et de votre visage. Une personne les contrôle. Ensuite, vous fixez un prix et vendez.',
      ],
    },
    {
      id: 'earnings',
      title: 'Quand les créateurs reçoivent-ils leur argent ?',
      body: [
        `Nous gardons ${feePercent} %. Le reste est retenu ${holdDays} jours, puis vous pouvez vous le faire verser, à partir de ${payoutMinCents / 100} €, dans [Versements](/settings/payouts).`,
      ],
    },
    {
      id: 'agency',
      title: 'Comment me faire aider par une agence ?',
      body: [
        'L’agence vous invite ; vous acceptez dans [Agences](/agencies) et décidez de ce qu’elle peut faire. Vous voyez tout ce qui est fait en votre nom et pouvez y mettre fin d’un geste dans [Connexions et accès](/settings/accounts).',
      ],
    },
    {
      id: 'export',
      title: 'Comment obtenir une copie de mes données ?',
      body: [
        'Dans [Réglages, Compte](/settings/account) : un fichier zip avec tout, produit pendant que vous le téléchargez.',
      ],
    },
    {
      id: 'delete',
      title: 'Comment supprimer mon compte ?',
      body: [
        `Dans [Réglages, Compte](/settings/account). Il est masqué aussitôt et effacé ${deletionGraceDays} jours plus tard ; se connecter avant cela le rétablit. La page [Confidentialité](/privacy#deletion) dit ce qui est conservé.`,
      ],
    },
  ],
}
