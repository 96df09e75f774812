/**
 * The Cache API's store on bare workerd, which has none of its own: the runtime sends a match as GET, a put as
 * PUT with the whole answer as text, a delete as PURGE. It keeps the pages used last, up to a number of bytes.
 */
const entries = new Map()
const limit = 64 * 1024 * 1024
let size = 0

export default {
  async fetch(request) {
    if (request.method === 'PUT') {
      const entry = parse(new Uint8Array(await request.arrayBuffer()))
      if (!entry) return new Response(null, { status: 400 })
      drop(request.url)
      entries.set(request.url, entry)
      size += entry.body.byteLength
      for (const oldest of entries.keys()) if (size > limit) drop(oldest)
      return new Response(null, { status: 204 })
    }
    if (request.method === 'PURGE') return new Response(null, { status: drop(request.url) ? 200 : 404 })
    const entry = entries.get(request.url)
    if (!entry || entry.until < Date.now())
      return new Response(null, { status: 504, headers: { 'cf-cache-status': 'MISS' } })
    entries.delete(request.url)
    entries.set(request.url, entry)
    return new Response(entry.body, { headers: [...entry.headers, ['cf-cache-status', 'HIT']] })
  },
}

function drop(key) {
  size -= entries.get(key)?.body.byteLength ?? 0
  return entries.delete(key)
}

/** Splits an answer as sent: status line, headers, body. Edge code stores whole strings, never chunks. */
function parse(bytes) {
  const end = bytes.findIndex(
    (_, at) => bytes[at] === 13 && bytes[at + 2] === 13 && bytes[at + 1] === 10 && bytes[at + 3] === 10,
  )
  if (end < 0) return null
  const [, ...lines] = new TextDecoder().decode(bytes.subarray(0, end)).split('\r\n')
  const headers = lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()])
  const maxAge = /max-age=(\d+)/.exec(headers.find(([name]) => name.toLowerCase() === 'cache-control')?.[1] ?? '')
  const stored = headers.filter(([name]) => !/^(?:content-length|transfer-encoding)$/i.test(name))
  return { headers: stored, body: bytes.slice(end + 4), until: Date.now() + Number(maxAge?.[1] ?? 0) * 1000 }
}
