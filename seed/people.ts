import type { PictureName } from './pictures/pictures.ts'

/** The people of the demo world (ARCHITECTURE, interfaces); the password of each is `fanfare-demo`. */
export const password = 'fanfare-demo'

export type Person = {
  name: string
  displayName: string
  bio?: string
  location?: string
  /** Cents a month, for creators. */
  priceCents?: number
  role?: 'staff'
  links?: { title: string; url: string }[]
}

export const demoPeople: Person[] = [
  {
    name: 'alice',
    displayName: 'Alice Marchetti',
    bio: 'Aerialist. Silk, trapeze, and the quiet hour after the last bow. New pictures every week, rehearsals for subscribers.',
    location: 'Lyon',
    priceCents: 999,
    links: [{ title: 'Tour dates', url: 'https://alice.example/tour' }],
  },
  {
    name: 'bob',
    displayName: 'Bob Ferrier',
    bio: 'Night photographer and maker of small tunes. Free for everybody who follows.',
    location: 'Marseille',
    priceCents: 0,
  },
  {
    name: 'mina',
    displayName: 'Mina Okafor',
    bio: 'Set designer. I build the worlds that others fall in love in.',
    location: 'Brussels',
    priceCents: 499,
  },
  {
    name: 'theo',
    displayName: 'Théo Lambert',
    bio: 'Pianist in a travelling orchestra. Scores, mistakes, encores.',
    location: 'Nantes',
    priceCents: 699,
  },
  {
    name: 'noor',
    displayName: 'Noor Haddad',
    bio: 'Light designer. Colour first, questions later.',
    location: 'Paris',
    priceCents: 1299,
  },
  { name: 'fiona', displayName: 'Fiona Wells' },
  { name: 'frank', displayName: 'Frank Dubois' },
  { name: 'olivia', displayName: 'Olivia Sand' },
  { name: 'staff', displayName: 'Fanfare staff', role: 'staff' },
]

export type Post = {
  by: string
  hoursAgo: number
  text: string
  visibility: 'public' | 'followers' | 'subscribers' | 'paid'
  priceCents?: number
  pictures: PictureName[]
  sound?: string
  pinned?: true
}
