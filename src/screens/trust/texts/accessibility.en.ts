import type { TrustText } from '../trust-text.ts'

/** @public Loaded by name in `trust-texts.ts`. */
export const text: TrustText = {
  lead: 'Everyone should be able to use this site. This is how far we are, where we are not, and how you tell us.',
  sections: [
    {
      id: 'goal',
      title: 'What we follow',
      body: [
        'The Web Content Accessibility Guidelines 2.2, level AA, and with them the European standard EN 301 549. By our own assessment the site partly conforms: the gaps that we know are below.',
      ],
    },
    {
      id: 'works',
      title: 'What you can rely on',
      body: [
        {
          list: [
            'Everything works with the keyboard; what has the focus can be seen, and comes back to where it was when a sheet closes.',
            'Buttons, fields and pictures have names for screen readers; new messages and notices are announced.',
            'Texts have enough contrast in the light and in the dark theme. Nothing is said by colour alone.',
            'Pages can be used at 320 pixels of width and at 200 % zoom, without scrolling sideways.',
            'If your system asks for reduced motion, nothing slides or fades.',
            'Films can have captions, and sounds a transcript that follows what is played. Creators can describe pictures.',
          ],
        },
      ],
    },
    {
      id: 'gaps',
      title: 'What is not there yet',
      body: [
        {
          list: [
            'Creators decide about captions and descriptions, and many pictures and films have none. Captions made by a machine are marked and contain mistakes.',
            'Films have no audio description.',
            'The crop of a picture and the order of media are easier with a pointer than with the keyboard.',
            'The page of the payment provider is not ours.',
          ],
        },
      ],
    },
    {
      id: 'tests',
      title: 'How we test',
      body: [
        'Each change of the site is tested automatically: every page is loaded in both languages and checked by axe, and the contrast of each pair of colours is computed. Automatic tests find only a part of all barriers, so reports of people count more.',
      ],
    },
    {
      id: 'feedback',
      title: 'Tell us about a barrier',
      body: [
        'Write to us with the page and what you wanted to do. We answer as a rule within three working days, and give you what you need in another way if we cannot mend it soon.',
        { details: ['email', 'phone'] },
      ],
    },
    {
      id: 'enforcement',
      title: 'If we do not help',
      body: [
        'You can turn to the body that supervises us, or to the one responsible for accessibility where you live.',
        { details: ['supervisor'] },
      ],
    },
  ],
}
