/** More than any form or server function sends; files go to the API, which has bounds of its own. */
const mostBytes = 1024 * 1024

/** The request when its body is no larger than that, else null. What does not say how long it is is read as far as that. */
export async function bounded(request: Request): Promise<Request | null> {
  const announced = request.headers.get('content-length')
  if (announced !== null && !request.headers.has('transfer-encoding'))
    return Number(announced) <= mostBytes ? request : null
  if (request.body === null) return request
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  const reader = request.body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done)
      return new Request(request.url, { method: request.method, headers: request.headers, body: new Blob(chunks) })
    size += value.byteLength
    if (size > mostBytes) {
      await reader.cancel()
      return null
    }
    chunks.push(value)
  }
}
