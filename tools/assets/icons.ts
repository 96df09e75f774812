/**
 * Draws every icon of the product: those of the mark into `public/`, and the sheet `src/ui/icons.svg` from
 * Lucide's drawings: `npm run icons`. The results are committed; run it again when something changes.
 */
import { writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { iconNames } from '../../src/ui/icon-names.ts'

const signal = '#e9483f'
const ink = '#181119'
const brass = '#d9ab45'
const paper = '#fdfaf6'

/** An F whose two arms open like the bells of herald trumpets; the same path as `src/ui/mark.tsx`. */
const mark =
  'M7 6.5h4.2v1.9c5.4-.2 9.8-1.3 13.8-3.9v10.4c-4-2.5-8.4-3.6-13.8-3.8v4.9c3.3-.1 5.9-.9 8.3-2.5v8.2c-2.4-1.5-5-2.2-8.3-2.4v6.2H7z'

const drawings = {
  icon: svg(`<rect width="32" height="32" rx="8" fill="${signal}"/><path fill="${ink}" d="${mark}"/>`),
  /** The favicon while messages wait (spec §9): a brass disc, ringed so that it shows on any tab. */
  notification: svg(
    `<rect width="32" height="32" rx="8" fill="${signal}"/><path fill="${ink}" d="${mark}"/><circle cx="24.5" cy="7.5" r="7.5" fill="${paper}"/><circle cx="24.5" cy="7.5" r="5.75" fill="${brass}" stroke="${ink}" stroke-width="1.5"/>`,
  ),
  /** Home screens cut the corners themselves, and may cut a fifth off each side. */
  maskable: svg(
    `<rect width="32" height="32" fill="${signal}"/><path fill="${ink}" transform="translate(16 16) scale(.72) translate(-16 -15.7)" d="${mark}"/>`,
  ),
  /** One colour for the status bar of a phone. */
  badge: svg(`<path fill="#fff" d="${mark}"/>`),
}

await Promise.all([
  writeFile('src/ui/icons.svg', await iconSheet()),
  writeFile('public/favicon.svg', drawings.icon),
  writeFile('public/favicon-notification.svg', drawings.notification),
  png(drawings.icon, 32, 'favicon.png'),
  png(drawings.notification, 32, 'favicon-notification.png'),
  png(drawings.icon, 192, 'icon-192.png'),
  png(drawings.icon, 512, 'icon-512.png'),
  png(drawings.maskable, 512, 'icon-maskable-512.png'),
  png(drawings.maskable, 180, 'apple-touch-icon.png'),
  png(drawings.badge, 96, 'badge-96.png'),
])

function svg(content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${content}</svg>\n`
}

/** Every icon as a symbol that `src/ui/icon.tsx` refers to; colour and stroke come from where it is used. */
async function iconSheet(): Promise<string> {
  const symbols = await Promise.all(
    iconNames.map(async (name) => {
      const drawing: Drawing = await import(`../../node_modules/lucide-react/dist/esm/icons/${name}.mjs`)
      const shapes = drawing.__iconData.node.map(([tag, { key: _, ...attributes }]) => {
        const written = Object.entries(attributes).map(([attribute, value]) => ` ${attribute}="${value}"`)
        return `<${tag}${written.join('')}/>`
      })
      return `<symbol id="${name}" viewBox="0 0 24 24">${shapes.join('')}</symbol>`
    }),
  )
  return `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>\n`
}

type Drawing = { __iconData: { node: [tag: string, attributes: Record<string, string>][] } }

async function png(drawing: string, size: number, name: string): Promise<void> {
  await sharp(Buffer.from(drawing), { density: (72 * size) / 16 })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: true })
    .toFile(`public/${name}`)
}
