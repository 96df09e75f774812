import type { Post } from './cast.ts'

/** What the creators of the demo world have posted, newest first. */
export const demoPosts: Post[] = [
  { by: 'alice', hoursAgo: 3, text: 'Opening night in Lyon. Thank you for every coin that paid for this rigging.', visibility: 'public', pictures: ['stage-lights'], pinned: true },
  { by: 'alice', hoursAgo: 9, text: 'Rehearsal, take eleven. The silk finally does what I ask of it.', visibility: 'subscribers', pictures: ['aerial-silk', 'wide-stage'] },
  { by: 'bob', hoursAgo: 12, text: 'The city between two trains.', visibility: 'public', pictures: ['rooftop-night'] },
  { by: 'alice', hoursAgo: 26, text: 'The whole series from the dressing room, in full size. Ten frames I never showed on stage.', visibility: 'paid', priceCents: 500, pictures: ['dressing-mirror', 'masks', 'bouquet'] },
  { by: 'theo', hoursAgo: 30, text: 'A small tune for the drive home. Headphones, please.', visibility: 'public', pictures: ['piano-keys'], sound: 'theo-drive' },
  { by: 'mina', hoursAgo: 33, text: 'The carousel is finished. Eleven weeks, four kilos of gold leaf.', visibility: 'followers', pictures: ['carousel-dusk'] },
  { by: 'noor', hoursAgo: 40, text: 'Three lanterns, one dimmer, no excuses.', visibility: 'public', pictures: ['lanterns'] },
  { by: 'alice', hoursAgo: 50, text: 'Before the doors open, I like to count the seats.', visibility: 'public', pictures: ['empty-seats'] },
  { by: 'bob', hoursAgo: 61, text: 'Rain on the night train. A tune came with it.', visibility: 'followers', pictures: ['rain-window'], sound: 'bob-rain' },
  { by: 'alice', hoursAgo: 74, text: 'Trapeze class for subscribers: the three drops that scare me.', visibility: 'subscribers', pictures: ['trapeze'] },
  { by: 'mina', hoursAgo: 88, text: 'A model of the big top, one to fifty.', visibility: 'public', pictures: ['big-top'] },
  { by: 'noor', hoursAgo: 96, text: 'Colour test for the desert scene.', visibility: 'subscribers', pictures: ['desert-dawn', 'wide-dunes'] },
  { by: 'alice', hoursAgo: 110, text: 'A morning off, by the sea.', visibility: 'followers', pictures: ['seaside-pier'] },
  { by: 'theo', hoursAgo: 120, text: 'The record that made me a pianist.', visibility: 'public', pictures: ['record-player'] },
  { by: 'bob', hoursAgo: 140, text: 'Wheel of light.', visibility: 'public', pictures: ['ferris-wheel'] },
  { by: 'alice', hoursAgo: 160, text: 'Confetti in every pocket, three days later.', visibility: 'public', pictures: ['confetti'] },
  { by: 'mina', hoursAgo: 170, text: 'Still life for a play about waiting.', visibility: 'public', pictures: ['tea-cup'] },
  { by: 'alice', hoursAgo: 200, text: 'Portrait by Noor, in the red of the last act.', visibility: 'paid', priceCents: 300, pictures: ['portrait-red'] },
  { by: 'noor', hoursAgo: 215, text: 'Portrait of a singer at noon.', visibility: 'public', pictures: ['portrait-noon'] },
  { by: 'bob', hoursAgo: 230, text: 'The lighthouse keeps its own hours.', visibility: 'public', pictures: ['lighthouse', 'wide-sea'] },
]
