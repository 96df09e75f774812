/** More than any form or server function sends. Files go to the API, which has its own limits. */
const maxBodyBytes = 1024 * 1024

/** The request, or null when its body is larger than `maxBodyBytes`. A body of unknown length is read up to the limit. */
export async function boundedRequest(request: Request): Promise<Request | null> {
  const declaredLength = request.headers.get('content-length')
  if (declaredLength !== null && !request.headers.has('transfer-encoding'))
    return Number(declaredLength) <= maxBodyBytes ? request : null
  if (request.body === null) return request
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  const reader = request.body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done)
      return new Request(request.url, { method: request.method, headers: request.headers, body: new Blob(chunks) })
    size += value.byteLength
    if (size > maxBodyBytes) {
      await reader.cancel()
      return null
    }
    chunks.push(value)
  }
}
