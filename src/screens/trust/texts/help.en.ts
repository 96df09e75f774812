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
  lead: 'Short answers to what people ask most.',
  sections: [
    {
      id: 'what-are-coins',
      title: 'What are coins, and what do they cost?',
      body: [
        'One coin is one euro. You buy them in your [wallet](/settings/payments) and spend them on subscriptions, unlocks, tips, gifts and requests. Each price is shown in coins and in euros before you confirm.',
      ],
    },
    {
      id: 'unlock',
      title: 'What do I get when I unlock something?',
      body: [
        'You see it in full, at once and for good, also after a subscription ends. All of it is under [Unlocked](/settings/unlocked). You never pay twice for the same picture, film or sound.',
      ],
    },
    {
      id: 'follow-or-subscribe',
      title: 'What is the difference between following and subscribing?',
      body: [
        'Following is free and brings the creator’s posts into your feed. Subscribing opens what is for subscribers; it costs what the creator asks, by the month, or nothing.',
      ],
    },
    {
      id: 'cancel',
      title: 'How do I cancel a subscription?',
      body: [
        'Open [Subscriptions](/subscriptions) and tap “Cancel”. A paid one stays open until the end of the time that you have paid for, and is not renewed. A free one ends at once.',
      ],
    },
    {
      id: 'several-months',
      title: 'What if I pay several months at once?',
      body: [
        'It costs less than month by month, and is charged once. The sheet says before you pay until when it runs and what a month costs afterwards: it is renewed month by month at that price until you cancel. If you subscribe already, the months follow what runs; what you have cancelled is not renewed. Cancelling leaves you all the months that you have paid for.',
      ],
    },
    {
      id: 'not-enough',
      title: 'What if my coins are not enough for a renewal?',
      body: [
        `You are told and keep access for ${graceDays} days. If there are enough coins by then, it is renewed; otherwise it ends, and you still follow the creator.`,
      ],
    },
    {
      id: 'limit',
      title: 'Can I limit what I spend?',
      body: [
        'Yes: your [wallet](/settings/payments) has a monthly limit. Beyond it, every purchase and renewal is refused until the month is over.',
      ],
    },
    {
      id: 'refund',
      title: 'Can I get my money back?',
      body: [
        'Coins that you have not spent: within 14 days. Purchases that did not open or are not what they said: yes. The page about [refunds](/refunds) says how.',
      ],
    },
    {
      id: 'gift',
      title: 'How do I give a subscription as a present?',
      body: [
        `Open the creator’s page, tap “…” and choose to give months. You get a link to hand over. If it is not accepted within ${giftDays} days, your coins come back.`,
      ],
    },
    {
      id: 'request',
      title: 'How do I ask a creator for something special?',
      body: [
        `If the creator takes paid requests, the menu in your conversation has the item. Your coins wait until it is delivered, and come back if the creator declines or ${requestDays} days pass.`,
      ],
    },
    {
      id: 'cannot-write',
      title: 'Why can I not write to a creator?',
      body: [
        'Some creators accept messages only from people who follow or subscribe. The page says which. Your e-mail address must be confirmed too.',
      ],
    },
    {
      id: 'confirm-email',
      title: 'The mail to confirm my address did not come',
      body: [
        'Look into the spam folder. Under [Settings, E-mail](/settings/email) you can have it sent again or correct the address.',
      ],
    },
    {
      id: 'password',
      title: 'I forgot my password',
      body: [
        '[Ask for a link](/forgot-password). It comes by mail and ends all other sessions. With a second step you also need its code or a recovery code.',
      ],
    },
    {
      id: 'secure',
      title: 'How do I protect my account?',
      body: [
        'Under [Settings, Password](/settings/password) turn on the second step or add a passkey. Under [Settings, Account](/settings/account) you see every device and can sign it out. You get a mail when a new device signs in.',
      ],
    },
    {
      id: 'block',
      title: 'What happens when I block a person?',
      body: [
        'You disappear for each other: profile, search, comments and chat. Subscriptions between you are not renewed. What was bought stays. You can undo it under [Blocked people](/settings/blocked-users).',
      ],
    },
    {
      id: 'report',
      title: 'How do I report something?',
      body: [
        'Tap “Report” at the post, comment, message or person, choose a reason and send. A person looks at it, you get an answer, and the person you reported does not learn that it was you. Without an account use the [form](/settings/report).',
      ],
    },
    {
      id: 'discreet',
      title: 'Can others see on my phone what I do here?',
      body: [
        'Pushes and mails never contain messages. In the settings of [notifications](/notifications), “Discreet” leaves names out as well.',
        'Under [Settings, Discreet](/settings/discreet) you give the app a plain name and icon, lock the page after some minutes, and leave at once: three presses of Shift, or a tap with three fingers.',
      ],
    },
    {
      id: 'mark',
      title: 'What is the invisible mark in pictures and films?',
      body: [
        'Pictures and films that are not public carry a mark of their own for each fan. If one turns up elsewhere, its creator can find out whose copy it was. You do not see it. See [privacy](/privacy#traceable).',
      ],
    },
    {
      id: 'team',
      title: 'Who am I writing with?',
      body: ['With the creator, or with a team that the creator has allowed to help. A message from the team says so.'],
    },
    {
      id: 'become-creator',
      title: 'How do I become a creator?',
      body: [
        'Open [Create](/creator), give your legal name and date of birth, and pictures of a document and of your face. A person checks them. Then you can set a price and sell.',
      ],
    },
    {
      id: 'earnings',
      title: 'When do creators get their money?',
      body: [
        `We keep ${feePercent} %. The rest is held for ${holdDays} days, then you can have it paid out, from €${payoutMinCents / 100}, under [Payouts](/settings/payouts).`,
      ],
    },
    {
      id: 'agency',
      title: 'How do I let an agency help me?',
      body: [
        'The agency invites you, and you accept under [Agencies](/agencies) and decide what it may do. You see everything that is done in your name and can end it with one tap under [Sign-in and access](/settings/accounts).',
      ],
    },
    {
      id: 'export',
      title: 'How do I get a copy of my data?',
      body: ['Under [Settings, Account](/settings/account): one zip file with everything, made while you download it.'],
    },
    {
      id: 'delete',
      title: 'How do I delete my account?',
      body: [
        `Under [Settings, Account](/settings/account). It is hidden at once and erased ${deletionGraceDays} days later; signing in before that brings it back. [Privacy](/privacy#deletion) says what is kept.`,
      ],
    },
  ],
}
