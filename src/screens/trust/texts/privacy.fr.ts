import { deletionGraceDays, sessionDays, usernameQuarantineDays } from '../../../../contract/limits.ts'
import type { TrustText } from '../trust-text.ts'

/** @public Loaded by name in `trust-texts.ts`. */
export const text: TrustText = {
  lead: 'Ce que nous savons de vous, pourquoi, qui le voit, combien de temps cela reste, et comment l’emporter ou le faire effacer.',
  sections: [
    {
      id: 'controller',
      title: 'Qui est responsable',
      body: [
        'La société ci-dessous décide de ce qu’il advient des données personnelles sur ce site. Écrivez-lui pour tout ce qui concerne cette page.',
        { details: ['name', 'address', 'email'] },
      ],
    },
    {
      id: 'data',
      title: 'Ce que nous conservons',
      body: [
        {
          list: [
            'Votre compte : adresse e-mail, mot de passe (seulement sous forme d’empreinte irréversible), langue, date de naissance, nom d’utilisateur, version des conditions acceptée et moment de l’acceptation, et vos moyens de connexion.',
            'Vos sessions : navigateur, système et adresse IP, pour que vous puissiez voir et fermer chacune d’elles dans « Réglages, Compte ».',
            'Votre profil et ce que vous publiez : textes, photos, films, sons, commentaires, mentions J’aime et signets. Le lieu et les données de l’appareil sont effacés de chaque fichier envoyé.',
            'Vos messages, avec l’heure d’envoi et de lecture. Ils sont chiffrés pendant le transport, mais pas de bout en bout : nos serveurs peuvent les traiter.',
            'Ce que vous achetez et vendez : pièces, achats, abonnements, pourboires, cadeaux, demandes et versements, sous forme d’écritures comptables.',
            'Qui vous suivez, à qui vous êtes abonné, qui vous bloquez, vos notifications et les signalements que vous avez envoyés.',
            'Pour les créateurs : nom légal, date de naissance, pays, photos d’une pièce d’identité et du visage ; le compte qui reçoit les versements, chiffré.',
          ],
        },
        'Les numéros de carte ne nous parviennent jamais : le prestataire de paiement les reçoit et nous dit seulement si le paiement a eu lieu, son montant et sa référence.',
      ],
    },
    {
      id: 'not',
      title: 'Ce que nous ne faisons pas',
      body: [
        'Il n’y a ni publicité, ni suivi par des tiers, ni mesure des visites par personne : les visites de profil et les clics sur les liens de parrainage et sur ceux des créateurs sont comptés par jour, sans dire de qui ils viennent. Quand vous suivez un créateur ou vous abonnez, il apprend par lequel de ses propres liens vous étiez venu dans les 30 jours précédents. Nous ne vendons pas de données, et aucune décision ayant un effet juridique n’est prise à votre sujet par une machine seule. Les suggestions et le fil suivent l’ordre du temps ou le nombre de personnes qui suivent un créateur.',
      ],
    },
    {
      id: 'reasons',
      title: 'Pourquoi nous en avons le droit',
      body: [
        {
          list: [
            'Pour exécuter notre contrat avec vous (RGPD, article 6.1 b) : compte, profil, messages, achats, versements.',
            'Parce que la loi l’exige (6.1 c) : comptabilité, contrôle de l’âge et de l’identité des créateurs, réponse aux signalements et aux autorités.',
            'Pour un intérêt légitime (6.1 f) : protéger les comptes des intrus, empêcher la fraude et les afflux de requêtes, et retrouver l’origine de copies de photos diffusées.',
            'Avec votre consentement (6.1 a), que vous pouvez retirer : notifications push et e-mails qui ne sont pas nécessaires.',
          ],
        },
      ],
    },
    {
      id: 'who-sees',
      title: 'Qui voit quoi',
      body: [
        {
          list: [
            'Tout le monde : votre nom d’utilisateur, votre nom affiché, vos photos de profil, votre bio, votre lieu, vos liens et vos publications publiques. Jamais votre adresse e-mail ni votre date de naissance.',
            'Un créateur que vous suivez ou auquel vous êtes abonné : votre nom d’utilisateur, depuis quand, ce que vous avez dépensé chez lui, ce que vous avez débloqué, et les notes qu’il écrit sur vous.',
            'La personne avec qui vous écrivez : vos messages, si vous êtes en ligne et si vous avez lu les siens.',
            'Notre équipe : les comptes et adresses e-mail, les signalements avec ce qui a été signalé, les contrôles d’identité et l’argent. Elle ne lit un message que si l’une des parties l’a signalé. Ses décisions sont inscrites dans un journal qui ne peut pas être modifié.',
          ],
        },
      ],
    },
    {
      id: 'agencies',
      title: 'Quand une agence agit pour un créateur',
      body: [
        'Un créateur peut autoriser les membres d’une agence à agir pour lui. Chaque autorisation ouvre une partie, en lecture comme en écriture :',
        {
          list: [
            'Messages : les conversations avec les fans, les réponses enregistrées et les notes sur les fans.',
            'Paiements : les prix, les offres et les montants, comme les gains et ce qu’un fan a dépensé.',
            'Médias : les envois et la collection du créateur.',
            'Profil : le nom, la bio, les photos, les liens et les réglages de messagerie.',
            'Social : les publications, commentaires, suivis, blocages et les listes de ceux qui suivent et des abonnés.',
            'Statistiques : les chiffres, avec les montants seulement si Paiements est accordé aussi.',
          ],
        },
        'Si vous écrivez à un tel créateur, des membres de l’agence peuvent le lire ; un message venant d’eux indique que l’équipe l’a écrit. Aucune autorisation n’ouvre l’adresse e-mail, le mot de passe, les sessions, la date de naissance, le contrôle d’identité, le portefeuille ou les versements du créateur. Tout ce qui est fait est consigné avec le nom de son auteur, et le créateur voit ce journal.',
      ],
    },
    {
      id: 'processors',
      title: 'Qui travaille pour nous',
      body: [
        'Nous faisons appel à des sociétés qui hébergent nos serveurs, acheminent nos e-mails et encaissent les paiements. Elles n’ont le droit d’utiliser les données que pour cela. Vous pouvez nous demander à tout moment lesquelles, et où elles se trouvent.',
        {
          list: [
            'Paiement : vous quittez le site pour la page du prestataire. Il reçoit directement de vous ce dont il a besoin.',
            'Google et Apple, seulement si vous choisissez de vous connecter avec eux : ils apprennent que vous vous connectez ici, nous apprenons votre adresse et le fait qu’elle est confirmée.',
            'Notifications push, seulement si vous les activez : l’éditeur de votre navigateur les transporte, chiffrées. Elles nomment l’expéditeur et jamais ce qui est écrit ; en mode discret, elles ne nomment personne.',
            'Le contrôle anti-robot de nos formulaires est un petit calcul dans votre navigateur. Si ce site utilise à la place Turnstile de Cloudflare, le formulaire affiche son widget, et Cloudflare voit votre adresse IP et votre navigateur.',
            'Si les sous-titres sont rédigés par une machine, un service reçoit le son seul d’un film ou d’un enregistrement, sans nom.',
          ],
        },
      ],
    },
    {
      id: 'logs',
      title: 'Ce que nos serveurs consignent',
      body: [
        'Pour chaque requête : un numéro aléatoire, le modèle de l’adresse (pas l’adresse elle-même), le résultat, la durée, et l’identifiant du compte s’il y en a un. Ni adresses IP, ni textes, ni cookies, ni mots recherchés. Ces journaux servent à trouver les pannes et les attaques, et sont conservés 30 jours. Le réseau devant nos serveurs a besoin de votre adresse IP pour vous répondre, et nous nous en servons pendant quelques minutes pour compter les requêtes et parer aux afflux.',
      ],
    },
    {
      id: 'traceable',
      title: 'Les copies traçables',
      body: [
        'Une photo ou une vidéo que vous voyez grâce à un achat, un abonnement ou un message est une copie portant une marque invisible qui lui est propre. Nous conservons quel compte a reçu quelle copie, et quand. Si un créateur la retrouve ailleurs et nous interroge, il apprend le nom d’utilisateur du compte. La marque prouve de qui vient la copie, et non qui l’a diffusée. Elle est conservée trois ans après la dernière fabrication de la copie.',
      ],
    },
    {
      id: 'retention',
      title: 'Combien de temps cela reste',
      body: [
        {
          list: [
            'Votre compte et ce que vous avez publié : jusqu’à ce que vous les supprimiez.',
            `Les sessions : ${sessionDays.absolute} jours au plus, ou ${sessionDays.idle} jours sans utilisation. Les navigateurs reconnus à la connexion : un an.`,
            'Les notifications : un an. Les e-mails : 30 jours, et leur contenu seulement jusqu’à l’envoi.',
            'Les signalements et leurs décisions : trois ans après la décision.',
            'Les événements de paiement : 90 jours. Les écritures comptables : aussi longtemps que la loi l’exige, en général dix ans.',
            'Les journaux : 30 jours. Les sauvegardes : 35 jours ; ce qui a été supprimé entre-temps l’est de nouveau si l’une d’elles est restaurée.',
          ],
        },
      ],
    },
    {
      id: 'deletion',
      title: 'Ce qui est effacé quand vous supprimez votre compte, et ce qui reste',
      body: [
        `Votre compte est masqué aussitôt et effacé ${deletionGraceDays} jours plus tard. Alors disparaît tout ce que vous avez écrit ou qui vous nomme : profil, publications, commentaires, messages, photos, sessions, pièces d’identité, comptes de versement, notes et adresse e-mail.`,
        'Ceci reste, sans votre nom :',
        {
          list: [
            'la comptabilité : identifiants, sommes et heures, parce que la loi l’exige ;',
            'ce que d’autres vous ont acheté, pour eux ;',
            'le fait qu’il y a eu un message, avec son heure, dans la conversation de l’autre personne ; pas ce qu’il disait ;',
            'les signalements de contenus, avec le texte d’un message signalé, jusqu’à trois ans après la décision ;',
            'le journal de ce qui a été fait pour un créateur ;',
            'quelle copie d’une photo était la vôtre, sous forme d’identifiants et d’heures, pendant trois ans ;',
            `votre ancien nom d’utilisateur, réservé ${usernameQuarantineDays} jours pour qu’aucun inconnu ne reprenne ses liens.`,
          ],
        },
      ],
    },
    {
      id: 'rights',
      title: 'Vos droits',
      body: [
        {
          list: [
            'Consulter et emporter : « Réglages, Compte » produit à tout moment un fichier zip de tout.',
            'Rectifier : dans votre profil et vos réglages. Pour une date de naissance, écrivez-nous.',
            'Effacer : « Réglages, Compte », sans demander à personne.',
            'Vous opposer, limiter, retirer un consentement : dans les réglages des notifications, ou en nous écrivant.',
          ],
        },
        'Nous répondons dans un délai d’un mois. Vous pouvez aussi adresser une réclamation à l’autorité qui nous contrôle, ou à celle de votre pays.',
        { details: ['supervisor', 'email'] },
      ],
    },
    {
      id: 'minors',
      title: 'Les mineurs',
      body: [
        'Ce site est réservé aux adultes. Si vous pensez qu’un mineur a un compte, [signalez-le](/settings/report) : ces signalements passent en premier.',
      ],
    },
    {
      id: 'storage',
      title: 'Cookies et stockage du navigateur',
      body: [
        'Chaque cookie et chaque entrée du stockage de votre navigateur figurent à la page des [cookies](/cookies).',
      ],
    },
  ],
}
