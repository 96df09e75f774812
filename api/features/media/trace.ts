import { buffer } from 'node:stream/consumers'
import { eq } from 'drizzle-orm'
import { coinsOf } from '../../../contract/coins.ts'
import { type Trace, type TracedCopy, traceAccess, tracePath } from '../../../contract/traces.ts'
import { audit } from '../../platform/audit/audit.ts'
import { media } from '../../platform/db/schema/media.ts'
import type { RowOf } from '../../platform/db/statement.ts'
import type { RawRoute } from '../../platform/http/raw.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { FoundMark } from '../../platform/marks/find-marks.ts'
import { markKey } from '../../platform/marks/mark-key.ts'
import { searchMarks, type Traced } from '../../platform/marks/search.ts'
import { MediaRefusalError } from '../../platform/media/media-refusal.ts'
import { readPicture } from '../../platform/media/sent-picture.ts'
import { signMediaUrl } from '../../platform/media/signing.ts'
import { serializeByKey } from '../../platform/serialize-by-key.ts'
import type { Services } from '../../platform/services.ts'
import { readMarkedMedia, readMarks, readMarksOfMedia } from './mark-statements.ts'
import { searchRecording } from './trace-film.ts'

/**
 * Whose copy a picture or a film is that was found elsewhere: compared with the creator's own media of which marked copies
 * exist, and with no others. The file is not kept.
 */
export const traceRoute = (ctx: Services): RawRoute => ({
  method: 'POST',
  path: tracePath,
  access: traceAccess,
  rate: 'expensive',
  serve: async (c, viewer) => {
    const trace = await traceFile(ctx, viewer.id, c.req.raw)
    const object = trace.media === null ? undefined : { kind: 'media', id: trace.media.id }
    await ctx.db.transact((tx) => audit(tx, viewer, 'media.trace', object))
    return Response.json(trace, { headers: { 'cache-control': 'private, no-store' } })
  },
})

async function traceFile(ctx: Services, ownerId: string, request: Request): Promise<Trace> {
  const isFilm = /^video\//i.test(request.headers.get('content-type') ?? '')
  try {
    const traced = await (isFilm ? searchRecording(ctx, ownerId, request) : searchPicture(ctx, ownerId, request))
    return traced === null ? { media: null, copies: [] } : await presentTrace(ctx, ownerId, traced)
  } catch (error) {
    if (error instanceof MediaRefusalError) throw refuse('unsupported_media', { reason: error.reason })
    throw error
  }
}

async function searchPicture(ctx: Services, ownerId: string, request: Request): Promise<Traced | null> {
  const file = await readPicture(request)
  const rows = await ctx.db.run(readMarkedMedia, { owner: ownerId, limit: mostPictures })
  const pictures = rows.map(({ id: mediaId, ...size }) => ({ mediaId, ...size }))
  const key = await markKey(ctx)
  // A search takes a core and half a gigabyte, so a node makes one of pictures at a time. Films have a turn of their own:
  // theirs last half a minute and more.
  return serializeByKey('trace', () => searchMarks(file, pictures, key, (id) => readSuspect(ctx, id)))
}

/** Of a creator with more pictures the older ones are not searched: each takes a few milliseconds. */
const mostPictures = 5_000

async function readSuspect(ctx: Services, mediaId: string): Promise<{ picture: Uint8Array; marks: number[] } | null> {
  const found = await ctx.storage.read(`${mediaId}/full`)
  if (found === null) return null
  const marks = await ctx.db.run(readMarksOfMedia, { media: mediaId })
  return { picture: await buffer(found.stream), marks: marks.map(({ id }) => id) }
}

async function presentTrace(ctx: Services, ownerId: string, { mediaId, marks }: Traced): Promise<Trace> {
  const [row] = await ctx.db.select().from(media).where(eq(media.id, mediaId))
  const rows = await ctx.db.run(readMarks, { ids: marks.map(({ index }) => index) })
  const byId = new Map(rows.map((it) => [it.id, it]))
  const address = { mediaId, variant: 'thumb', viewerId: ownerId, now: ctx.now(), secret: ctx.env.SECRET }
  return {
    media: row
      ? {
          id: row.id,
          name: row.name,
          thumb: row.deletedAt === null ? signMediaUrl(address) : null,
          created_at: row.createdAt.toISOString(),
        }
      : null,
    copies: marks.flatMap((mark) => {
      const found = byId.get(mark.index)
      return found === undefined ? [] : [presentCopy(found, mark)]
    }),
  }
}

function presentCopy(row: RowOf<typeof readMarks>, { chance }: FoundMark): TracedCopy {
  const { purchase_id, price_cents, bought_at } = row
  const isBought = purchase_id !== null && price_cents !== null && bought_at !== null
  return {
    mark: row.id,
    fan: { id: row.viewer_id, username: row.username },
    basis: row.basis,
    purchase: isBought ? { id: purchase_id, price: coinsOf(price_cents), at: bought_at.toISOString() } : null,
    first_sent_at: row.created_at.toISOString(),
    confidence: chance < certainChance ? 'certain' : 'likely',
  }
}

const certainChance = 1e-15
