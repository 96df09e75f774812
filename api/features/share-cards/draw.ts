import { fileURLToPath } from 'node:url'
import sharp, { type OverlayOptions } from 'sharp'
import { appName } from '../../../contract/limits.ts'
import { shareCardSize } from '../../../contract/share-cards.ts'
import { escapeHtml } from '../../platform/http/escape-html.ts'

/** What a card shows. Pictures are bytes of ours; null where there is none. */
type Card = {
  name: string
  /** The line under the name. */
  line: string
  /** The words of a post; null on the card of a creator. */
  words: string | null
  avatar: Buffer | null
  /** Behind everything: a cover, or the picture of a post. */
  background: Buffer | null
}

/** Draws a share card as a JPEG of 1200 × 630, which is what all sites that show cards take. */
export async function drawCard(card: Card): Promise<Buffer> {
  const { width, height } = shareCardSize
  const base =
    card.background === null
      ? sharp({ create: { ...shareCardSize, channels: 3, background: ink } })
      : sharp(card.background).timeout({ seconds: 10 }).resize({ width, height, fit: 'cover', position: 'attention' })
  const left = card.avatar === null ? margin : margin + avatarSide + 36
  const room = width - left - margin
  const [name, line, words, brand] = await Promise.all([
    text(card.name, { face: 'display', size: 68, room }),
    text(card.line, { face: 'text', size: 32, room }),
    card.words === null ? null : text(card.words, { face: 'text', size: 38, room: width - 2 * margin, lines: true }),
    text(appName, { face: 'display', size: 34, room: 400 }),
  ])
  const middle = height - margin - avatarSide / 2
  const overlays: (OverlayOptions | null)[] = [
    { input: Buffer.from(shade), left: 0, top: 0 },
    at(brand, margin, 48),
    words && at(words, margin, Math.max(130, height - margin - avatarSide - 40 - words.height)),
    at(name, left, Math.round(middle - name.height - 8)),
    at(line, left, Math.round(middle + 14)),
    card.avatar && { input: await circle(card.avatar), left: margin, top: height - margin - avatarSide },
  ]
  return base
    .flatten({ background: ink })
    .composite(overlays.filter((it) => it !== null))
    .jpeg({ quality: 82, mozjpeg: true })
    .toBuffer()
}

const ink = '#1b131d'
const margin = 64
const avatarSide = 168
/** Dark towards the foot, so that white letters read on any picture, and a bar in the colour of the product. */
const shade = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630">
  <defs><linearGradient id="g" x1="0" y1="0" x2="0" y2="1">
    <stop offset="0" stop-color="${ink}" stop-opacity=".55"/><stop offset=".3" stop-color="${ink}" stop-opacity=".25"/>
    <stop offset="1" stop-color="${ink}" stop-opacity=".95"/></linearGradient></defs>
  <rect width="1200" height="630" fill="url(#g)"/><rect y="618" width="1200" height="12" fill="#e9483f"/></svg>`

type Drawn = { data: Buffer; width: number; height: number }
type Style = { face: keyof typeof faces; size: number; room: number; lines?: boolean }

/** White letters within `room`: smaller where one line is too long for it, or in at most three lines. */
async function text(value: string, { face, size, room, lines = false }: Style): Promise<Drawn> {
  const { family, file } = faces[face]
  const letters = sharp({
    text: {
      text: `<span foreground="white">${escapeHtml(value)}</span>`,
      font: `${family}, ${size}`,
      fontfile: file,
      rgba: true,
      dpi: 72,
      ...(lines && { width: room, wrap: 'word-char' }),
    },
  })
  const { data, info } = await letters.png().toBuffer({ resolveWithObject: true })
  const most = lines ? Math.round(size * 1.45 * 3) : size * 2
  if (info.width <= room && info.height <= most) return { data, width: info.width, height: info.height }
  const fitting = lines
    ? sharp(data).extract({
        left: 0,
        top: 0,
        width: Math.min(room, info.width),
        height: Math.min(most, info.height),
      })
    : sharp(data).resize({ width: room, height: most, fit: 'inside' })
  const cut = await fitting.png().toBuffer({ resolveWithObject: true })
  return { data: cut.data, width: cut.info.width, height: cut.info.height }
}

const at = ({ data }: Drawn, left: number, top: number): OverlayOptions => ({ input: data, left, top })

async function circle(picture: Buffer): Promise<Buffer> {
  const half = avatarSide / 2
  const svg = (inner: string) =>
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${avatarSide}" height="${avatarSide}">${inner}</svg>`)
  return sharp(picture)
    .timeout({ seconds: 10 })
    .resize({ width: avatarSide, height: avatarSide, fit: 'cover' })
    .ensureAlpha()
    .composite([
      { input: svg(`<circle cx="${half}" cy="${half}" r="${half}"/>`), blend: 'dest-in' },
      { input: svg(`<circle cx="${half}" cy="${half}" r="${half - 3}" fill="none" stroke="white" stroke-width="6"/>`) },
    ])
    .png()
    .toBuffer()
}

const fileOf = (name: string) => fileURLToPath(new URL(name, import.meta.url))
/** Subsets of the product's typefaces (`npm run fonts`), because a server has no fonts of its own. */
// A comma ends a family of several words, or its last ones would be read as a weight.
const faces = {
  text: { family: 'Inter', file: fileOf('inter.ttf') },
  display: { family: 'Bricolage Grotesque 96pt ExtraBold', file: fileOf('bricolage-grotesque.ttf') },
}
