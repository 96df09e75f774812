import { PassThrough, Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { ownerOnly } from '../../../contract/endpoint.ts'
import { requireRecentAuth } from '../../identity/recent-auth.ts'
import { noId } from '../../platform/db/ids.ts'
import { pagesInPlaces, sendFile } from '../../platform/http/files.ts'
import type { RawRoute } from '../../platform/http/raw.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { Services } from '../../platform/services.ts'
import {
  coinsPage,
  type ExportFile,
  exportFiles,
  exportPageSize,
  ledgerAccountsOf,
  mediaPage,
} from './export-statements.ts'

/**
 * `GET /api/account/export`: all data of a user, as a zip that is built while it is sent. The last file, `manifest.json`,
 * says how many rows each file has; an archive that cannot be finished ends in a broken connection and has none. Refuses
 * `unavailable` to a user whose export is under way, and while this node sends as many as it may.
 */
export const exportRoute = (ctx: Services): RawRoute => ({
  method: 'GET',
  path: '/api/account/export',
  access: ownerOnly({ onboarded: false }),
  rate: 'expensive',
  serve: async (_c, viewer) => {
    requireRecentAuth(viewer)
    const archive = sendFile(viewer.id, (isOver) => archiveOf(ctx, viewer, isOver), longestMs)
    const name = `fanfare-${viewer.username ?? 'account'}-${new Date(ctx.now()).toISOString().slice(0, 10)}.zip`
    return new Response(archive, {
      headers: {
        'content-type': 'application/zip',
        'content-disposition': `attachment; filename="${name}"`,
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
      },
    })
  },
})

/** All pictures and films of a large creator, over a slow line. */
const longestMs = 6 * 3_600_000

function archiveOf(ctx: Services, viewer: Viewer, isOver: () => boolean): Readable {
  const zip = new ZipFile()
  // A plain stream, because yazl's type of it does not say that it is one.
  const archive = new PassThrough()
  zip.outputStream.pipe(archive)
  fill(ctx, viewer, zip, isOver).then(
    () => zip.end(),
    (error: unknown) => archive.destroy(error instanceof Error ? error : new Error(String(error))),
  )
  return archive
}

/** Opens each entry only when the one before has been read, so that little is held in memory. */
async function fill(ctx: Services, viewer: Viewer, zip: ZipFile, isOver: () => boolean): Promise<void> {
  const rows: Record<string, number> = {}
  const addRows = (name: string, pages: AsyncIterable<Row[]>) => {
    if (isOver()) throw new Error('the reader of an export has gone')
    rows[name] = 0
    return add(zip, `${name}.json`, Readable.from(asJson(pages, (count) => (rows[name] = (rows[name] ?? 0) + count))))
  }
  for (const file of exportFiles) await addRows(file.name, pagesOf(ctx, file, viewer.id))
  await addRows('coins', coinsOf(ctx, viewer.id))
  const files = await addMedia(ctx, viewer, zip, isOver)
  const manifest = { complete: true, made_at: new Date(ctx.now()).toISOString(), rows, media_files: files }
  await add(zip, 'manifest.json', Readable.from([`${JSON.stringify(manifest, null, 2)}\n`]))
}

/** Adds the bytes of the user's media; answers how many files there are, and which could not be read. */
async function addMedia(ctx: Services, viewer: Viewer, zip: ZipFile, isOver: () => boolean) {
  const missing: string[] = []
  let added = 0
  for (let after = noId; ; ) {
    const page = await ctx.db.run(mediaPage, { user: viewer.id, after })
    for (const { id, type } of page) {
      if (isOver()) throw new Error('the reader of an export has gone')
      const found = await ctx.storage.read(`${id}/full`).catch(() => null)
      if (found === null) {
        missing.push(id)
        continue
      }
      const kind = found.contentType.split('/')[1]?.replace(/[^a-z0-9]/g, '') || type.toLowerCase()
      const bytes = Readable.fromWeb(found.stream as Parameters<typeof Readable.fromWeb>[0])
      await add(zip, `media/${id}.${kind}`, bytes, false)
      added++
    }
    const last = page.at(-1)
    if (last === undefined || page.length < exportPageSize) return { added, missing }
    after = last.id
  }
}

function add(zip: ZipFile, name: string, stream: Readable, compress = true): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.once('end', resolve).once('error', reject)
    zip.addReadStream(stream, name, { compress })
  })
}

type Row = Record<string, unknown>

async function* pagesOf(ctx: Services, { page, firstKey }: ExportFile, user: string): AsyncGenerator<Row[]> {
  for (let after: string = firstKey; ; ) {
    const rows = await ctx.db.run(page, { user, after })
    yield rows.map((it) => it.row)
    const last = rows.at(-1)
    if (last === undefined || rows.length < exportPageSize) return
    after = last.key
  }
}

async function* coinsOf(ctx: Services, user: string): AsyncGenerator<Row[]> {
  for (const { id: account } of await ctx.db.run(ledgerAccountsOf, { user })) {
    for (let [afterAt, afterId] = ['-infinity', noId]; ; ) {
      const rows = await ctx.db.run(coinsPage, { account, afterAt, afterId })
      yield rows.map((it) => it.row)
      const last = rows.at(-1)
      if (last === undefined || rows.length < exportPageSize) break
      ;[afterAt, afterId] = [last.at, last.id]
    }
  }
}

async function* asJson(pages: AsyncIterable<Row[]>, count: (rows: number) => void): AsyncGenerator<string> {
  let isFirst = true
  yield '['
  for await (const rows of pagesInPlaces(pages)) {
    count(rows.length)
    for (const row of rows) {
      yield `${isFirst ? '' : ','}\n${JSON.stringify(row)}`
      isFirst = false
    }
  }
  yield '\n]\n'
}
