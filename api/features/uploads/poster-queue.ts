import type { Queue } from '../../platform/services.ts'
import { drawChosenPoster } from './film-poster.ts'

/** Draws the posters that creators choose; they wait for no size of a film. */
export const posterQueue: Queue<{ id: string }> = {
  name: 'posters',
  concurrency: 1,
  options: { policy: 'short', retryLimit: 120, retryDelay: 30, expireInSeconds: 3_600, heartbeatSeconds: 30 },
  key: ({ id }) => id,
  run: (ctx, { id }) => drawChosenPoster(ctx, id),
}
