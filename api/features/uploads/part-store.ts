import type { Readable } from 'node:stream'
import { DataStore, ERRORS, Upload } from '@tus/server'
import type { Services } from '../../platform/services.ts'
import { addPart, receivedBytes, removeParts } from './parts.ts'
import { readUpload } from './statements.ts'

/** Where tus keeps unfinished uploads: in the database and the media store, so that any node may go on with one. */
export class PartStore extends DataStore {
  readonly #ctx: Services
  // A length that is not said beforehand could not be bounded by what the creator may still upload.
  override extensions = ['creation', 'creation-with-upload', 'termination']

  constructor(ctx: Services) {
    super()
    this.#ctx = ctx
  }

  /** The row was made with the upload's id. */
  override async create(upload: Upload): Promise<Upload> {
    return upload
  }

  override async getUpload(id: string): Promise<Upload> {
    const [row] = await this.#ctx.db.run(readUpload, { id })
    if (row === undefined) throw ERRORS.FILE_NOT_FOUND
    const offset = row.is_finished ? row.size : await receivedBytes(this.#ctx, id)
    return new Upload({ id, size: row.size, offset, ...(row.name !== null && { metadata: { filename: row.name } }) })
  }

  /** Answers how far the upload is afterwards. What came before a connection broke counts. */
  override async write(body: Readable, id: string, offset: number): Promise<number> {
    let position = offset
    for await (const part of inParts(body)) {
      if (!(await addPart(this.#ctx, id, position, part))) throw ERRORS.INVALID_OFFSET
      position += part.byteLength
    }
    return position
  }

  override async remove(id: string): Promise<void> {
    await removeParts(this.#ctx, id)
  }
}

/** What a request holds in memory, and what is sent again after its node was killed. */
const partBytes = 4 * 1024 * 1024

async function* inParts(body: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let chunks: Uint8Array[] = []
  let held = 0
  let failure: { error: unknown } | null = null
  try {
    for await (const chunk of body) {
      chunks.push(chunk)
      held += chunk.byteLength
      if (held < partBytes) continue
      yield Buffer.concat(chunks)
      chunks = []
      held = 0
    }
  } catch (error) {
    failure = { error }
  }
  if (held > 0) yield Buffer.concat(chunks)
  if (failure !== null) throw failure.error
}
