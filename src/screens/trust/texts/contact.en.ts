import type { TrustText } from '../trust-text.ts'

/** @public Loaded by name in `trust-texts.ts`. */
export const text: TrustText = {
  lead: 'People answer here. The shortest way depends on what it is about.',
  sections: [
    {
      id: 'reach',
      title: 'How to reach us',
      body: [
        'In English or French, as a rule within three working days. This is also the single point of contact for users and for authorities under the Digital Services Act.',
        { details: ['email', 'phone', 'address'] },
      ],
    },
    {
      id: 'reports',
      title: 'Something illegal or hurtful',
      body: [
        'Tap “Report” right where it is, or use the [form](/settings/report), also without an account. It goes to the people who decide, with a deadline, and you get a ticket that shows how it stands. That is faster than a mail.',
      ],
    },
    {
      id: 'money',
      title: 'Money',
      body: [
        'Look at [refunds](/refunds) first. Then write with the date and the amount from the history of your wallet. Never send a card number or a password; we never ask for them.',
      ],
    },
    {
      id: 'account',
      title: 'You cannot get in',
      body: [
        '[Reset your password](/forgot-password) by mail. If you no longer have the second step, use a recovery code; if those are gone too, write to us from the address of the account.',
      ],
    },
    {
      id: 'appeals',
      title: 'You disagree with a decision',
      body: [
        'Write with the ticket number, or with the name of your account, within six months. Somebody who had no part in the decision looks at it again, and tells you the result with its reasons.',
      ],
    },
    {
      id: 'privacy',
      title: 'Your data',
      body: [
        'You can export and delete everything yourself under “Settings, Account”. For the rest see [privacy](/privacy).',
      ],
    },
    {
      id: 'security',
      title: 'A hole in our security',
      body: [
        'Tell us what you found and how to repeat it, and do not look at the data of others. We answer, mend it, and do not go after people who act in good faith.',
      ],
    },
  ],
}
