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

/** @public Loaded by name in `trust-texts.ts`. */
export const text: TrustText = {
  lead: 'The agreement between you and the company behind Fanfare, in plain words. By creating an account you accept it.',
  sections: [
    {
      id: 'parties',
      title: 'Who the agreement is with',
      body: [
        'These terms are an agreement between you and the company named in the [imprint](/imprint). “We” means that company. What a creator sells, the creator sells to you; we run the place, take the payment and pass the creator’s share on.',
      ],
    },
    {
      id: 'joining',
      title: 'Who may join',
      body: [
        `You must be ${minimumAge} or older, and old enough where you live to enter into a contract and to see adult content. You give your real date of birth; a date that is too young is kept, and the account accepts no other one until our staff have looked at it.`,
        'An account belongs to one person. Keep your password to yourself and turn on the second step at sign-in if you sell or hold coins. What happens in your account counts as done by you, unless it is our fault or you told us in time that another person had got in.',
        'You may join with an e-mail address and a password, or with Google or Apple where they are offered. We keep the version of these terms that you accepted and the moment when you did.',
      ],
    },
    {
      id: 'content',
      title: 'What you post stays yours',
      body: [
        'You keep every right in what you upload and write. You allow us to store it, to convert it into the sizes and formats that browsers need, and to show it to the people you have chosen: everyone, followers, subscribers, or those who paid. We need this to run the service, and use it for nothing else. It ends when you delete the content or your account.',
        'One thing outlasts that: what a fan has bought stays available to that fan. A picture, film or sound that was sold is kept for its buyers, also when you delete it from your page, unless it has to go because it broke the law or our rules.',
        'You post only what you may post. Every person who can be recognised in it is an adult and has agreed to it. The [community rules](/rules) are part of this agreement.',
      ],
    },
    {
      id: 'coins',
      title: 'Coins',
      body: [
        `You pay with coins. One coin is one euro; each price is shown in both before you confirm. You can buy between ${topupCents.min / 100} and ${topupCents.max / 100} coins at a time.`,
        'Coins are a prepayment for this site only. They earn no interest, cannot be given to another account and cannot be turned back into money, apart from the cases on the page about [refunds](/refunds). They do not expire while your account exists.',
        'We charge only the price that you saw. If it changed in the meantime, nothing is charged and you are asked again. You can set a monthly limit in your wallet; beyond it, every purchase and renewal is refused.',
      ],
    },
    {
      id: 'subscriptions',
      title: 'Subscriptions',
      body: [
        `A creator sets the price of a subscription at one of ${pricePoints.length} fixed points: free, or from €${pricePoints[1]} to €${pricePoints.at(-1)} a month. It is paid from your coins when you subscribe, and renewed each month from your coins until you cancel.`,
        {
          list: [
            'You cancel under “Subscriptions” at any time; a paid subscription then runs to the end of the time that you have paid for, a free one ends at once.',
            'Where a creator offers it, you can pay 3, 6 or 12 months at once for less. They are charged once, and begin at once or after what runs already. A subscription that begins with them is then renewed month by month at the price that you were shown, until you cancel; what you had cancelled before stays cancelled.',
            'Before each renewal we remind you of the day and the price, unless you have switched that off.',
            `If your coins are not enough for a renewal, you keep access for ${graceDays} days. After that the subscription ends and you still follow the creator.`,
            'If a creator raises the price, you keep yours for as long as you stay subscribed. If a free subscription becomes a paid one, you are asked; without your yes it ends after a month and costs nothing.',
            'Trial and discount links say before you confirm what you pay, and for how long.',
          ],
        },
      ],
    },
    {
      id: 'purchases',
      title: 'Unlocking, tips, gifts and requests',
      body: [
        {
          list: [
            'What you unlock is yours to see, also after a subscription has ended, the message was deleted or one of you blocked the other. You never pay twice for the same picture, film or sound. You may not copy, publish or resell it.',
            `A tip is between ${tipCents.min / 100} and ${tipCents.max / 100} coins and is a present: it buys nothing.`,
            `Months that you give as a gift wait ${giftDays} days for the person to accept the link; otherwise your coins come back.`,
            `For a paid request the coins wait with us until the creator has delivered. They come back if the creator declines, if you withdraw it, or after ${requestDays} days without a delivery.`,
          ],
        },
        'A picture or film that is neither public nor for all followers is sent to each fan as a copy with an invisible mark of its own. If it turns up elsewhere, its creator can find out whose copy it was. We say so before you pay.',
      ],
    },
    {
      id: 'creators',
      title: 'If you are a creator',
      body: [
        'Before you can sell, a person in our team checks your identity document, your face and your age. Selling is your own business: you answer for what you sell, for the rights in it, and for your taxes.',
        {
          list: [
            `We keep ${feePercent} % of what you sell; there are no other fees of ours.`,
            `Earnings are held for ${holdDays} days in case something has to be refunded. Then you can have them paid out, from €${payoutMinCents / 100}; a new payout method can be used ${payoutMethodWaitDays} days after you added it.`,
            'A refund or a dispute with a bank takes the sale back, and with it your share of it.',
            'You can move earnings into your wallet and spend them here. They cannot be moved back.',
          ],
        },
      ],
    },
    {
      id: 'agencies',
      title: 'Agencies',
      body: [
        'A creator may let people of an agency act for them. Both sides accept first; the creator decides what is open and can end it at any time, at once. A message says when it was written by the team. No agency can reach a creator’s e-mail address, password, identity check, wallet or payouts. What an agency does for a creator counts as done by the creator.',
      ],
    },
    {
      id: 'moderation',
      title: 'What we do about violations',
      body: [
        'Anybody can [report](/settings/report) anything. A person reads each report, decides within the time that the form names, and tells the reporter the result. Depending on how serious it is, we remove content, refund buyers, or suspend the account. The person affected is told why, unless the law forbids it, and can answer through the [contact page](/contact); another person in our team then looks at it.',
        'We decide about content by people and not by machines alone.',
      ],
    },
    {
      id: 'ending',
      title: 'How it ends',
      body: [
        `You can leave at any time under “Settings, Account”, and take a copy of everything with you first. The account is hidden at once and erased ${deletionGraceDays} days later; signing in before that restores it. Coins that are left are lost with the account, so spend them or ask for a [refund](/refunds) first; creators take their earnings out first.`,
        'We may end an account that breaks these terms, at once if it is serious, otherwise with a warning. If we end the service, we say so at least two months before, pay out the earnings of creators and refund coins that you bought.',
      ],
    },
    {
      id: 'liability',
      title: 'Liability',
      body: [
        'We take care that the service works, and do not promise that it is never interrupted. We answer without limit for intent, gross negligence and harm to life or health, and otherwise for the damage that was foreseeable when we broke a duty that matters. Nothing in these terms takes away rights that the law gives to consumers where you live.',
      ],
    },
    {
      id: 'changes',
      title: 'When these terms change',
      body: [
        'Each version has a number and a date. When a new one comes, we ask you once, at your next visit. Until you have accepted it, the version that you accepted before applies between us. If you do not want the new one, you can still export your data and delete your account.',
      ],
    },
    {
      id: 'law',
      title: 'Law and disputes',
      body: [
        'The law of the country named here applies, without taking from you the protection of the law where you live as a consumer. Please write to us first; if we cannot agree, you can turn to a court or to the body named here.',
        { details: ['country', 'disputes'] },
      ],
    },
  ],
}
