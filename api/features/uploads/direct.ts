import { randomBytes } from 'node:crypto'
import type { Answer } from '../../../contract/endpoint.ts'
import { directPartBytes, uploadBytes } from '../../../contract/limits.ts'
import type { uploads as contract } from '../../../contract/uploads.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { Services } from '../../platform/services.ts'
import { finish } from './finish.ts'
import { partPrefix, receivedBytes } from './parts.ts'
import { insertPart } from './statements.ts'
import { beginUpload, getOwnUpload } from './uploads.ts'

/**
 * Uploads whose bytes go from the browser straight into the bucket: the API gives the address of one part at a time, and
 * takes a part into the upload once the bucket has it in the size that was announced. The parts and rows are those of
 * tus, so an upload may go on by either of them, on any node.
 */
type Next = Answer<typeof contract.addDirectPart>['next']

/** Begins an upload; null where browsers cannot reach the media store, so that they go on by tus. */
export async function beginDirect(
  ctx: Services,
  viewer: Viewer,
  file: { name: string | null; size: number; content_hash: string | null },
): Promise<Answer<typeof contract.beginDirect>> {
  if (ctx.storage.uploadAddress === undefined) return { id: null, next: null }
  if (file.size > uploadBytes) throw refuse('too_large')
  const id = await beginUpload(ctx, viewer.id, file.name, file.size, { contentHash: file.content_hash })
  return { id, next: await nextPart(ctx, id, 0, file.size) }
}

/**
 * Adds a part that is in the bucket, and gives the address of the next one. What is not there, has another size or is not
 * at the end is not added: `received` says what is.
 */
export async function addDirectPart(
  ctx: Services,
  viewer: Viewer,
  id: string,
  part: { name: string; position: number; bytes: number } | null,
): Promise<Answer<typeof contract.addDirectPart>> {
  const upload = await getOwnUpload(ctx.db, viewer.id, id)
  if (upload.finishedAt !== null) return { received: upload.size, media_id: id, next: null }
  if (part !== null) await add(ctx, id, part, upload.size)
  const received = await receivedBytes(ctx, id)
  if (received < upload.size) return { received, media_id: null, next: await nextPart(ctx, id, received, upload.size) }
  await finish(ctx, viewer, id)
  return { received, media_id: id, next: null }
}

async function add(ctx: Services, id: string, part: { name: string; position: number; bytes: number }, size: number) {
  if (part.position + part.bytes > size) return
  const stored = await ctx.storage.stat(`${id}/${part.name}`)
  if (stored?.size === part.bytes) await ctx.db.run(insertPart, { id, ...part })
}

async function nextPart(ctx: Services, id: string, position: number, size: number): Promise<Next> {
  if (ctx.storage.uploadAddress === undefined) return null
  const name = `${partPrefix}${randomBytes(8).toString('hex')}`
  const url = await ctx.storage.uploadAddress(`${id}/${name}`, addressSeconds)
  return { name, url, position, bytes: Math.min(directPartBytes, size - position) }
}

/** Eight megabytes by a slow telephone. */
const addressSeconds = 15 * 60
