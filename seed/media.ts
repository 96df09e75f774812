import type { Services } from '../api/platform/services.ts'
import { makeImage } from '../api/platform/media/image.ts'
import { makeSound } from '../api/platform/media/sound.ts'
import { newId } from '../api/platform/db/ids.ts'
import { media } from '../api/platform/db/schema/media.ts'
import { type PictureName, pictureDescriptions, readPicture } from './pictures.ts'

/** Stores a picture in the variants that an upload gets; answers its id. */
export async function storePicture(on: Services, ownerId: string, name: PictureName, createdAt: Date): Promise<string> {
  const { width, height, preview, variants } = await makeImage(await readPicture(name))
  const id = newId()
  for (const [variant, { bytes, type }] of Object.entries(variants))
    await on.storage.put(`${id}/${variant}`, bytes, type)
  const description = (pictureDescriptions as Record<string, string>)[name] ?? null
  const bytes = variants.full.bytes.length
  await on.db
    .insert(media)
    .values({ id, ownerId, type: 'IMAGE', state: 'ready', width, height, preview, description, bytes, createdAt })
  return id
}

export async function storeSound(on: Services, ownerId: string, wav: Buffer, createdAt: Date): Promise<string> {
  const made = await makeSound(wav)
  const id = newId()
  await on.storage.put(`${id}/full`, made.variants.full.bytes, made.variants.full.type)
  const { duration, preview } = made
  await on.db
    .insert(media)
    .values({ id, ownerId, type: 'SOUND', state: 'ready', durationMs: duration, preview, bytes: wav.length, createdAt })
  return id
}
