import { localeCookieDays, sessionDays, trackingDays } from '../../../../contract/limits.ts'
import type { TrustText } from '../trust-text.ts'

/** @public Loaded by name in `trust-texts.ts`. */
export const text: TrustText = {
  lead: 'Chaque cookie et chaque entrée du stockage de votre navigateur, par son nom. Aucun ne sert à la publicité, et aucun ne vous suit sur d’autres sites : il n’y a donc pas de bandeau.',
  sections: [
    {
      id: 'why-no-banner',
      title: 'Pourquoi rien ne vous est demandé',
      body: [
        'Tous sauf un sont nécessaires à ce que vous faites ici : rester connecté, garder votre langue, vous protéger des abus, et retenir ce que vous avez choisi. L’exception est fanfare.links : il ne contient ni nom ni numéro qui soit le vôtre, et n’est pas posé quand votre navigateur demande de ne pas être suivi.',
      ],
    },
    {
      id: 'cookies',
      title: 'Les cookies',
      body: [
        'Sur le site en production, leur nom commence par __Secure-, et ses hôtes par langue les partagent. Seule la langue est lisible par des scripts.',
        {
          list: [
            `i18n_redirected : votre langue. ${localeCookieDays} jours.`,
            `fanfare.session_token : le fait que vous êtes connecté. ${sessionDays.absolute} jours, ou jusqu’à la déconnexion.`,
            'fanfare.device : reconnaît ce navigateur à la prochaine connexion, pour vous avertir d’un navigateur inconnu. Il ne donne aucun droit. 365 jours.',
            'fanfare.two_factor : le mot de passe était bon, le second facteur est encore demandé. 10 minutes.',
            'fanfare.trust_device : seulement si vous choisissez que le second facteur ne soit plus demandé sur ce navigateur. 30 jours.',
            'fanfare.state : pendant l’aller-retour chez Google ou Apple. 5 minutes.',
            `fanfare.links : quels liens de créateurs vous avez ouverts et quel jour, pour que le créateur sache lequel de ses liens vous a amené quand vous le suivez ou vous abonnez. ${trackingDays} jours.`,
            'fanfare.better-auth-passkey : pendant l’utilisation d’une clé d’accès. 5 minutes.',
          ],
        },
      ],
    },
    {
      id: 'storage',
      title: 'Le stockage qui reste dans votre navigateur',
      body: [
        'Ces entrées ne quittent jamais votre navigateur. Vous pouvez les supprimer à tout moment dans ses réglages.',
        {
          list: [
            'theme : clair ou sombre, si vous avez choisi.',
            'discreet, discreet_touched : la discrétion de ce navigateur et sa dernière utilisation, pour le verrou ; si vous l’avez choisie.',
            'chat_drafts : ce que vous avez écrit sans l’envoyer ; supprimé à la déconnexion.',
            'chat_outbox : les messages qui attendent une connexion pour partir ; supprimés à la déconnexion.',
            'offline_owner : de qui ce navigateur garde les pages pour les moments sans connexion ; supprimé à la déconnexion.',
            'captions_language, film_speed, sound_speed : votre façon de regarder et d’écouter.',
            'impersonation_state, impersonation_last_check : pour quel créateur vous agissez, si vous travaillez pour une agence ; supprimé quand vous arrêtez.',
            'tus : où reprend un envoi interrompu ; supprimé quand il est terminé.',
            'intent : ce que vous vouliez faire quand on vous a proposé de vous inscrire ; une demi-heure au plus.',
            'payment_keys : les paiements encore sans réponse, pour qu’aucun ne soit fait deux fois.',
            'purchase : ce que vous achetez, le temps de payer ; une demi-heure au plus.',
          ],
        },
      ],
    },
    {
      id: 'tab',
      title: 'Le stockage jusqu’à la fermeture de l’onglet',
      body: [
        {
          list: [
            'access_ended : ce que vous écriviez pour un créateur quand votre accès a pris fin ; supprimé quand vous le fermez.',
            'film-position : jusqu’où vous avez regardé ou écouté.',
            'return_path : où vous vouliez aller avant d’indiquer votre nom.',
            'purchase : ce que vous achetez, pour qu’un rechargement ne le perde pas.',
            'terms_asked : une nouvelle version des conditions vous a été présentée.',
            'build_reloaded_at : la page vient de charger une nouvelle version d’elle-même.',
          ],
        },
      ],
    },
    {
      id: 'worker',
      title: 'L’assistant hors connexion',
      body: [
        'Un service worker garde la page qui signale l’absence de connexion, identique pour tout le monde, sous le nom fanfare-offline. Tant que vous êtes connecté, il garde aussi, sous le nom fanfare-shell, l’application sans aucun contenu et ses fichiers, pour les moments sans connexion ; ils sont supprimés à la déconnexion. Il ne garde jamais de pages, de messages ni de photos. Les derniers fils, conversations, listes et notifications que vous avez vus sont gardés une semaine par ce navigateur, dans une base nommée fanfare-answers, pour vous seul : la déconnexion, un autre compte ou une session au nom d’un créateur les supprime. Si vous activez les notifications push, votre navigateur conserve aussi l’adresse à laquelle elles arrivent.',
      ],
    },
    {
      id: 'others',
      title: 'Les autres sociétés',
      body: [
        'Nous ne chargeons rien d’autres sociétés, à deux exceptions près : pour payer, vous partez vers la page du prestataire de paiement, et là où Turnstile de Cloudflare vérifie que vous êtes humain, son widget est dans le formulaire. Leurs propres pages disent ce qu’elles enregistrent.',
      ],
    },
  ],
}
