import type { CreatorCategory, CreatorLanguage } from '../contract/categories.ts'

/** The password of every demo user. */
export const demoPassword = 'fanfare-demo'

export type DemoUser = {
  /** The username; the e-mail address is `<name>@demo.test`. */
  name: string
  displayName: string
  bio?: string
  location?: string
  /** The price of a subscription in cents a month; who has one is a creator. */
  priceCents?: number
  /** Months sold together, and by how many percent for less. */
  bundles?: { months: number; percent: number }[]
  category?: CreatorCategory
  tags?: string[]
  languages?: CreatorLanguage[]
  role?: 'staff'
  links?: { title: string; url: string }[]
}

export const demoUsers: DemoUser[] = [
  {
    name: 'alice',
    displayName: 'Alice Marchetti',
    bio: 'Aerialist. Silk, trapeze, and the quiet hour after the last bow. New pictures every week, rehearsals for subscribers.',
    location: 'Lyon',
    priceCents: 999,
    category: 'dance',
    tags: ['aerial', 'silk', 'trapeze'],
    languages: ['en', 'fr', 'it'],
    links: [{ title: 'Tour dates', url: 'https://alice.example/tour' }],
  },
  {
    name: 'bob',
    displayName: 'Bob Ferrier',
    bio: 'Night photographer and maker of small tunes. Free for everybody who follows.',
    location: 'Marseille',
    priceCents: 0,
    category: 'photography',
    tags: ['night', 'portrait', 'film'],
    languages: ['fr', 'en'],
  },
  {
    name: 'mina',
    displayName: 'Mina Okafor',
    bio: 'Set designer. I build the worlds that others fall in love in.',
    location: 'Brussels',
    priceCents: 499,
    category: 'art',
    tags: ['stage', 'design'],
    languages: ['en', 'fr', 'nl'],
  },
  {
    name: 'theo',
    displayName: 'Théo Lambert',
    bio: 'Pianist in a travelling orchestra. Scores, mistakes, encores.',
    location: 'Nantes',
    priceCents: 699,
    category: 'music',
    tags: ['piano', 'tour'],
    languages: ['fr'],
  },
  {
    name: 'noor',
    displayName: 'Noor Haddad',
    bio: 'Light designer. Colour first, questions later.',
    location: 'Paris',
    priceCents: 1299,
    bundles: [
      { months: 3, percent: 10 },
      { months: 6, percent: 20 },
      { months: 12, percent: 30 },
    ],
    category: 'art',
    tags: ['light', 'stage'],
    languages: ['fr', 'ar'],
  },
  { name: 'fiona', displayName: 'Fiona Wells' },
  { name: 'frank', displayName: 'Frank Dubois' },
  { name: 'olivia', displayName: 'Olivia Sand' },
  { name: 'staff', displayName: 'Fanfare staff', role: 'staff' },
]

/** The id of a demo user, by username. */
export type IdOf = (name: string) => string
