import { deletionGraceDays, sessionDays, usernameQuarantineDays } from '../../../../contract/limits.ts'
import type { TrustText } from '../trust-text.ts'

/** @public Loaded by name in `trust-texts.ts`. */
export const text: TrustText = {
  lead: 'What we know about you, why, who sees it, how long it stays, and how you take it with you or have it erased.',
  sections: [
    {
      id: 'controller',
      title: 'Who is responsible',
      body: [
        'The company below decides what happens with personal data on this site. Write to it about anything on this page.',
        { details: ['name', 'address', 'email'] },
      ],
    },
    {
      id: 'data',
      title: 'What we store',
      body: [
        {
          list: [
            'Your account: e-mail address, password (only as a hash that cannot be turned back), language, date of birth, username, the version of the terms that you accepted and when, and how you sign in.',
            'Your sessions: browser, system and IP address, so that you can see and end each of them under “Settings, Account”.',
            'Your profile and what you post: texts, pictures, films, sounds, comments, likes and bookmarks. Places and camera details are removed from every file that is uploaded.',
            'Your messages, with the times when they were sent and read. They are encrypted on the way, but not from end to end: our servers can process them.',
            'What you buy and sell: coins, purchases, subscriptions, tips, gifts, requests and payouts, as entries in the books.',
            'Whom you follow, subscribe to and block, your notifications, and the reports that you sent.',
            'For creators: legal name, date of birth, country, and the pictures of a document and of the face; the account that payouts go to, encrypted.',
          ],
        },
        'Card numbers never reach us: the payment provider takes them and tells us only whether, how much and under which reference was paid.',
      ],
    },
    {
      id: 'not',
      title: 'What we do not do',
      body: [
        'There is no advertising, no tracking by third parties and no measuring of visits by person: profile visits and clicks on the links of referrers and creators are counted by day, without saying who it was. When you follow or subscribe, the creator learns by which of their own links you had come in the 30 days before. We do not sell data, and no decision with legal effect is made about you by a machine alone. A suggestion or a feed is in order of time or of how many people follow a creator.',
      ],
    },
    {
      id: 'reasons',
      title: 'Why we may',
      body: [
        {
          list: [
            'To keep our agreement with you (GDPR, article 6.1 b): account, profile, messages, purchases, payouts.',
            'Because the law says so (6.1 c): bookkeeping, checking the age and identity of creators, answering reports and authorities.',
            'For a legitimate interest (6.1 f): protecting accounts from strangers, stopping fraud and floods of requests, and tracing copies of pictures that were passed on.',
            'With your consent (6.1 a), which you can take back: push notifications and mails that are not necessary.',
          ],
        },
      ],
    },
    {
      id: 'who-sees',
      title: 'Who sees what',
      body: [
        {
          list: [
            'Everyone: your username, display name, pictures, bio, location, links and public posts. Never your e-mail address or date of birth.',
            'A creator whom you follow or subscribe to: your username, since when you do, what you spent with them, what you unlocked, and notes that they write about you.',
            'The person you write with: your messages, whether you are online and whether you have read theirs.',
            'Our staff: accounts and e-mail addresses, reports with what was reported, identity checks, and money. They read a message only where one side has reported it. What staff decide is written into a log that cannot be changed.',
          ],
        },
      ],
    },
    {
      id: 'agencies',
      title: 'When an agency acts for a creator',
      body: [
        'A creator may allow people of an agency to act for them. Each permission opens a part, for reading as well as for writing:',
        {
          list: [
            'Chat: conversations with fans, saved replies, and notes about fans.',
            'Payment: prices, offers, and amounts such as earnings and what a fan has spent.',
            'Media: uploads and the creator’s collection.',
            'Profile: name, bio, pictures, links and chat settings.',
            'Social: posts, comments, follows, blocks, and the lists of followers and subscribers.',
            'Analytics: figures, with amounts only together with Payment.',
          ],
        },
        'If you write to such a creator, people of the agency may read it; a message from them says that the team wrote it. No permission opens the creator’s own e-mail address, password, sessions, date of birth, identity check, wallet or payouts. Everything that is done is logged with the name of who did it, and the creator sees the log.',
      ],
    },
    {
      id: 'processors',
      title: 'Who works for us',
      body: [
        'We use companies that run our servers, deliver our mails and take payments. They may use the data only for that. Which ones they are, and where, you can ask us at any time.',
        {
          list: [
            'Payment: you leave for the provider’s page to pay. It receives what it needs from you directly.',
            'Google and Apple, only if you choose to sign in with them: they learn that you sign in here, we learn your address and that it is confirmed.',
            'Push notifications, only if you switch them on: the maker of your browser carries them, encrypted. A push names the sender and never what was written; in discreet mode it names no one.',
            'The human check in our forms is a small calculation in your browser. If this site uses Cloudflare’s Turnstile instead, the form shows its widget, and Cloudflare sees your IP address and browser.',
            'If captions are written by machine, a service gets the sound of a film or recording alone, without a name.',
          ],
        },
      ],
    },
    {
      id: 'logs',
      title: 'What our servers log',
      body: [
        'For each request: a random number, the pattern of the address (not the address itself), the result, the duration, and the id of the account if there is one. No IP addresses, no texts, no cookies and no search words. Logs are for finding faults and attacks, and are kept for 30 days. The network in front of our servers needs your IP address to answer you, and we use it to count requests against floods, for minutes.',
      ],
    },
    {
      id: 'traceable',
      title: 'Traceable copies',
      body: [
        'A picture or film that you see by a purchase, a subscription or a message is a copy with an invisible mark of its own. We store which account got which copy and when. If a creator finds it elsewhere and asks us, they learn the username of the account. The mark proves whose copy it was, and not who passed it on. It is kept for three years after the copy was last made.',
      ],
    },
    {
      id: 'retention',
      title: 'How long it stays',
      body: [
        {
          list: [
            'Your account and what you posted: until you delete it.',
            `Sessions: ${sessionDays.absolute} days at most, or ${sessionDays.idle} days without use. Browsers that we recognise at sign-in: a year.`,
            'Notifications: a year. Mails: 30 days, and what they said only until they are sent.',
            'Reports and their decisions: three years after the decision.',
            'Payment events: 90 days. Entries in the books: as long as the law asks, usually ten years.',
            'Logs: 30 days. Backups: 35 days; what was deleted meanwhile is deleted again if one is restored.',
          ],
        },
      ],
    },
    {
      id: 'deletion',
      title: 'What is erased when you delete your account, and what is kept',
      body: [
        `Your account is hidden at once and erased ${deletionGraceDays} days later. Then everything that you wrote or that names you is gone: profile, posts, comments, messages, pictures, sessions, identity documents, payout accounts, notes, and your e-mail address.`,
        'This stays, without your name:',
        {
          list: [
            'the books: ids, sums and times, because the law asks for them;',
            'what others bought from you, for them;',
            'that a message was there, with its time, in the conversation of the other person; not what it said;',
            'reports about content, with the text of a message that was reported, until three years after the decision;',
            'the log of what was done for a creator;',
            'which copy of a picture was yours, as ids and times, for three years;',
            `your former username, reserved for ${usernameQuarantineDays} days, so that no stranger takes over its links.`,
          ],
        },
      ],
    },
    {
      id: 'rights',
      title: 'Your rights',
      body: [
        {
          list: [
            'See and take with you: “Settings, Account” makes a zip file of everything, at any time.',
            'Correct: in your profile and settings. For a date of birth, write to us.',
            'Erase: “Settings, Account”, without asking anyone.',
            'Object, restrict, take back a consent: in the settings of notifications, or by writing to us.',
          ],
        },
        'We answer within a month. You can also complain to the authority that supervises us, or to the one where you live.',
        { details: ['supervisor', 'email'] },
      ],
    },
    {
      id: 'minors',
      title: 'Minors',
      body: [
        'This site is for adults. If you believe that a minor has an account, [report it](/settings/report): such reports come first.',
      ],
    },
    {
      id: 'storage',
      title: 'Cookies and browser storage',
      body: [
        'Each cookie and each entry in the storage of your browser is listed on the page about [cookies](/cookies).',
      ],
    },
  ],
}
