import {
  deletionGraceDays,
  feePercent,
  giftDays,
  graceDays,
  holdDays,
  minimumAge,
  payoutMethodWaitDays,
  payoutMinCents,
  requestDays,
} from '../../../../contract/limits.ts'
import { pricePoints, tipCents, topupCents } from '../../../../contract/prices.ts'
import type { TrustText } from '../trust-text.ts'

const euros = (amount: number | undefined) => String(amount).replace('.', ',')

/** @public Loaded by name in `trust-texts.ts`. */
export const text: TrustText = {
  lead: 'Le contrat entre vous et la société qui exploite Fanfare, en termes simples. En créant un compte, vous l’acceptez.',
  sections: [
    {
      id: 'parties',
      title: 'Avec qui vous contractez',
      body: [
        'Ces conditions forment un contrat entre vous et la société désignée dans les [mentions légales](/imprint). « Nous » désigne cette société. Ce que vend un créateur, c’est le créateur qui vous le vend ; nous tenons les lieux, encaissons le paiement et lui reversons sa part.',
      ],
    },
    {
      id: 'joining',
      title: 'Qui peut s’inscrire',
      body: [
        `Vous devez avoir ${minimumAge} ans ou plus, et l’âge requis là où vous vivez pour conclure un contrat et voir des contenus pour adultes. Vous indiquez votre vraie date de naissance ; une date trop récente est conservée, et le compte n’en accepte pas d’autre tant que notre équipe ne l’a pas examinée.`,
        'Un compte appartient à une seule personne. Gardez votre mot de passe pour vous, et activez la double authentification si vous vendez ou détenez des pièces. Ce qui se passe sur votre compte est réputé fait par vous, sauf si la faute est la nôtre ou si vous nous avez prévenus à temps d’une intrusion.',
        'Vous pouvez vous inscrire avec une adresse e-mail et un mot de passe, ou avec Google ou Apple lorsqu’ils sont proposés. Nous conservons la version des présentes conditions que vous avez acceptée et le moment où vous l’avez fait.',
      ],
    },
    {
      id: 'content',
      title: 'Ce que vous publiez reste à vous',
      body: [
        'Vous gardez tous les droits sur ce que vous envoyez et écrivez. Vous nous autorisez à le stocker, à le convertir dans les tailles et formats dont les navigateurs ont besoin, et à le montrer aux personnes que vous avez choisies : tout le monde, vos abonnés gratuits, vos abonnés, ou ceux qui ont payé. Nous en avons besoin pour faire fonctionner le service et n’en faisons rien d’autre. Cela prend fin quand vous supprimez le contenu ou votre compte.',
        'Une chose demeure : ce qu’un fan a acheté lui reste accessible. Une photo, un film ou un son vendu est conservé pour ses acheteurs, même si vous le retirez de votre page, sauf s’il doit disparaître parce qu’il enfreint la loi ou nos règles.',
        'Vous ne publiez que ce que vous avez le droit de publier. Toute personne reconnaissable est majeure et y a consenti. Les [règles de la communauté](/rules) font partie de ce contrat.',
      ],
    },
    {
      id: 'coins',
      title: 'Les pièces',
      body: [
        `Vous payez en pièces. Une pièce vaut un euro ; chaque prix est affiché dans les deux avant que vous ne confirmiez. Vous pouvez acheter de ${topupCents.min / 100} à ${topupCents.max / 100} pièces à la fois.`,
        'Les pièces sont un paiement d’avance pour ce site seulement. Elles ne portent pas d’intérêts, ne se transmettent pas à un autre compte et ne se reconvertissent pas en argent, hormis les cas décrits à la page des [remboursements](/refunds). Elles n’expirent pas tant que votre compte existe.',
        'Nous ne débitons que le prix que vous avez vu. S’il a changé entre-temps, rien n’est débité et nous vous redemandons. Vous pouvez fixer une limite mensuelle dans votre portefeuille ; au-delà, tout achat et tout renouvellement est refusé.',
      ],
    },
    {
      id: 'subscriptions',
      title: 'Les abonnements',
      body: [
        `Un créateur fixe le prix de son abonnement parmi ${pricePoints.length} montants : gratuit, ou de ${euros(pricePoints[1])} € à ${euros(pricePoints.at(-1))} € par mois. Il est prélevé sur vos pièces quand vous vous abonnez, puis chaque mois jusqu’à ce que vous résiliiez.`,
        {
          list: [
            'Vous résiliez à tout moment dans « Abonnements » ; un abonnement payant court alors jusqu’à la fin de la durée payée, un abonnement gratuit s’arrête aussitôt.',
            'Si le créateur le propose, vous pouvez payer 3, 6 ou 12 mois d’un coup, à prix réduit. Ils sont débités une seule fois et commencent aussitôt, ou après ce qui court déjà. Un abonnement qui commence ainsi se renouvelle ensuite chaque mois au prix affiché, jusqu’à ce que vous résiliiez ; ce que vous aviez résilié le reste.',
            'Avant chaque renouvellement, nous vous en rappelons la date et le prix, sauf si vous y avez renoncé.',
            `Si vos pièces ne suffisent pas au renouvellement, vous gardez l’accès pendant ${graceDays} jours. Ensuite l’abonnement prend fin et vous continuez à suivre le créateur.`,
            'Si un créateur augmente son prix, vous gardez le vôtre tant que vous restez abonné. Si un abonnement gratuit devient payant, nous vous demandons votre accord ; sans lui, l’abonnement s’arrête au bout d’un mois et ne coûte rien.',
            'Les liens d’essai et de réduction disent avant la confirmation ce que vous payez, et pendant combien de temps.',
          ],
        },
      ],
    },
    {
      id: 'purchases',
      title: 'Déblocages, pourboires, cadeaux et demandes',
      body: [
        {
          list: [
            'Ce que vous débloquez reste à vous, même après la fin d’un abonnement, la suppression du message ou un blocage entre vous. Vous ne payez jamais deux fois la même photo, le même film ou le même son. Vous n’avez pas le droit de les copier, de les publier ou de les revendre.',
            `Un pourboire va de ${tipCents.min / 100} à ${tipCents.max / 100} pièces. C’est un cadeau : il n’achète rien.`,
            `Les mois que vous offrez attendent ${giftDays} jours que la personne accepte le lien ; sinon vos pièces vous reviennent.`,
            `Pour une demande payante, les pièces attendent chez nous que le créateur ait livré. Elles vous reviennent s’il refuse, si vous la retirez, ou après ${requestDays} jours sans livraison.`,
          ],
        },
        'Une photo ou une vidéo qui n’est ni publique ni destinée à tous ceux qui suivent est envoyée à chaque fan dans une copie portant une marque invisible qui lui est propre. Si elle réapparaît ailleurs, son créateur peut savoir de quelle copie il s’agit. Nous le disons avant que vous ne payiez.',
      ],
    },
    {
      id: 'creators',
      title: 'Si vous êtes créateur',
      body: [
        'Avant que vous ne puissiez vendre, une personne de notre équipe contrôle votre pièce d’identité, votre visage et votre âge. Vendre est votre propre activité : vous répondez de ce que vous vendez, des droits qui s’y attachent et de vos impôts.',
        {
          list: [
            `Nous gardons ${feePercent} % de ce que vous vendez ; nous ne prenons pas d’autres frais.`,
            `Vos gains sont retenus ${holdDays} jours au cas où il faudrait rembourser. Ensuite, vous pouvez vous les faire verser, à partir de ${payoutMinCents / 100} € ; un nouveau moyen de versement est utilisable ${payoutMethodWaitDays} jours après son ajout.`,
            'Un remboursement ou une contestation bancaire annule la vente, et avec elle votre part.',
            'Vous pouvez transférer vos gains dans votre portefeuille et les dépenser ici. Le chemin inverse n’existe pas.',
          ],
        },
      ],
    },
    {
      id: 'agencies',
      title: 'Les agences',
      body: [
        'Un créateur peut laisser les membres d’une agence agir pour lui. Les deux parties acceptent d’abord ; le créateur décide de ce qui est ouvert et peut y mettre fin à tout moment, avec effet immédiat. Un message indique quand c’est l’équipe qui l’a écrit. Aucune agence n’accède à l’adresse e-mail, au mot de passe, au contrôle d’identité, au portefeuille ni aux versements d’un créateur. Ce qu’une agence fait pour un créateur est réputé fait par lui.',
      ],
    },
    {
      id: 'moderation',
      title: 'Ce que nous faisons en cas d’infraction',
      body: [
        'Tout le monde peut [signaler](/settings/report) tout contenu. Une personne lit chaque signalement, tranche dans le délai indiqué par le formulaire et en communique le résultat à son auteur. Selon la gravité, nous retirons le contenu, remboursons les acheteurs ou suspendons le compte. La personne concernée apprend pourquoi, sauf si la loi l’interdit, et peut répondre par la [page de contact](/contact) ; une autre personne de notre équipe réexamine alors le dossier.',
        'Ce sont des personnes, et non des machines seules, qui décident du sort des contenus.',
      ],
    },
    {
      id: 'ending',
      title: 'Comment cela prend fin',
      body: [
        `Vous pouvez partir à tout moment dans « Réglages, Compte », après avoir emporté une copie de tout. Le compte est masqué aussitôt et effacé ${deletionGraceDays} jours plus tard ; se connecter avant cela le rétablit. Les pièces restantes sont perdues avec le compte : dépensez-les ou demandez d’abord un [remboursement](/refunds) ; les créateurs retirent d’abord leurs gains.`,
        'Nous pouvons fermer un compte qui enfreint ces conditions, immédiatement si c’est grave, sinon après un avertissement. Si nous arrêtons le service, nous le disons au moins deux mois avant, versons leurs gains aux créateurs et remboursons les pièces que vous avez achetées.',
      ],
    },
    {
      id: 'liability',
      title: 'Responsabilité',
      body: [
        'Nous veillons à ce que le service fonctionne, sans promettre qu’il ne soit jamais interrompu. Nous répondons sans limite de notre faute intentionnelle ou lourde et des atteintes à la vie ou à la santé, et pour le reste du dommage prévisible lorsque nous manquons à une obligation essentielle. Rien dans ces conditions ne vous retire les droits que la loi de votre pays accorde aux consommateurs.',
      ],
    },
    {
      id: 'changes',
      title: 'Quand ces conditions changent',
      body: [
        'Chaque version porte un numéro et une date. Quand une nouvelle arrive, nous vous demandons votre accord une fois, à votre prochaine visite. Tant que vous ne l’avez pas acceptée, la version que vous aviez acceptée s’applique entre nous. Si vous n’en voulez pas, vous pouvez toujours exporter vos données et supprimer votre compte.',
      ],
    },
    {
      id: 'law',
      title: 'Droit applicable et litiges',
      body: [
        'Le droit du pays indiqué ici s’applique, sans vous priver, comme consommateur, de la protection de la loi de votre pays de résidence. Écrivez-nous d’abord ; si nous ne trouvons pas d’accord, vous pouvez saisir un tribunal ou l’organisme indiqué ici.',
        { details: ['country', 'disputes'] },
      ],
    },
  ],
}
