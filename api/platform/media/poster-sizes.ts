import type { MadeImage } from './image.ts'
import type { Storage } from './storage.ts'

/** Stores a poster beside its film, which is the `full` variant, so that deleting the media removes all of them. */
export async function storePosterSizes(storage: Storage, id: string, made: MadeImage): Promise<void> {
  const { full: _, ...sizes } = made.variants
  for (const [variant, picture] of Object.entries(sizes))
    await storage.put(`${id}/${variant}`, picture.bytes, picture.type)
}
