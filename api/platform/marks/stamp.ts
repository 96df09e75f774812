import { fileURLToPath } from 'node:url'
import sharp, { type OverlayOptions } from 'sharp'

/**
 * Text for the lower right corner of a picture, as an overlay for sharp's `composite`: white with a dark edge, so that it
 * reads on any picture, and a thirtieth of the longer side high. Null where the picture is too small to read it.
 */
export async function drawStamp(text: string, width: number, height: number): Promise<OverlayOptions | null> {
  const size = Math.round(Math.max(width, height) / 30)
  const margin = Math.round(size / 2)
  const room = width - 2 * margin
  if (size < smallest || room < size) return null
  const letters = await sharp({
    text: { text: `<span foreground="white">${text}</span>`, font, fontfile, rgba: true, dpi },
  })
    .resize({ height: size, width: room, fit: 'inside' })
    .toBuffer({ resolveWithObject: true })
  const edge = Math.max(1, Math.round(size / 16))
  const [inner, outer] = [
    letters.info,
    { width: letters.info.width + 2 * edge, height: letters.info.height + 2 * edge },
  ]
  if (outer.width > width || outer.height > height) return null
  const shadow = await sharp({ create: { ...inner, channels: 4, background: 'black' } })
    .composite([{ input: letters.data, raw: rawOf(inner), blend: 'dest-in' }])
    .extend({ top: edge, bottom: edge, left: edge, right: edge, background: '#0000' })
    .blur(Math.max(0.5, edge))
    .png()
    .toBuffer()
  const input = await sharp(shadow)
    .composite([{ input: letters.data, raw: rawOf(inner), left: edge, top: edge }])
    .png()
    .toBuffer()
  return { input, left: width - outer.width - margin, top: height - outer.height - margin }
}

const smallest = 9
const rawOf = ({ width, height }: { width: number; height: number }) => ({ width, height, channels: 4 as const })
/** Large, so that it is only ever made smaller. */
const dpi = 360
const font = 'Inter'
const fontfile = fileURLToPath(new URL('stamp.ttf', import.meta.url))
