/**
 * `npm run fonts`: reduces the two typefaces to the glyphs, weights and features that the product uses, into
 * `src/styles/fonts/`; 43 KB instead of 90; one of them to what the API writes on pictures, 9 KB; and both to what it
 * writes on share cards. The results are committed; run it again when a typeface or weight changes.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import subsetFont from 'subset-font'

const faces = [
  { family: 'inter', wght: { min: 400, max: 700 } },
  { family: 'bricolage-grotesque', wght: 800 },
]
/** Kerning, accents, local forms, ligatures, and figures of one width. */
const features = { keepFeatures: ['kern', 'mark', 'mkmk', 'ccmp', 'locl', 'liga', 'tnum'] }

/** The characters of the "latin" files of Google Fonts, which are the source here. */
const latin = [
  [0x20, 0x7e],
  [0xa0, 0xff],
  [0x131],
  [0x152, 0x153],
  [0x2bb, 0x2bc],
  [0x2c6],
  [0x2da],
  [0x2dc],
  [0x304],
  [0x308],
  [0x329],
  [0x2000, 0x206f],
  [0x20ac],
  [0x2122],
  [0x2191],
  [0x2193],
  [0x2212],
  [0x2215],
  [0xfffd],
]
const text = latin
  .flatMap(([first = 0, last = first]) => Array.from({ length: last - first + 1 }, (_, at) => first + at))
  .map((code) => String.fromCodePoint(code))
  .join('')

const from = new URL('../../node_modules/@fontsource-variable/', import.meta.url)
const to = new URL('../../src/styles/fonts/', import.meta.url)
await mkdir(to, { recursive: true })
for (const { family, wght } of faces) {
  const whole = await readFile(new URL(`${family}/files/${family}-latin-wght-normal.woff2`, from))
  const cut = await subsetFont(whole, text, { targetFormat: 'woff2', variationAxes: { wght }, ...features })
  await writeFile(new URL(`${family}.woff2`, to), cut)
  await writeFile(new URL(`${family}.licence.txt`, to), await readFile(new URL(`${family}/LICENSE`, from)))
  console.log(`${family}: ${whole.byteLength} → ${cut.byteLength} bytes`)
}

/** What a username is made of (`contract/limits.ts`), in the one weight and format that the API draws with. */
const ofUsernames = '@abcdefghijklmnopqrstuvwxyz0123456789_.'
const marks = new URL('../../api/platform/marks/', import.meta.url)
const inter = await readFile(new URL('inter/files/inter-latin-wght-normal.woff2', from))
const stamp = await subsetFont(inter, ofUsernames, { targetFormat: 'truetype', variationAxes: { wght: 600 } })
await writeFile(new URL('stamp.ttf', marks), stamp)
await writeFile(new URL('stamp.licence.txt', marks), await readFile(new URL('inter/LICENSE', from)))
console.log(`stamp: ${stamp.byteLength} bytes`)

/** The two faces of share cards, each in one weight and in the format that the API draws with. */
const cards = new URL('../../api/features/share-cards/', import.meta.url)
for (const [family, wght] of [
  ['inter', 500],
  ['bricolage-grotesque', 800],
] as const) {
  const whole = await readFile(new URL(`${family}/files/${family}-latin-wght-normal.woff2`, from))
  const cut = await subsetFont(whole, text, { targetFormat: 'truetype', variationAxes: { wght }, ...features })
  await writeFile(new URL(`${family}.ttf`, cards), cut)
  await writeFile(new URL(`${family}.licence.txt`, cards), await readFile(new URL(`${family}/LICENSE`, from)))
  console.log(`card ${family}: ${cut.byteLength} bytes`)
}
