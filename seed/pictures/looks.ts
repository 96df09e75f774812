import { colour, type Sheet } from './sheet.ts'

export type Hair = 'bob' | 'long' | 'curls' | 'short' | 'bun' | 'swoop' | 'crop' | 'scarf' | 'waves'
export type Look = {
  skin: [light: string, shade: string]
  hair: Hair
  hairTint: [dark: string, light: string]
  cloth: [main: string, trim: string]
  back: [from: string, to: string]
  disc: string
  beard?: boolean
  glasses?: boolean
  earrings?: boolean
  hat?: string
  lips: string
}

/** How somebody looks: the cast as it should, anybody else by a mixture that belongs to the sheet's name. */
export function lookOf(sheet: Sheet, name: string): Look {
  return LOOKS[name] ?? mixedLook(sheet)
}

const LOOKS: Record<string, Look> = {
  alice: {
    skin: ['#f4c9a8', '#dd9a78'],
    hair: 'swoop',
    hairTint: ['#8a2a1e', '#d4573a'],
    cloth: [colour.deep, colour.brass],
    back: ['#f3d9b4', '#e8a25e'],
    disc: '#f7ead2',
    earrings: true,
    lips: '#c5303a',
  },
  bob: {
    skin: ['#9a6340', '#6f4129'],
    hair: 'crop',
    hairTint: ['#1a1216', '#33232a'],
    cloth: ['#e8c46a', '#b98a2e'],
    back: ['#2a7078', '#0f3640'],
    disc: '#3d8c8f',
    beard: true,
    lips: '#7d3d35',
  },
  fiona: {
    skin: ['#f8d8c0', '#e2a98d'],
    hair: 'bob',
    hairTint: ['#1c1420', '#46324e'],
    cloth: ['#e8452f', '#fbd0b8'],
    back: ['#d8c2dc', '#8d6796'],
    disc: '#efe2ef',
    lips: '#b93245',
  },
  frank: {
    skin: ['#eebd98', '#c98a67'],
    hair: 'short',
    hairTint: ['#5b3a22', '#96683c'],
    cloth: ['#24404c', '#efe4d0'],
    back: ['#efb79c', '#c5573f'],
    disc: '#f7dcc4',
    glasses: true,
    lips: '#a85a4c',
  },
  olivia: {
    skin: ['#c88d62', '#9d6340'],
    hair: 'bun',
    hairTint: ['#24161a', '#4d2f30'],
    cloth: [colour.paper, colour.brass],
    back: ['#4d2954', '#22122a'],
    disc: '#7a4a7c',
    earrings: true,
    lips: '#a8303c',
  },
  staff: {
    skin: ['#e9b691', '#bf8260'],
    hair: 'waves',
    hairTint: ['#3a3038', '#75666d'],
    cloth: ['#35253c', '#d9ab4c'],
    back: ['#b9cfc6', '#5c8f8c'],
    disc: '#e0ebe2',
    glasses: true,
    lips: '#a5483f',
  },
  mina: {
    skin: ['#f6d3b0', '#dca47e'],
    hair: 'long',
    hairTint: ['#17121a', '#3b2b40'],
    cloth: [colour.teal, colour.mist],
    back: ['#f5866a', '#b5352c'],
    disc: '#fbbd98',
    lips: '#c93a44',
  },
  theo: {
    skin: ['#f2c5a2', '#cf9070'],
    hair: 'short',
    hairTint: ['#a06a2a', '#dcab5a'],
    cloth: ['#5c1a30', '#e8c46a'],
    back: ['#bcd3c8', '#3d8c8f'],
    disc: '#e6efe4',
    beard: true,
    lips: '#b5604e',
  },
  noor: {
    skin: ['#d9a277', '#b07850'],
    hair: 'scarf',
    hairTint: ['#1b5560', '#2f8289'],
    cloth: ['#123d47', '#d9ab4c'],
    back: ['#f3d58a', '#c98b33'],
    disc: '#faebc4',
    lips: '#b0424a',
  },
  jules: {
    skin: ['#7d4c31', '#56301f'],
    hair: 'curls',
    hairTint: ['#150f14', '#382630'],
    cloth: ['#e8452f', '#f3d58a'],
    back: ['#e9cfae', '#c98f63'],
    disc: '#f6e6cb',
    earrings: true,
    lips: '#7f2c33',
  },
  camille: {
    skin: ['#f9dcc6', '#e5b095'],
    hair: 'long',
    hairTint: ['#b98a3c', '#efcf83'],
    cloth: ['#3b1f42', '#f1b9a4'],
    back: ['#20505c', '#0c2430'],
    disc: '#3f7e82',
    hat: '#e8452f',
    lips: '#c23b3f',
  },
  idris: {
    skin: ['#6d4028', '#4a2819'],
    hair: 'crop',
    hairTint: ['#120d12', '#2a1e24'],
    cloth: ['#f1e4cf', '#b02a22'],
    back: ['#8f2f3c', '#43121f'],
    disc: '#c8524b',
    glasses: true,
    beard: true,
    lips: '#6a332f',
  },
  rosa: {
    skin: ['#d6986c', '#ab6c47'],
    hair: 'curls',
    hairTint: ['#3e1a1c', '#7c3a33'],
    cloth: [colour.gold, colour.ember],
    back: ['#8fb8b2', '#2d6b70'],
    disc: '#cfe0d6',
    lips: '#bd2f3d',
  },
  kenji: {
    skin: ['#f3cda6', '#d39f78'],
    hair: 'short',
    hairTint: ['#17131b', '#3a3040'],
    cloth: ['#17121a', '#e8452f'],
    back: ['#f1e4cf', '#d6b98c'],
    disc: '#e8452f',
    hat: '#2b2230',
    lips: '#b26657',
  },
}

function mixedLook(sheet: Sheet): Look {
  const looks = Object.values(LOOKS)
  const one = (): Look => looks[Math.floor(sheet.random() * looks.length)] ?? (looks[0] as Look)
  const { skin, lips } = one()
  const { back, disc } = one()
  const { hair, hairTint } = one()
  return {
    skin,
    lips,
    back,
    disc,
    hair,
    hairTint,
    cloth: one().cloth,
    earrings: sheet.random() < 0.4,
    glasses: sheet.random() < 0.3,
  }
}
