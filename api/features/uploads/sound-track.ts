import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { and, eq, isNull } from 'drizzle-orm'
import { media } from '../../platform/db/schema/media.ts'
import { purgePerson } from '../../platform/http/purge.ts'
import { log } from '../../platform/log.ts'
import { copyToFile } from '../../platform/media/copy-to-file.ts'
import { soundName } from '../../platform/media/film-sizes.ts'
import { makeRendition } from '../../platform/media/make-rendition.ts'
import type { Services } from '../../platform/services.ts'
import { inWorkFolder } from '../../platform/work-folder.ts'

/**
 * Makes of an uploaded sound what is heard, as loud as all others and in AAC, which every browser plays, and draws its
 * waveform. The bytes are in the store before the row says so. Without the codecs it plays as it was uploaded; a store
 * that is away throws, to be tried again.
 */
export async function makeSoundTrack(ctx: Services, id: string): Promise<void> {
  const unmade = and(eq(media.id, id), isNull(media.renditions), isNull(media.purgedAt))
  const [row] = await ctx.db.select({ type: media.type, state: media.state }).from(media).where(unmade)
  if (row?.type !== 'SOUND' || row.state !== 'ready') return
  await inWorkFolder(ctx, { name: 'sounds', hours: 4 }, async (folder) => {
    const path = join(folder, 'upload')
    if (!(await copyToFile(ctx.storage, `${id}/full`, path))) return
    const answer = await makeRendition(path, folder, { kind: 'track', name: soundName })
    if (!('track' in answer)) {
      log.info('a sound stays as it was uploaded', {
        error: `${id}: ${'failed' in answer ? answer.failed : 'no sound'}`,
      })
      return
    }
    const { track, waveform } = answer
    if (track) await ctx.storage.put(`${id}/${soundName}`, createReadStream(join(folder, soundName)), 'audio/mp4')
    const [changed] = await ctx.db
      .update(media)
      .set({ waveform, ...(track && { renditions: { sizes: [], sound: track } }) })
      .where(unmade)
      .returning({ ownerId: media.ownerId })
    purgePerson(ctx, changed?.ownerId ?? null)
  })
}
