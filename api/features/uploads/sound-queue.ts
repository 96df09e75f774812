import type { Queue } from '../../platform/services.ts'
import { makeSoundTrack } from './sound-track.ts'

/** Makes what is heard of sounds, one at a time in each process, beside films: a voice note waits for no film. */
export const soundQueue: Queue<{ id: string }> = {
  name: 'sounds',
  concurrency: 1,
  options: { policy: 'short', retryLimit: 2_880, retryDelay: 30, expireInSeconds: 7_200, heartbeatSeconds: 30 },
  key: ({ id }) => id,
  run: (ctx, { id }) => makeSoundTrack(ctx, id),
}
