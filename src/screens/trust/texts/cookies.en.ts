import { localeCookieDays, sessionDays, trackingDays } from '../../../../contract/limits.ts'
import type { TrustText } from '../trust-text.ts'

/** @public Loaded by name in `trust-texts.ts`. */
export const text: TrustText = {
  lead: 'Every cookie and every entry in your browser’s storage, by name. None is for advertising, and none follows you to other sites, so there is no banner.',
  sections: [
    {
      id: 'why-no-banner',
      title: 'Why nothing asks you',
      body: [
        'All but one are needed for what you do here: staying signed in, your language, protection against abuse, and what you have chosen to be remembered. The one is fanfare.links: it holds no name or number of yours, and is not set when your browser asks not to be tracked.',
      ],
    },
    {
      id: 'cookies',
      title: 'Cookies',
      body: [
        'On the production site their names begin with __Secure-, and they are shared by its language hosts. Only the language can be read by scripts.',
        {
          list: [
            `i18n_redirected: your language. ${localeCookieDays} days.`,
            `fanfare.session_token: that you are signed in. ${sessionDays.absolute} days, or until you sign out.`,
            'fanfare.device: recognises this browser at the next sign-in, so that we can warn you of a strange one. It grants nothing. 365 days.',
            'fanfare.two_factor: that the password was right while the second step is asked for. 10 minutes.',
            'fanfare.trust_device: only if you choose not to be asked for the second step on this browser. 30 days.',
            'fanfare.state: on the way to Google or Apple and back. 5 minutes.',
            `fanfare.links: which links of creators you have opened and on which day, so that a creator learns which of their links brought you when you follow or subscribe. ${trackingDays} days.`,
            'fanfare.better-auth-passkey: while a passkey is used. 5 minutes.',
          ],
        },
      ],
    },
    {
      id: 'storage',
      title: 'Storage that stays in your browser',
      body: [
        'These never leave your browser. You can delete them in its settings at any time.',
        {
          list: [
            'theme: light or dark, if you have chosen one.',
            'discreet, discreet_touched: how discreet this browser is, and when it was last used, for the lock; if you have chosen it.',
            'chat_drafts: what you have typed and not sent; deleted when you sign out.',
            'chat_outbox: messages that wait for a connection to be sent; deleted when you sign out.',
            'offline_owner: whose pages this browser keeps for when there is no connection; deleted when you sign out.',
            'captions_language, film_speed, sound_speed: how you like to watch and listen.',
            'impersonation_state, impersonation_last_check: which creator you act for, if you work for an agency; deleted when you stop.',
            'tus: where an interrupted upload goes on; deleted when it has finished.',
            'intent: what you wanted to do when you were asked to join; for half an hour at most.',
            'payment_keys: which payments had no answer yet, so that none is made twice.',
            'purchase: what you are buying while you pay for it; for half an hour at most.',
          ],
        },
      ],
    },
    {
      id: 'tab',
      title: 'Storage until you close the tab',
      body: [
        {
          list: [
            'access_ended: what you were writing for a creator when your access to them ended; deleted when you close it.',
            'film-position: how far you have watched or listened.',
            'return_path: where you wanted to go before you gave your name.',
            'purchase: what you are buying, so that a reload does not lose it.',
            'terms_asked: that you were asked about a new version of the terms.',
            'build_reloaded_at: that the page has just loaded a new version of itself.',
          ],
        },
      ],
    },
    {
      id: 'worker',
      title: 'The offline helper',
      body: [
        'A service worker keeps the page that says that there is no connection, the same for everybody, under the name fanfare-offline. While you are signed in it also keeps, as fanfare-shell, the app without anything on it and its files, for when you have no connection; they are deleted when you sign out. It never keeps pages, messages or pictures. The last feeds, conversations, lists and notifications that you have seen are kept by this browser for a week, in a database named fanfare-answers, for you alone: signing out, another account, or acting for a creator deletes them. If you switch push notifications on, your browser also stores the address to which they go.',
      ],
    },
    {
      id: 'others',
      title: 'Other companies',
      body: [
        'We load nothing from other companies, with two exceptions: you leave for the payment provider’s page to pay, and where Cloudflare’s Turnstile checks that you are human, its widget is in the form. Their own pages say what they store.',
      ],
    },
  ],
}
