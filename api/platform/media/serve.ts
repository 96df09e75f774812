import type { ByteRange, Storage, StoredFacts } from './storage.ts'

/**
 * Answers GET and HEAD for one stored object: 200, 206 or 416 by Range, 304 by If-None-Match, 404 when it is missing.
 * The caller has verified the signed URL; its `v=p` decides between a shared and a private cache. With `isDownload` the
 * browser keeps it as a file instead of showing it. With `part` these bytes are all that there is.
 */
export async function serveMedia(
  storage: Storage,
  key: string,
  request: Request,
  { isDownload = false, part }: { isDownload?: boolean; part?: ByteRange } = {},
): Promise<Response> {
  const shared = new URL(request.url, 'http://media').searchParams.get('v') === 'p'
  const stored = await storage.stat(key)
  const facts = stored && part ? factsOfPart(stored, part) : stored
  if (!facts) return new Response(null, { status: 404, headers: { 'cache-control': 'no-store' } })
  const etag = `"${facts.etag}"`
  const headers = new Headers({
    etag,
    'accept-ranges': 'bytes',
    'cache-control': `${shared ? 'public' : 'private'}, max-age=${maxAgeSeconds}, must-revalidate`,
    'content-disposition': isDownload ? `attachment; filename="${fileName(key, facts)}"` : 'inline',
    'content-security-policy': "default-src 'none'; sandbox",
    'content-type': facts.contentType,
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    // A picture is AVIF or WebP by what the browser takes.
    vary: 'Accept',
  })
  if (namesEtag(request.headers.get('if-none-match'), etag)) return new Response(null, { status: 304, headers })
  const range = rangeOf(request, facts, etag)
  if (range === 'unsatisfiable') {
    headers.set('content-range', `bytes */${facts.size}`)
    headers.set('cache-control', 'no-store')
    headers.delete('content-type')
    return new Response(null, { status: 416, headers })
  }
  headers.set('content-length', String(range ? range.end - range.start + 1 : facts.size))
  if (range) headers.set('content-range', `bytes ${range.start}-${range.end}/${facts.size}`)
  const status = range ? 206 : 200
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  const from = part?.start ?? 0
  const found = await storage.read(key, range ? { start: from + range.start, end: from + range.end } : part)
  if (!found) return new Response(null, { status: 404, headers: { 'cache-control': 'no-store' } })
  return new Response(found.stream as ReadableStream<Uint8Array<ArrayBuffer>>, { status, headers })
}

const factsOfPart = ({ contentType, etag }: StoredFacts, { start, end }: ByteRange): StoredFacts => ({
  size: end - start + 1,
  contentType,
  etag: `${etag}-${start}`,
})

/** The last part of the media's id, which says nothing, and the ending that its type has. */
function fileName(key: string, { contentType }: StoredFacts): string {
  const id = key.split('/')[0] ?? ''
  const [family = '', format = ''] = contentType.split(';')[0]?.split('/') ?? []
  const ending = ({ jpeg: 'jpg', mpeg: 'mp3', mp4: family === 'audio' ? 'm4a' : 'mp4' } as Record<string, string>)[
    format
  ]
  return `fanfare-${id.slice(-8)}.${ending ?? format}`
}

/**
 * How long browsers and proxies show the bytes without asking. Then they ask with the ETag, and get 304 or, when the right
 * to them has ended, 404 (safety §P5).
 */
const maxAgeSeconds = 30

function namesEtag(header: string | null, etag: string): boolean {
  if (header === null) return false
  return header.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === etag)
}

/** One range as asked, null for the whole object. Several ranges at once are answered whole, which HTTP allows. */
function rangeOf(request: Request, { size }: StoredFacts, etag: string): ByteRange | null | 'unsatisfiable' {
  const ifRange = request.headers.get('if-range')
  if (ifRange !== null && ifRange !== etag) return null
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(request.headers.get('range')?.trim() ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return null
  if (match[1] === '') {
    const last = Number(match[2])
    return last === 0 || size === 0 ? 'unsatisfiable' : { start: Math.max(0, size - last), end: size - 1 }
  }
  const start = Number(match[1])
  const end = match[2] === '' ? size - 1 : Math.min(Number(match[2]), size - 1)
  if (match[2] !== '' && Number(match[2]) < start) return null
  return start >= size ? 'unsatisfiable' : { start, end }
}
