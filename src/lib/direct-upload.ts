import type { Answer } from '../../contract/endpoint.ts'
import { uploads } from '../../contract/uploads.ts'
import { writtenAs } from './page-account.ts'

type Step = Answer<typeof uploads.addDirectPart>
type Part = NonNullable<Step['next']>

type Hooks = { onBegun: (id: string) => void; onProgress: (sent: number) => unknown; signal: AbortSignal }

/** What became of it: the media, or as far as it came, from where tus goes on with the same upload. */
export type DirectOutcome = { mediaId: string } | { uploadId: string } | null

/**
 * Sends a file straight into the media store, part by part, where that is offered (S3), else answers null. What the store
 * does not take (its address cannot be reached from here, its CORS rules are missing) is left to tus. Throws
 * `DirectRefusal` where the API refuses the upload. `uploadId` goes on with one that was begun before.
 */
export async function sendDirect(
  file: File,
  upload: { id: string | null; contentHash: string | null },
  hooks: Hooks,
): Promise<DirectOutcome> {
  const begun = upload.id === null ? await begin(file, upload.contentHash, hooks) : { id: upload.id, next: null }
  if (begun === null) return null
  const { id } = begun
  const { signal } = hooks
  let next = begun.next ?? (await addPart(id, null, signal))?.next ?? null
  for (let failures = 0; next !== null; ) {
    const part: Part = next
    hooks.onProgress(part.position)
    const isPut = await put(part, file, (sent) => hooks.onProgress(part.position + sent), signal)
    signal.throwIfAborted()
    const step: Step | null = isPut ? await addPart(id, part, signal) : null
    if (step?.media_id) return { mediaId: step.media_id }
    failures = step !== null && step.received > part.position ? 0 : failures + 1
    if (failures >= mostFailures) break
    next = step === null ? part : step.next
  }
  return { uploadId: id }
}

/** An answer of the API that another attempt would meet again, or should meet later. */
export class DirectRefusal extends Error {
  readonly status: number
  readonly body: string

  constructor(status: number, body: string) {
    super(`refused with ${status}`)
    this.status = status
    this.body = body
  }
}

/** Whether this site has a store that browsers write into; null before it was asked. */
let isOffered: boolean | null = null
/** A part is tried again at once; what goes on failing is left to tus, which waits for the connection. */
const mostFailures = 2

async function begin(
  file: File,
  contentHash: string | null,
  { onBegun, signal }: Hooks,
): Promise<{ id: string; next: Part | null } | null> {
  if (isOffered === false) return null
  const answer = await post(
    uploads.beginDirect.path,
    { name: file.name, size: file.size, ...(contentHash !== null && { content_hash: contentHash }) },
    signal,
  )
  if (answer === null) return null
  if (!answer.ok && answer.status !== 404) throw new DirectRefusal(answer.status, await answer.text())
  const begun = answer.ok ? await readJson<Answer<typeof uploads.beginDirect>>(answer) : null
  const id = begun?.id ?? null
  isOffered = id !== null
  if (id === null) return null
  onBegun(id)
  return { id, next: begun?.next ?? null }
}

async function addPart(id: string, part: Part | null, signal: AbortSignal): Promise<Step | null> {
  const { url: _, ...added } = part ?? { url: '' }
  const path = uploads.addDirectPart.path.replace('{id}', id)
  const answer = await post(path, part === null ? {} : { part: added }, signal)
  return answer?.ok ? readJson(answer) : null
}

const post = (path: string, body: unknown, signal: AbortSignal): Promise<Response | null> =>
  fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...writtenAs() },
    body: JSON.stringify(body),
    signal,
  }).catch(() => null)

const readJson = <T>(answer: Response): Promise<T | null> => answer.json().catch(() => null) as Promise<T | null>

/** By XMLHttpRequest, because `fetch` does not say how much of a body has left. */
function put(part: Part, file: File, onProgress: (sent: number) => void, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    signal.addEventListener('abort', abort)
    request.open('PUT', part.url)
    request.upload.onprogress = ({ loaded }) => onProgress(loaded)
    request.onloadend = () => {
      signal.removeEventListener('abort', abort)
      resolve(request.status >= 200 && request.status < 300)
    }
    request.send(file.slice(part.position, part.position + part.bytes))
  })
}
