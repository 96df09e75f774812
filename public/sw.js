/**
 * The service worker keeps hashed files only, which are the same for everybody and never change. Pages, calls and
 * media always go to the network: they belong to one person (SAFETY trap 20). A page says `clear` at sign-out.
 */
const name = 'fanfare-files-1'

self.addEventListener('install', () => self.skipWaiting())

self.addEventListener('activate', (event) => {
  const others = caches.keys().then((names) => Promise.all(names.filter((it) => it !== name).map((it) => caches.delete(it))))
  event.waitUntil(others.then(() => self.clients.claim()))
})

self.addEventListener('message', (event) => {
  if (event.data === 'clear') event.waitUntil(caches.delete(name))
})

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url)
  if (event.request.method !== 'GET' || url.origin !== self.location.origin || !url.pathname.startsWith('/assets/')) return
  event.respondWith(
    caches.open(name).then(async (cache) => {
      const kept = await cache.match(event.request)
      if (kept) return kept
      const answer = await fetch(event.request)
      if (answer.status === 200) event.waitUntil(keep(cache, event.request, answer.clone()))
      return answer
    }),
  )
})

/** Files of builds long gone make room; a full disk costs nothing but the copy. */
async function keep(cache, request, answer) {
  try {
    const keys = await cache.keys()
    await Promise.all(keys.slice(0, Math.max(0, keys.length - 150)).map((key) => cache.delete(key)))
    await cache.put(request, answer)
  } catch {}
}
