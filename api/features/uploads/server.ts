import { statfs } from 'node:fs/promises'
import { Server } from '@tus/server'
import type { Context, Hono } from 'hono'
import { uploadBytes } from '../../../contract/limits.ts'
import { mediaIdHeader, tusAccess, uploadPath } from '../../../contract/uploads.ts'
import { parseUuid } from '../../../contract/uuid.ts'
import { readViewer } from '../../identity/viewer.ts'
import { makeDataDir } from '../../platform/data-dir.ts'
import { isUnavailable } from '../../platform/db/db.ts'
import { admit, failure, type Vars } from '../../platform/http/implement.ts'
import { addressKey } from '../../platform/http/rates.ts'
import { RefusalError, refuse } from '../../platform/http/refusal.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { requireWriter } from '../../platform/http/written-as.ts'
import type { Services } from '../../platform/services.ts'
import { finish } from './finish.ts'
import { namedCreator, requireTaken } from './from-fan.ts'
import { PartStore } from './part-store.ts'
import { guarded } from './upload-guard.ts'
import { uploadLocker } from './upload-lock.ts'
import { beginUpload, dropUpload, fileName, getOwnUpload } from './uploads.ts'

/**
 * `/api/uploads`: tus 1.0, for creators and operators with can_medias, and for fans whose pictures and voice notes the
 * creator takes for whom each is. Rights are asked on every request, while its
 * body flows, and before it counts as finished, so that losing them cuts an upload in flight. The requests of one upload
 * may go to different nodes. `freeBytes` says what is free on the disk of a directory: uploads stop before it is full,
 * because media are made there, and the embedded database writes there too.
 */
export function openUploads(ctx: Services, freeBytes = freeBytesOf): Uploads {
  makeDataDir(ctx.env.DATA_DIR)
  const callers = new WeakMap<Request, Caller>()
  const tus = new Server({
    path: uploadPath,
    datastore: new PartStore(ctx),
    locker: uploadLocker(ctx),
    // What a request that is asked to stop may still read before its connection ends.
    lockDrainTimeout: 500,
    maxSize: uploadBytes,
    relativeLocation: true,
    allowedOrigins: [],
    exposedHeaders: [mediaIdHeader],
    // A finished upload is the vault's, where it is deleted.
    disableTerminationForFinishedUploads: true,
    namingFunction: async (request, metadata) => {
      const { viewer, onlyFor } = caller(request)
      if (onlyFor !== null) await ctx.rates.take('fan_media', viewer.id)
      const size = Number(request.headers.get('upload-length') ?? 0)
      return beginUpload(ctx, viewer.id, fileName(metadata?.filename), size, { onlyFor })
    },
    onUploadFinish: async (request, { id }) => {
      const viewer = await permitted(ctx, request as Request)
      await requireTaken(ctx, viewer, caller(request).onlyFor)
      await finish(ctx, viewer, id)
      return { headers: { [mediaIdHeader]: id } }
    },
    onResponseError: (_request, error) => {
      // Tus writes its own refusals; ours, and a store or database that is away, are answered below.
      if (error instanceof RefusalError || isUnavailable(error)) throw error
      return undefined
    },
  })

  const caller = (request: unknown): Caller => {
    const found = callers.get(request as Request)
    if (found === undefined) throw refuse('unauthorised')
    return found
  }

  async function serve(c: Context<Vars>): Promise<Response> {
    const { method } = c.req
    try {
      if (!methods.has(method)) throw refuse('not_found')
      await ctx.rates.take('address', addressKey(c.get('address')))
      const viewer = await permitted(ctx, c.req.raw)
      c.set('viewer', viewer)
      if (method !== 'HEAD') await ctx.rates.take('write', `${viewer.id} uploads`)
      requireSpace(c.req.raw, await freeBytes(ctx.env.DATA_DIR))
      const id = c.req.param('id') ?? null
      if ((id === null) !== (method === 'POST' || method === 'OPTIONS')) throw refuse('not_found')
      const upload = id === null ? null : await getOwnUpload(ctx.db, viewer.id, checked(id))
      const onlyFor = upload === null ? newFor(viewer, c.req.raw) : upload.onlyFor
      // What was begun may be given up without the right to go on.
      if (method !== 'DELETE') await requireTaken(ctx, viewer, onlyFor)
      if (upload?.finishedAt != null && method === 'HEAD') return finished(upload)
      let cut: unknown = null
      const request = withBody(c.req.raw, async () => {
        await permitted(ctx, c.req.raw)
          .then((it) => requireTaken(ctx, it, onlyFor))
          .catch((error: unknown) => {
            cut = error
            throw error
          })
      })
      callers.set(request, { viewer, onlyFor })
      const answer = await tus.handleWeb(request)
      if (cut !== null) throw cut
      if (method === 'DELETE' && id !== null && answer.ok) await dropUpload(ctx.db, id)
      return upload === null ? answer : await withMediaId(answer, viewer, upload)
    } catch (error) {
      return failure(error, null, `uploads ${method}`, c.get('locale'), c.get('requestId'))
    }
  }

  /** Names the media that the upload became, also when the process stopped after its last byte. */
  async function withMediaId(
    answer: Response,
    viewer: Viewer,
    upload: { id: string; size: number; finishedAt: Date | null },
  ): Promise<Response> {
    const offset = Number(answer.headers.get('upload-offset') ?? -1)
    if (!answer.ok || offset !== upload.size) return answer
    if (upload.finishedAt === null) await finish(ctx, viewer, upload.id)
    answer.headers.set(mediaIdHeader, upload.id)
    return answer
  }

  return {
    mount: (app) => {
      app.all(uploadPath, serve)
      app.all(`${uploadPath}/:id`, serve)
    },
  }
}

/** For everything else that writes on the disk, in bytes. */
const reservedBytes = 2 * 1024 ** 3

/** Refuses what would leave too little of the disk free: a new upload by its length, a part by its own. */
function requireSpace({ method, headers }: Request, free: number): void {
  if (method !== 'POST' && method !== 'PATCH') return
  const coming = Number(headers.get(method === 'POST' ? 'upload-length' : 'content-length') ?? 0)
  if (free - coming < reservedBytes) throw refuse('storage_full')
}

async function freeBytesOf(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory)
  return bavail * bsize
}

export type Uploads = { mount(app: Hono<Vars>): void }

type Caller = { viewer: Viewer; onlyFor: string | null }

/** A creator's upload is for the vault. */
const newFor = (viewer: Viewer, request: Request) => (viewer.isCreator ? null : namedCreator(request))

const methods = new Set(['POST', 'HEAD', 'PATCH', 'DELETE', 'OPTIONS'])

/** The caller, if they may upload now; read again on every request. */
async function permitted(ctx: Services, request: Request): Promise<Viewer> {
  const seen = await readViewer(ctx, request.headers.get('cookie'))
  requireWriter(request, seen)
  const viewer = admit(tusAccess, seen)
  if (viewer === null) throw refuse('unauthorised')
  return viewer
}

/** What a client asks that lost the answer to its last byte; the file itself may be gone already. */
function finished({ id, size }: { id: string; size: number }): Response {
  const length = String(size)
  const headers = {
    'tus-resumable': '1.0.0',
    'cache-control': 'no-store',
    'upload-offset': length,
    'upload-length': length,
    [mediaIdHeader]: id,
  }
  return new Response(null, { status: 200, headers })
}

/** Ids are names of files too, so that only their own spelling is one. */
function checked(id: string): string {
  if (parseUuid(id) !== id) throw refuse('not_found')
  return id
}

/** The request with its body watched; one without a body stays as it is. */
function withBody(request: Request, stillMay: () => Promise<void>): Request {
  if (request.body === null || request.method === 'HEAD')
    return new Request(request.url, { method: request.method, headers: request.headers })
  const init = {
    method: request.method,
    headers: request.headers,
    body: guarded(request.body, stillMay),
    duplex: 'half' as const,
  }
  return new Request(request.url, init)
}
