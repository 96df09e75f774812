import { readFile } from 'node:fs/promises'

/** The scenes of the demo world, `pictures/<name>.webp`, and what each shows. */
export const pictureDescriptions = {
  'stage-lights': 'A singer in a long dress raises one hand, alone on a dark stage where five spotlights cross.',
  'aerial-silk': 'An acrobat in the splits, high up in a red silk that falls open below her.',
  'wide-stage': 'The whole stage between red curtains: a singer stands small in the middle, in a ring of light.',
  'rooftop-night': 'Somebody sits on a roof under a full moon and looks at a city of lit windows.',
  'dressing-mirror': 'A dressing table from behind: a mirror framed by bulbs, and in it a woman with her hair up.',
  masks: 'Two theatre masks with red ribbons, a laughing one of gold and a weeping one of white.',
  bouquet: 'Red, rose and yellow flowers in a white vase, some petals fallen onto the table.',
  'piano-keys': 'A red rose lies across the keys of a piano.',
  'carousel-dusk': 'A carousel at dusk, its horses white and black under a roof of red and white stripes.',
  lanterns: 'Paper lanterns rise over a lake at night, and somebody in a small boat watches them.',
  'empty-seats': 'Rows of empty red seats before a stage whose curtain is open.',
  'rain-window': 'City lights blurred behind a window in the rain, a potted plant on its sill.',
  trapeze: 'An acrobat swings from a trapeze before a moon as large as the ring, over the heads of the crowd.',
  'big-top': 'A circus tent with red and white stripes at night, light falling out of its door.',
  'desert-dawn': 'Three balloons over red dunes while the sun comes up.',
  'wide-dunes': 'The same dunes, wide: the balloons drift to the left of a pale sun.',
  'seaside-pier': 'A wooden pier with lamps on both sides leads straight to the sun above the sea.',
  'record-player': 'A white record player from above, a black record on it.',
  'ferris-wheel': 'A Ferris wheel at nightfall, a lamp at every cabin.',
  confetti: 'Confetti falls through spotlights onto raised hands.',
  'tea-cup': 'A steaming cup of tea, two books and a small bunch of flowers in slanting light.',
  'portrait-red': 'A portrait of a woman with long red hair and gold earrings, a pale halo behind her.',
  'portrait-noon': 'A portrait of a fair woman under a wide red hat.',
  lighthouse: 'A red and white lighthouse on a rock throws its beam across the night.',
  'wide-sea': 'A pier with lamps, wide: it runs out into a calm sea at sunset.',
  backstage: 'An old gold microphone in the beam of a spotlight.',
  'backstage-teaser': 'Red curtains, drawn apart to a bright light behind them.',
}

export type SceneName = keyof typeof pictureDescriptions
export type PictureName = SceneName | `avatar-${string}` | `cover-${string}`

export function readPicture(name: PictureName): Promise<Buffer> {
  return readFile(new URL(`pictures/${name}.webp`, import.meta.url))
}
