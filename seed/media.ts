import { BufferSource } from 'mediabunny'
import { newId } from '../api/platform/db/ids.ts'
import type { media } from '../api/platform/db/schema/media.ts'
import { makeImage } from '../api/platform/media/image.ts'
import { waveformOf } from '../api/platform/media/loudness.ts'
import { measureSound } from '../api/platform/media/measure-sound.ts'
import { makeSound } from '../api/platform/media/sound.ts'
import { openTimed } from '../api/platform/media/timed.ts'
import type { Services } from '../api/platform/services.ts'
import { composeTune } from './compose-tune.ts'
import { type PictureName, pictureDescriptions, readPicture } from './pictures.ts'

/** A row of `media` whose bytes are in storage already. */
export type StoredMedia = typeof media.$inferInsert

/** Stores a picture in the variants that an upload gets; answers its row, which the caller inserts. */
export async function storePicture(
  ctx: Services,
  ownerId: string,
  name: PictureName,
  createdAt: Date,
): Promise<StoredMedia> {
  const { width, height, preview, focal, variants } = await makeImage(await readPicture(name))
  const id = newId()
  for (const [variant, { bytes, type }] of Object.entries(variants))
    await ctx.storage.put(`${id}/${variant}`, bytes, type)
  const description = (pictureDescriptions as Record<string, string>)[name] ?? null
  const bytes = variants.full.bytes.length
  return { id, ownerId, type: 'IMAGE', state: 'ready', width, height, preview, focal, description, bytes, createdAt }
}

/** Composes the tune of a name and stores it as `storePicture` does a picture. */
export async function storeTune(ctx: Services, ownerId: string, name: string, createdAt: Date): Promise<StoredMedia> {
  const wav = composeTune(name)
  const { duration, preview, variants } = await makeSound(wav)
  const input = openTimed('wav', new BufferSource(wav))
  const track = await input.getPrimaryAudioTrack()
  const waveform = track && waveformOf((await measureSound(track))?.peaks ?? [])
  input.dispose()
  const id = newId()
  await ctx.storage.put(`${id}/full`, variants.full.bytes, variants.full.type)
  const bytes = wav.length
  return { id, ownerId, type: 'SOUND', state: 'ready', durationMs: duration, preview, waveform, bytes, createdAt }
}
