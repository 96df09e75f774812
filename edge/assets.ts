import type { Bindings } from './env.ts'

/** A file of the build, or null when there is none at this path. */
export async function builtFile(request: Request, path: string, env: Bindings): Promise<Response | null> {
  if (!env.ASSETS || !mayBeFile(request, path)) return null
  const found = await env.ASSETS.fetch(request)
  if (found.status === 404) return null
  const file = new Response(found.body, found)
  file.headers.set('cache-control', cacheRule(path))
  file.headers.set('x-content-type-options', 'nosniff')
  file.headers.delete('set-cookie')
  return file
}

/** Usernames may contain a dot, so only the extensions that the build has are looked up. */
function mayBeFile(request: Request, path: string): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false
  return (
    path.startsWith('/assets/') ||
    /^\/[\w./-]+\.(?:js|css|svg|png|ico|jpg|webp|avif|woff2|webmanifest|txt|json|xml|mp3|wasm)$/.test(path)
  )
}

function cacheRule(path: string): string {
  if (path.startsWith('/assets/')) return 'public, max-age=31536000, immutable'
  // A service worker must be replaceable at once, and the list of a build's files says which one is served. Other files
  // without a hash in their name may lag by an hour.
  return path === '/sw.js' || path === '/build.json' ? 'no-cache' : 'public, max-age=3600'
}
