/**
 * Draws every icon of the product: those of the mark into `public/`, and from Lucide's drawings the sheet
 * `src/ui/icons.svg` and, for the page itself, `src/ui/first-icons.svg`: `npm run icons`. The results are committed; run it again when something changes.
 */
import { writeFile } from 'node:fs/promises'
import type { LucideIcon } from 'lucide-react'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import sharp from 'sharp'
import { firstIcons, type IconName, iconNames } from '../../src/ui/icon-names.ts'

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
  /** A page of notes, for those who do not want the product's name on their home screen. */
  plain: svg(
    `<rect width="32" height="32" fill="#5b6472"/><path fill="none" stroke="${paper}" stroke-width="2" stroke-linecap="round" d="M10 11h12M10 16h12M10 21h7"/>`,
  ),
  /** One colour for the status bar of a phone. */
  badge: svg(`<path fill="#fff" d="${mark}"/>`),
}

const symbols = new Map(await Promise.all(iconNames.map(async (name) => [name, await shapesOf(name)] as const)))

await Promise.all([
  writeFile('src/ui/icons.svg', `<svg xmlns="http://www.w3.org/2000/svg">${symbolsOf(iconNames)}</svg>\n`),
  // Beside other ids of a page.
  writeFile('src/ui/first-icons.svg', symbolsOf(firstIcons, 'i-')),
  writeFile('public/favicon.svg', drawings.icon),
  writeFile('public/favicon-notification.svg', drawings.notification),
  png(drawings.icon, 32, 'favicon.png'),
  png(drawings.notification, 32, 'favicon-notification.png'),
  png(drawings.icon, 192, 'icon-192.png'),
  png(drawings.icon, 512, 'icon-512.png'),
  png(drawings.maskable, 512, 'icon-maskable-512.png'),
  png(drawings.maskable, 180, 'apple-touch-icon.png'),
  png(drawings.badge, 96, 'badge-96.png'),
  writeFile('public/plain-icon.svg', drawings.plain),
  png(drawings.plain, 180, 'plain-icon-180.png'),
  png(drawings.plain, 192, 'plain-icon-192.png'),
  png(drawings.plain, 512, 'plain-icon-512.png'),
])

function svg(content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${content}</svg>\n`
}

/** Icons as symbols that `src/ui/icon.tsx` refers to; colour and stroke come from where they are used. */
function symbolsOf(names: readonly IconName[], prefix = ''): string {
  return names.map((name) => `<symbol id="${prefix}${name}" viewBox="0 0 24 24">${symbols.get(name)}</symbol>`).join('')
}

async function shapesOf(name: IconName): Promise<string> {
  const { default: Drawing }: { default: LucideIcon } = await import(`lucide-react/icons/${name}`)
  return renderToStaticMarkup(createElement(Drawing))
    .replace(/^<svg[^>]*>|<\/svg>$/g, '')
    .replace(/><\/\w+>/g, '/>')
}

async function png(drawing: string, size: number, name: string): Promise<void> {
  await sharp(Buffer.from(drawing), { density: (72 * size) / 16 })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: true })
    .toFile(`public/${name}`)
}
