/**
 * The ASSETS service on bare workerd: built files from a disk service, with the type, tag and compression that
 * the disk does not know. `index.json` in the files' folder is written by the build and names every file.
 */
const files = {}
let loading = null

export default {
  async fetch(request, env) {
    loading ??= env.DISK.fetch('http://disk/index.json').then(async (answer) =>
      Object.assign(files, await answer.json()),
    )
    await loading
    const path = decodeURIComponent(new URL(request.url).pathname)
    const file = Object.hasOwn(files, path) ? files[path] : null
    if (!file) return new Response(null, { status: 404 })
    const headers = { 'content-type': file.type, etag: `W/"${file.hash}"`, vary: 'Accept-Encoding' }
    if (request.headers.get('if-none-match')?.includes(file.hash)) return new Response(null, { status: 304, headers })
    const accepted = request.headers.get('accept-encoding') ?? ''
    const encoding = file.encodings.find((name) => accepted.includes(name))
    const body = await bodyOf(encoding ? `${file.hash}.${encoding}` : file.hash, env)
    if (!encoding) return new Response(body, { headers })
    return new Response(body, { headers: { ...headers, 'content-encoding': encoding }, encodeBody: 'manual' })
  },
}

/** The disk service takes ten times as long as memory, and a build is a few megabytes; larger files stay on disk. */
const bodies = new Map()
let cachedBytes = 0

async function bodyOf(name, env) {
  const cached = bodies.get(name)
  if (cached) return cached
  const found = await env.DISK.fetch(`http://disk/${name}`)
  const size = Number(found.headers.get('content-length'))
  if (size > 1024 * 1024 || cachedBytes + size > 32 * 1024 * 1024) return found.body
  const body = await found.arrayBuffer()
  if (!bodies.has(name)) cachedBytes += body.byteLength
  bodies.set(name, body)
  return body
}
