import { captions as contract } from '../../../contract/captions.ts'
import { audit } from '../../platform/audit/audit.ts'
import { implement } from '../../platform/http/implement.ts'
import { purgeProfile } from '../../platform/http/purge.ts'
import type { Services } from '../../platform/services.ts'
import { readCaptions, removeCaptions, saveCaptions } from './captions.ts'

const { get, save, remove } = contract

/** The captions of films and sounds, as their owner changes them. Players load them from `/media/{id}/captions-{language}`. */
export const captionRoutes = (ctx: Services) =>
  implement({ get, save, remove })({
    get: async ({ id, language }, { viewer }) => ({ cues: await readCaptions(ctx, viewer.id, id, language) }),
    save: async ({ id, language, cues, file }, { viewer }) => {
      const saved = await saveCaptions(ctx, viewer.id, { id, language, content: file ?? cues ?? [] }, (tx) =>
        audit(tx, viewer, 'media.save_captions', { kind: 'media', id }),
      )
      purgeProfile(ctx, viewer.username)
      return { cues: saved }
    },
    remove: async ({ id, language }, { viewer }) => {
      await removeCaptions(ctx, viewer.id, { id, language }, (tx) =>
        audit(tx, viewer, 'media.remove_captions', { kind: 'media', id }),
      )
      purgeProfile(ctx, viewer.username)
      return { ok: true }
    },
  })
