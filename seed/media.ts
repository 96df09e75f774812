import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Services } from '../api/platform/services.ts'
import { type ImageVariant, makeImage } from '../api/platform/media/image.ts'
import { makeSound } from '../api/platform/media/sound.ts'
import { newId } from '../api/platform/db/ids.ts'
import { media } from '../api/platform/db/schema/media.ts'
import { descriptions } from './descriptions.ts'

/** Draws a picture (or takes it from the cache of an earlier run), stores its variants and its row; answers the id. */
export async function storePicture(
  ctx: Services,
  ownerId: string,
  name: string,
  draw: () => Promise<Buffer>,
  createdAt: Date,
): Promise<string> {
  const made = await cached(name, draw)
  const id = newId()
  for (const [variant, bytes] of Object.entries(made.variants))
    await ctx.storage.put(`${id}/${variant}`, bytes, 'image/webp')
  const { width, height, preview } = made
  const bytes = made.variants.full.length
  const description = descriptions[name] ?? null
  await ctx.db
    .insert(media)
    .values({ id, ownerId, type: 'IMAGE', state: 'ready', width, height, preview, description, bytes, createdAt })
  return id
}

export async function storeSound(ctx: Services, ownerId: string, wav: Buffer, createdAt: Date): Promise<string> {
  const made = await makeSound(wav)
  const id = newId()
  await ctx.storage.put(`${id}/full`, made.variants.full.bytes, made.variants.full.type)
  const { duration, preview } = made
  await ctx.db
    .insert(media)
    .values({ id, ownerId, type: 'SOUND', state: 'ready', durationMs: duration, preview, bytes: wav.length, createdAt })
  return id
}

/** Draws several pictures side by side into the cache, where `storePicture` finds them: one alone leaves a core idle. */
export async function drawAhead(pictures: ReadonlyMap<string, () => Promise<Buffer>>): Promise<void> {
  const line = [...pictures]
  await Promise.all(
    Array.from({ length: 3 }, async () => {
      for (let next = line.shift(); next !== undefined; next = line.shift()) await cached(...next)
    }),
  )
}

type Made = { width: number; height: number; preview: string; variants: Record<ImageVariant, Buffer> }

/** Drawing takes a third of a second a picture; the second demo world of a checkout takes them from here. */
async function cached(name: string, draw: () => Promise<Buffer>): Promise<Made> {
  const dir = join(cacheDir, createHash('sha256').update(name).digest('hex').slice(0, 16))
  try {
    const facts = JSON.parse(await readFile(join(dir, 'facts.json'), 'utf8')) as Omit<Made, 'variants'>
    const read = (it: ImageVariant) => readFile(join(dir, it))
    const [full, card, small, thumb] = await Promise.all([read('full'), read('card'), read('small'), read('thumb')])
    return { ...facts, variants: { full, card, small, thumb } }
  } catch {
    // Not drawn yet.
  }
  const { width, height, preview, variants } = await makeImage(await draw())
  const { full, card, small, thumb } = variants
  await mkdir(dir, { recursive: true })
  for (const [variant, picture] of Object.entries(variants)) await writeFile(join(dir, variant), picture.bytes)
  await writeFile(join(dir, 'facts.json'), JSON.stringify({ width, height, preview }))
  return {
    width,
    height,
    preview,
    variants: { full: full.bytes, card: card.bytes, small: small.bytes, thumb: thumb.bytes },
  }
}
const cacheDir = fileURLToPath(new URL('../node_modules/.cache/fanfare-pictures', import.meta.url))
