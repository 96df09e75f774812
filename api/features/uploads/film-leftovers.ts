import { playlistOf } from '../../platform/media/film-sizes.ts'
import type { Queue, Services } from '../../platform/services.ts'
import { readFilm } from './film-sizes.ts'

/** Deletes the files of sizes that were made again, once no player can still be reading them. */
export const filmLeftoverQueue: Queue<{ id: string; name: string }> = {
  name: 'film-leftovers',
  concurrency: 1,
  options: { retryLimit: 2_880, retryDelay: 30, expireInSeconds: 600 },
  run: (ctx, left) => removeLeftover(ctx, left),
}

/** The row decides: a size that it still names is in use, because its second making was never finished. */
async function removeLeftover(ctx: Services, { id, name }: { id: string; name: string }): Promise<void> {
  const film = await readFilm(ctx, id)
  if (film?.renditions?.sizes.some((it) => it.name === name)) return
  for (const left of [name, playlistOf(name)]) await ctx.storage.remove(`${id}/${left}`)
}
