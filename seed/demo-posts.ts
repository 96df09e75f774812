import type { SceneName } from './pictures.ts'

export type DemoPost = {
  author: string
  hoursAgo: number
  text: string
  visibility: 'public' | 'followers' | 'subscribers' | 'paid'
  priceCents?: number
  pictures: SceneName[]
  /** The name from which a tune is composed. */
  tune?: string
  pinned?: true
}

/** The posts of the demo creators, newest first. */
export const demoPosts: DemoPost[] = [
  {
    author: 'alice',
    hoursAgo: 3,
    text: 'Opening night in Lyon. Thank you for every coin that paid for this rigging.',
    visibility: 'public',
    pictures: ['stage-lights'],
    pinned: true,
  },
  {
    author: 'alice',
    hoursAgo: 9,
    text: 'Rehearsal, take eleven. The silk finally does what I ask of it.',
    visibility: 'subscribers',
    pictures: ['aerial-silk', 'wide-stage'],
  },
  {
    author: 'bob',
    hoursAgo: 12,
    text: 'The city between two trains.',
    visibility: 'public',
    pictures: ['rooftop-night'],
  },
  {
    author: 'alice',
    hoursAgo: 26,
    text: 'The whole series from the dressing room, in full size. Ten frames I never showed on stage.',
    visibility: 'paid',
    priceCents: 500,
    pictures: ['dressing-mirror', 'masks', 'bouquet'],
  },
  {
    author: 'theo',
    hoursAgo: 30,
    text: 'A small tune for the drive home. Headphones, please.',
    visibility: 'public',
    pictures: ['piano-keys'],
    tune: 'theo-drive',
  },
  {
    author: 'mina',
    hoursAgo: 33,
    text: 'The carousel is finished. Eleven weeks, four kilos of gold leaf.',
    visibility: 'followers',
    pictures: ['carousel-dusk'],
  },
  {
    author: 'noor',
    hoursAgo: 40,
    text: 'Three lanterns, one dimmer, no excuses.',
    visibility: 'public',
    pictures: ['lanterns'],
  },
  {
    author: 'alice',
    hoursAgo: 50,
    text: 'Before the doors open, I like to count the seats.',
    visibility: 'public',
    pictures: ['empty-seats'],
  },
  {
    author: 'bob',
    hoursAgo: 61,
    text: 'Rain on the night train. A tune came with it.',
    visibility: 'followers',
    pictures: ['rain-window'],
    tune: 'bob-rain',
  },
  {
    author: 'alice',
    hoursAgo: 74,
    text: 'Trapeze class for subscribers: the three drops that scare me.',
    visibility: 'subscribers',
    pictures: ['trapeze'],
  },
  {
    author: 'mina',
    hoursAgo: 88,
    text: 'A model of the big top, one to fifty.',
    visibility: 'public',
    pictures: ['big-top'],
  },
  {
    author: 'noor',
    hoursAgo: 96,
    text: 'Colour test for the desert scene.',
    visibility: 'subscribers',
    pictures: ['desert-dawn', 'wide-dunes'],
  },
  {
    author: 'alice',
    hoursAgo: 110,
    text: 'A morning off, by the sea.',
    visibility: 'followers',
    pictures: ['seaside-pier'],
  },
  {
    author: 'theo',
    hoursAgo: 120,
    text: 'The record that made me a pianist.',
    visibility: 'public',
    pictures: ['record-player'],
  },
  { author: 'bob', hoursAgo: 140, text: 'Wheel of light.', visibility: 'public', pictures: ['ferris-wheel'] },
  {
    author: 'alice',
    hoursAgo: 160,
    text: 'Confetti in every pocket, three days later.',
    visibility: 'public',
    pictures: ['confetti'],
  },
  {
    author: 'mina',
    hoursAgo: 170,
    text: 'Still life for a play about waiting.',
    visibility: 'public',
    pictures: ['tea-cup'],
  },
  {
    author: 'alice',
    hoursAgo: 200,
    text: 'Portrait by Noor, in the red of the last act.',
    visibility: 'paid',
    priceCents: 300,
    pictures: ['portrait-red'],
  },
  {
    author: 'noor',
    hoursAgo: 215,
    text: 'Portrait of a singer at noon.',
    visibility: 'public',
    pictures: ['portrait-noon'],
  },
  {
    author: 'bob',
    hoursAgo: 230,
    text: 'The lighthouse keeps its own hours.',
    visibility: 'public',
    pictures: ['lighthouse', 'wide-sea'],
  },
]
