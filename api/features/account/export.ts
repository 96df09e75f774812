import { Readable } from 'node:stream'
import { sql } from 'drizzle-orm'
import { ZipFile } from 'yazl'
import { ownerOnly } from '../../../contract/endpoint.ts'
import { requireRecentAuth } from '../../identity/recent-auth.ts'
import type { RawRoute } from '../../platform/http/raw.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { Services } from '../../platform/services.ts'
import { type ExportStatement, exportPageSize, exportStatements } from './statements.ts'

/** `GET /api/account/export`: all data of a user, as a zip that is built while it is sent. */
export const exportRoute = (ctx: Services): RawRoute => ({
  method: 'GET',
  path: '/api/account/export',
  access: ownerOnly({ onboarded: false }),
  rate: 'expensive',
  serve: async (_c, viewer) => {
    requireRecentAuth(viewer)
    const name = `fanfare-${viewer.username ?? 'account'}-${new Date(ctx.now()).toISOString().slice(0, 10)}.zip`
    return new Response(Readable.toWeb(archive(ctx, viewer)) as ReadableStream<Uint8Array<ArrayBuffer>>, {
      headers: {
        'content-type': 'application/zip',
        'content-disposition': `attachment; filename="${name}"`,
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
      },
    })
  },
})

function archive(ctx: Services, viewer: Viewer): Readable {
  const zip = new ZipFile()
  const output = new Readable().wrap(zip.outputStream)
  fill(ctx, viewer, zip).then(
    () => zip.end(),
    (error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error))),
  )
  return output
}

/** Opens each entry only when the one before has been read, so that little is held in memory. */
async function fill(ctx: Services, viewer: Viewer, zip: ZipFile): Promise<void> {
  for (const [name, page] of exportStatements) {
    await add(zip, `${name}.json`, Readable.from(rowsAsJson(ctx, page, viewer.id)))
  }
  const media = await ctx.db.execute<{ id: string; type: string }>(
    sql`select id, type from media where owner_id = ${viewer.id} and deleted_at is null and state = 'ready' order by id`,
  )
  for (const { id, type } of media.rows) {
    const found = await ctx.storage.read(`${id}/full`).catch(() => null)
    if (found === null) continue
    const kind = found.contentType.split('/')[1]?.replace(/[^a-z0-9]/g, '') || type.toLowerCase()
    await add(
      zip,
      `media/${id}.${kind}`,
      Readable.fromWeb(found.stream as Parameters<typeof Readable.fromWeb>[0]),
      false,
    )
  }
}

function add(zip: ZipFile, name: string, stream: Readable, compress = true): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.once('end', resolve).once('error', reject)
    zip.addReadStream(stream, name, { compress })
  })
}

async function* rowsAsJson(ctx: Services, page: ExportStatement, userId: string): AsyncGenerator<string> {
  let after = ''
  let isFirst = true
  yield '['
  for (;;) {
    const rows = await ctx.db.run(page, { user: userId, after })
    for (const { row } of rows) {
      yield `${isFirst ? '' : ','}\n${JSON.stringify(row)}`
      isFirst = false
    }
    const last = rows.at(-1)
    if (last === undefined || rows.length < exportPageSize) break
    after = last.key
  }
  yield '\n]\n'
}
