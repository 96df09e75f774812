/**
 * The service worker keeps the pages that it shows where none can be reached: the app without anything on it, which fills
 * itself with what the browser has for the one who is signed in (docs/decisions/offline.md), or one that only says so.
 * Pages, calls and media always go to the network: they belong to one person (safety §20). Files do too, as the browser
 * keeps them itself (what a second copy cost is in docs/decisions/offline.md). A page says `clear` at sign-out.
 */

/** The app without anything on it and the files it needs, while a person is signed in. */
const shell = 'fanfare-shell-1'
const shellPages = { en: '/_i18n/en/shell.html', fr: '/_i18n/fr/shell.html' }

/** Named after what the pages hold (tests/service-worker.test.ts says how). */
const offline = 'fanfare-offline-04da9916'
const offlinePages = { en: '/_i18n/en/offline.html', fr: '/_i18n/fr/offline.html' }

self.addEventListener('install', (event) => {
  self.skipWaiting()
  event.waitUntil(caches.open(offline).then((cache) => cache.addAll(Object.values(offlinePages))))
})

self.addEventListener('activate', (event) => {
  const isOld = (it) => it !== shell && it !== offline
  const others = caches.keys().then((names) => Promise.all(names.filter(isOld).map((it) => caches.delete(it))))
  event.waitUntil(others.then(() => self.clients.claim()))
})

self.addEventListener('message', (event) => {
  if (event.data === 'clear') event.waitUntil(caches.delete(shell))
  else if (Object.hasOwn(shellPages, event.data?.keep)) event.waitUntil(keepShell(event.data.keep, event.data.files))
})

/** A push carries its own words, in the language of the one it is for; without words it says that there is something. */
self.addEventListener('push', (event) => {
  let news = {}
  try {
    news = event.data?.json() ?? {}
  } catch {}
  const { title = 'Fanfare', body = '', url = '/notifications', tag = url, icon = '/favicon.png' } = news
  // The latest about the same takes the place of the one before, and is heard too. A discreet one has no icon of ours.
  const options = { body, data: { url }, icon: icon ?? undefined, tag, renotify: true }
  event.waitUntil(Promise.all([self.registration.showNotification(title, options), markIcon()]))
})

/** A dot on the icon of the closed app; an open one knows how much is unread, and shows the number itself. */
async function markIcon() {
  if (!self.navigator.setAppBadge) return
  const open = await self.clients.matchAll({ type: 'window' })
  if (open.length === 0) await self.navigator.setAppBadge().catch(() => {})
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const url = new URL(event.notification.data?.url ?? '/', self.location.origin)
  if (url.origin !== self.location.origin) return
  event.waitUntil(
    self.clients.matchAll({ type: 'window' }).then((open) => {
      // A tab that shows it already is only brought to the front: what is written or uploaded there goes on.
      const there = open.find((it) => it.url === url.href)
      if (there) return there.focus()
      const [tab] = open
      return tab ? tab.navigate(url.href).then((it) => it?.focus()) : self.clients.openWindow(url.href)
    }),
  )
})

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url)
  if (event.request.method !== 'GET' || url.origin !== self.location.origin) return
  if (url.pathname.startsWith('/assets/')) event.respondWith(file(event.request))
  else if (event.request.mode === 'navigate' && !/^\/(?:api|media)\//.test(url.pathname)) event.respondWith(page(event))
})

/** A file from the browser's cache or the network, else the one that was kept with the app. */
async function file(request) {
  try {
    return await fetch(request)
  } catch {
    return (await caches.match(request, { cacheName: shell })) ?? Response.error()
  }
}

/**
 * A page as the network has it, never kept; without a network ours, in the language of the page before. No navigation
 * preload: it would ask a second time for what this worker leaves to the browser, such as the way back from Google.
 */
async function page(event) {
  try {
    const answer = await fetch(event.request)
    event.waitUntil(rememberLanguage(answer.headers.get('content-language')))
    return answer
  } catch {
    const cache = await caches.open(offline)
    const language = (await (await cache.match('language'))?.text()) ?? self.navigator.language.slice(0, 2)
    const app = await caches.match(shellPages[language] ?? shellPages.en, { cacheName: shell })
    return app ?? (await cache.match(offlinePages[language] ?? offlinePages.en)) ?? Response.error()
  }
}

/**
 * Keeps the empty app of a language with its files and those that the page names, whole or not at all. With every file of
 * the page kept already it is this build's, and nothing is fetched.
 */
async function keepShell(language, files) {
  const cache = await caches.open(shell)
  const path = shellPages[language]
  const kept = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname))
  const isKept = (it) => kept.has(it)
  if ([path, ...files].every(isKept)) return
  const page = await fetch(path, { credentials: 'omit', cache: 'no-store' })
  if (page.status !== 200) return
  const named = (await page.clone().text()).match(/\/assets\/[^"'\\)\s<>]+/g) ?? []
  const isSameBuild = named.every(isKept)
  const needed = new Set([...named, ...files])
  await cache.addAll([...needed].filter((it) => !isKept(it)))
  await cache.put(path, page)
  if (isSameBuild) return
  const old = [...kept].filter((it) => it !== path && !needed.has(it))
  await Promise.all(old.map((it) => cache.delete(it)))
}

let remembered = null
async function rememberLanguage(language) {
  if (language === remembered || !Object.hasOwn(offlinePages, language)) return
  remembered = language
  try {
    const cache = await caches.open(offline)
    await cache.put('language', new Response(language))
  } catch {}
}
