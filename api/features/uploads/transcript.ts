import { buffer } from 'node:stream/consumers'
import { eq } from 'drizzle-orm'
import { users } from '../../platform/db/schema/identity.ts'
import { media } from '../../platform/db/schema/media.ts'
import { purgePerson } from '../../platform/http/purge.ts'
import { log } from '../../platform/log.ts'
import { soundName } from '../../platform/media/film-sizes.ts'
import { mostSoundBytes, speechServiceOf, transcribe } from '../../platform/media/speech-to-text.ts'
import type { Queue, Services } from '../../platform/services.ts'
import { saveMachineCaptions } from '../media/captions.ts'

/** Has a service write down what is said in films and sounds, one at a time; nothing is enqueued without a service. */
export const transcriptQueue: Queue<{ id: string }> = {
  name: 'transcripts',
  concurrency: 1,
  // Seven tries within about two hours.
  options: {
    policy: 'short',
    retryLimit: 6,
    retryDelay: 60,
    retryBackoff: true,
    expireInSeconds: 1_800,
    heartbeatSeconds: 30,
  },
  key: ({ id }) => id,
  run: (ctx, { id }) => writeTranscript(ctx, id),
}

/**
 * Writes the captions of a film or a sound in the language of its owner, marked as made by a machine, unless there are
 * some in it already. A film is sent as its sound alone. What the service refuses, or answers without a line that can be
 * read, stays without captions; a service that is away throws, to be tried again.
 */
export async function writeTranscript(ctx: Services, id: string): Promise<void> {
  const service = speechServiceOf(ctx.env)
  const found = await readSpoken(ctx, id)
  if (service === null || found === null || found.captions.includes(found.language)) return
  const stored = await ctx.storage.stat(found.key)
  if (stored === null || stored.size > mostSoundBytes) {
    log.info('a sound was not transcribed', { error: `${id}: ${stored === null ? 'missing' : 'too large'}` })
    return
  }
  const sound = await ctx.storage.read(found.key)
  if (sound === null) return
  const { language } = found
  const bytes = new Uint8Array(await buffer(sound.stream))
  const text = await transcribe(service, { bytes, type: stored.contentType, language })
  const isSaved = text !== null && (await saveMachineCaptions(ctx, { id, language, text }))
  if (isSaved) purgePerson(ctx, found.ownerId)
  else log.info('a sound was not transcribed', { error: `${id}: ${text === null ? 'refused' : 'no readable line'}` })
}

async function readSpoken(ctx: Services, id: string) {
  const [row] = await ctx.db
    .select({ media, language: users.locale })
    .from(media)
    .innerJoin(users, eq(users.id, media.ownerId))
    .where(eq(media.id, id))
  if (row === undefined || row.media.state !== 'ready' || row.media.deletedAt !== null) return null
  const { type, renditions, captions, ownerId } = row.media
  const variant = type === 'SOUND' ? 'full' : renditions?.sound ? soundName : null
  return variant === null ? null : { key: `${id}/${variant}`, captions, ownerId, language: row.language }
}
