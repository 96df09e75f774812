import { drawFace } from './portraits.ts'
import { render, Sheet } from './sheet.ts'
import { backstageScenes } from './backstage-scenes.ts'
import { dayScenes } from './day-scenes.ts'
import { fairScenes } from './fair-scenes.ts'
import { nightScenes } from './night-scenes.ts'
import { showScenes } from './show-scenes.ts'
import { stageScenes } from './stage-scenes.ts'
import { stillScenes } from './still-scenes.ts'

const scenes = {
  ...stageScenes,
  ...showScenes,
  ...fairScenes,
  ...nightScenes,
  ...dayScenes,
  ...stillScenes,
  ...backstageScenes,
}

const wide = ['wide-stage', 'wide-rooftops', 'wide-sea', 'wide-seats', 'wide-dunes', 'wide-lanterns'] as const
const wideScenes: Record<(typeof wide)[number], keyof typeof scenes> = {
  'wide-stage': 'stage-lights',
  'wide-rooftops': 'rooftop-night',
  'wide-sea': 'seaside-pier',
  'wide-seats': 'empty-seats',
  'wide-dunes': 'desert-dawn',
  'wide-lanterns': 'lanterns',
}

export type PictureName = keyof typeof scenes | (typeof wide)[number]

/** Every picture of the demo world, portrait ones first; the `wide-…` ones lie on their side. */
export const pictureNames: readonly PictureName[] = [...(Object.keys(scenes) as (keyof typeof scenes)[]), ...wide]

/** A JPEG of 1080 × 1350 (1350 × 1080 for `wide-…`); the same bytes for the same name every time. */
export async function drawPicture(name: PictureName): Promise<Buffer> {
  const lying = isWide(name)
  const sheet = lying ? new Sheet(1350, 1080, name) : new Sheet(1080, 1350, name)
  scenes[lying ? wideScenes[name] : name](sheet)
  return render(sheet)
}

/** A JPEG of 640 × 640 with a face in cut paper; the cast looks as it should, other names get a face of their own. */
export async function drawAvatar(name: string): Promise<Buffer> {
  const sheet = new Sheet(640, 640, `avatar ${name}`)
  drawFace(sheet, name)
  return render(sheet)
}

/** A JPEG of 1500 × 600 to lie behind a profile; the cast has its own, other names get one of the set. */
export async function drawCover(name: string): Promise<Buffer> {
  const sheet = new Sheet(1500, 600, `cover ${name}`)
  const chosen = COVERS[name] ?? sheet.pick(['curtains', 'desert-dawn', 'rooftop-night', 'lanterns', 'confetti'])
  scenes[chosen](sheet)
  return render(sheet)
}

const COVERS: Record<string, keyof typeof scenes> = {
  alice: 'curtains',
  bob: 'rooftop-night',
  fiona: 'lanterns',
  frank: 'desert-dawn',
  olivia: 'empty-seats',
  mina: 'seaside-pier',
  theo: 'confetti',
  noor: 'desert-dawn',
  jules: 'stage-lights',
  camille: 'seaside-pier',
  idris: 'rooftop-night',
  rosa: 'confetti',
  kenji: 'lanterns',
}

function isWide(name: PictureName): name is (typeof wide)[number] {
  return name in wideScenes
}
