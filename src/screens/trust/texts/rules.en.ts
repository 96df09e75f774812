import { minimumAge } from '../../../../contract/limits.ts'
import type { TrustText } from '../trust-text.ts'

/** @public Loaded by name in `trust-texts.ts`. */
export const text: TrustText = {
  lead: 'What is welcome here, what is not, and what we do about it. They hold for creators, fans and agencies alike.',
  sections: [
    {
      id: 'adults',
      title: 'Adults only',
      body: [
        `Everybody here is ${minimumAge} or older, and so is every person who can be recognised in a picture, film or sound. Nothing may sexualise a minor: not real, not drawn, not generated, not as a role and not in words. There is no warning: the account is closed and the authorities are told.`,
      ],
    },
    {
      id: 'consent',
      title: 'Consent',
      body: [
        {
          list: [
            'Show only people who have agreed to be shown here and to what is charged. You can prove it if we ask.',
            'No intimate pictures without consent: no hidden cameras, no revenge, no stolen or leaked material, no faces put on other bodies.',
            'No violence, coercion or incapacity. Nothing with animals, blood relatives, or persons who sleep or are intoxicated.',
          ],
        },
      ],
    },
    {
      id: 'respect',
      title: 'Respect',
      body: [
        {
          list: [
            'No threats, no stalking, no hate because of origin, religion, gender, orientation, disability or body.',
            'A no is a no, also from a creator. A payment buys what was offered, and nothing else.',
            'Do not publish the address, phone number, employer or legal name of another person.',
          ],
        },
      ],
    },
    {
      id: 'honesty',
      title: 'Honesty',
      body: [
        {
          list: [
            'Be yourself. A stage name is fine; posing as another person is not.',
            'Say what you sell as it is. Pictures that are generated or altered so that they show what never happened are named as such.',
            'No spam, no bought likes, no chain of accounts, and no payments past this site.',
            'Do not meet for paid sex through this site, and do not advertise it.',
          ],
        },
      ],
    },
    {
      id: 'rights',
      title: 'The work of others',
      body: [
        'Upload only what is yours or what you may use. What you unlocked is for you: do not save it to pass it on, publish it or sell it. Copies are traceable.',
      ],
    },
    {
      id: 'law',
      title: 'The law',
      body: [
        'No drugs, weapons, stolen goods, calls to violence, support of terrorism, or anything else that is illegal where you are or where we are.',
      ],
    },
    {
      id: 'agencies',
      title: 'For agencies',
      body: [
        'Act only as the creator allowed and in their interest. What you learn about fans stays inside this site. You do not ask creators for their password; you do not need it.',
      ],
    },
    {
      id: 'reporting',
      title: 'If you see something',
      body: [
        'Tap “Report” at the post, comment, message or person, or use the [form](/settings/report), also without an account. A person looks at it: minors within 12 hours, intimate and illegal pictures within 24, threats and false identities within 72, everything else within a week. You get a ticket and an answer. The reported person does not learn who reported them.',
        'Blocking works at once and without us: you both disappear for each other.',
      ],
    },
    {
      id: 'consequences',
      title: 'What follows',
      body: [
        'We remove what breaks these rules, refund what was bought where that is fair, and suspend accounts, for good where it is serious or happens again. You are told what and why, and can [object](/contact) within six months; a staff member who had no part in the decision looks at it.',
      ],
    },
  ],
}
