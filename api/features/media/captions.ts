import { text as textOf } from 'node:stream/consumers'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Cue } from '../../../contract/captions.ts'
import { captionLanguagesPerMedia, captionLength, cuesPerMedia } from '../../../contract/limits.ts'
import type { Db } from '../../platform/db/db.ts'
import { media } from '../../platform/db/schema/media.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { captionsIn } from '../../platform/media/film-sizes.ts'
import { parseCaptions, webVttType, writeCaptions } from '../../platform/media/web-vtt.ts'
import type { Services } from '../../platform/services.ts'
import { getOwnMedia } from './vault.ts'

type Place = { id: string; language: string }

/** The captions in a language; refuses `not_found` where there are none, or the media is another owner's. */
export async function readCaptions(ctx: Services, ownerId: string, id: string, language: string): Promise<Cue[]> {
  const row = await getOwnMedia(ctx.db, ownerId, id)
  const found = row.captions.includes(language) ? await ctx.storage.read(`${id}/${captionsIn(language)}`) : null
  if (found === null) throw refuse('not_found')
  const read = await parseCaptions(await textOf(found.stream))
  return 'cues' in read ? read.cues : []
}

/**
 * Replaces the captions in a language by these cues, or by those of a file, and answers what players will show. Refuses
 * `unreadable_captions` with the `line` for a file that cannot be read, that is too long, or that goes on after the end of
 * the media; `not_found` for a picture.
 */
export async function saveCaptions(
  ctx: Services,
  ownerId: string,
  { id, language, content }: Place & { content: string | Cue[] },
  note: (tx: Db) => Promise<void>,
): Promise<Cue[]> {
  const row = await getOwnMedia(ctx.db, ownerId, id)
  if (row.type === 'IMAGE' || row.state !== 'ready') throw refuse('not_found')
  const cues = typeof content === 'string' ? await readFile(content) : content.toSorted((a, b) => a.start - b.start)
  const end = row.durationMs === null ? Number.POSITIVE_INFINITY : row.durationMs / 1000 + 1
  if (cues.some((it) => it.start > end)) throw refuse('unreadable_captions', { reason: 'past_end' })
  const isNew = !row.captions.includes(language)
  if (isNew && row.captions.length >= captionLanguagesPerMedia)
    throw refuse('unreadable_captions', { reason: 'too_many' })
  const isStillThere = await ctx.db.transact(async (tx) => {
    const there = await tx
      .update(media)
      .set({
        // The owner who saves them has read them.
        machineCaptions: sql`array_remove(${media.machineCaptions}, ${language}::text)`,
        captions: sql`array(select distinct it from unnest(${media.captions} || ${language}::text) it order by 1)`,
      })
      .where(and(eq(media.id, id), isNull(media.deletedAt)))
      .returning({ id: media.id })
    // The row is locked until the text is there, and says so to others only then.
    if (there.length > 0) await putCues(ctx, { id, language }, cues)
    await note(tx)
    return there.length > 0
  })
  if (!isStillThere) throw refuse('not_found')
  return cues
}

/**
 * Saves captions that a machine has written, where the media has none in this language; answers whether it did. The
 * owner's are never replaced.
 */
export async function saveMachineCaptions(
  ctx: Services,
  { id, language, text }: Place & { text: string },
): Promise<boolean> {
  const read = await parseCaptions(text)
  if (!('cues' in read)) return false
  const cues = read.cues.slice(0, cuesPerMedia).map((it) => ({ ...it, text: it.text.slice(0, captionLength) }))
  return ctx.db.transact(async (tx) => {
    const [row] = await tx
      .update(media)
      .set({
        captions: sql`array(select distinct it from unnest(${media.captions} || ${language}::text) it order by 1)`,
        machineCaptions: sql`${media.machineCaptions} || ${language}::text`,
      })
      .where(and(eq(media.id, id), isNull(media.deletedAt), sql`not ${language}::text = any(${media.captions})`))
      .returning({ id: media.id })
    if (row !== undefined) await putCues(ctx, { id, language }, cues)
    return row !== undefined
  })
}

/** Removes the captions in a language; refuses `not_found` where there are none. */
export async function removeCaptions(
  ctx: Services,
  ownerId: string,
  { id, language }: Place,
  note: (tx: Db) => Promise<void>,
): Promise<void> {
  const row = await getOwnMedia(ctx.db, ownerId, id)
  if (!row.captions.includes(language)) throw refuse('not_found')
  await ctx.db.transact(async (tx) => {
    await tx
      .update(media)
      .set({
        captions: sql`array_remove(${media.captions}, ${language}::text)`,
        machineCaptions: sql`array_remove(${media.machineCaptions}, ${language}::text)`,
      })
      .where(eq(media.id, id))
    await note(tx)
  })
  await ctx.storage.remove(`${id}/${captionsIn(language)}`)
}

const putCues = (ctx: Services, { id, language }: Place, cues: readonly Cue[]): Promise<void> =>
  ctx.storage.put(`${id}/${captionsIn(language)}`, Buffer.from(writeCaptions(cues)), webVttType)

async function readFile(file: string): Promise<Cue[]> {
  const read = await parseCaptions(file)
  if ('line' in read) throw refuse('unreadable_captions', read.line === null ? {} : { line: read.line })
  const isTooLong = read.cues.length > cuesPerMedia || read.cues.some((it) => it.text.length > captionLength)
  if (isTooLong) throw refuse('unreadable_captions', { reason: 'too_long' })
  return read.cues
}
