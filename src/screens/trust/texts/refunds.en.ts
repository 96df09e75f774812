import { giftDays, requestDays } from '../../../../contract/limits.ts'
import type { TrustText } from '../trust-text.ts'

/** @public Loaded by name in `trust-texts.ts`. */
export const text: TrustText = {
  lead: 'What can be paid back, how you ask for it, and what happens then.',
  sections: [
    {
      id: 'two-steps',
      title: 'Two different things',
      body: [
        'You buy coins with money, and you spend coins here. A payment for coins is refunded to the card or account that it came from. A purchase that you made with coins is refunded in coins, to your wallet.',
      ],
    },
    {
      id: 'coins',
      title: 'Coins that you have not spent',
      body: [
        'Within 14 days of buying coins you can change your mind without giving a reason, and get back the money for those that you have not spent. Write to us through the [contact page](/contact), with the date and the amount of the payment; it is in the history of your wallet. The money goes back the way it came, within 14 days of your message.',
        'After that, unspent coins are refunded if we end the service or close your account without a fault of yours.',
      ],
    },
    {
      id: 'content',
      title: 'What you unlocked or subscribed to',
      body: [
        'Digital content opens the moment you pay. Where the law gives you a right of withdrawal, it is not taken away by this page: ask us, and we check your case. Beyond that, we refund:',
        {
          list: [
            'what did not open, or is not what its description said;',
            'what we removed because it broke the law or our rules;',
            'a purchase that another person made in your account, if you tell us soon after you noticed;',
            'a double charge. It should not happen: the same thing is never charged twice.',
          ],
        },
        'A subscription that you cancel runs to the end of the time that you have paid for, be it a month or several at once. What is left of it is not paid back.',
      ],
    },
    {
      id: 'by-itself',
      title: 'What comes back by itself',
      body: [
        {
          list: [
            `The coins of a gift that is not accepted within ${giftDays} days.`,
            `The coins of a paid request that is declined or withdrawn, or not delivered within ${requestDays} days.`,
            'The coins of a payment that your bank had taken back and then returned.',
          ],
        },
      ],
    },
    {
      id: 'asking',
      title: 'How to ask',
      body: [
        'Open the purchase in the history of your [wallet](/settings/payments), note its date and amount, and write to us through the [contact page](/contact). A person answers, as a rule within three working days. You and the creator are both told of a refund, with its reason.',
      ],
    },
    {
      id: 'effects',
      title: 'What a refund undoes',
      body: [
        'A refund takes the whole purchase back: your coins return, what it opened closes again, and the creator’s share is taken back. It is in the history of both sides and is never deleted from the books.',
      ],
    },
    {
      id: 'banks',
      title: 'Before you call your bank',
      body: [
        'You have every right to dispute a payment with your bank. It takes weeks, and the coins of that payment and what you bought with them are taken back for the time being. Writing to us is usually faster. If the dispute ends in our favour, the coins return to your wallet, and media and tips are settled again at their old price; subscriptions stay ended.',
      ],
    },
  ],
}
