import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { runInNewContext } from 'node:vm'
import { beforeEach, expect, it, vi } from 'vitest'
import { offlinePage } from '../edge/offline.ts'
import { getOrCreate } from '../src/lib/get-or-create.ts'

/** The service worker in a fake browser: the notifications it shows, the tabs it focuses, and what it caches. */
const code = readFileSync(fileURLToPath(new URL('../public/sw.js', import.meta.url)), 'utf8')
const home = 'https://fanfare.test'
const listeners: Record<string, (event: object) => void> = {}
const presentNotification = vi.fn()
const openWindow = vi.fn()
const setAppBadge = vi.fn(() => Promise.resolve())
const fetched = vi.fn<(request: { url: string }) => Promise<Response>>()
let cached: Map<string, Response>
let stores: Map<string, Map<string, Response>>
let tabs: { url: string; focus: () => void; navigate: (url: string) => Promise<unknown> }[]
beforeEach(() => {
  vi.clearAllMocks()
  tabs = []
  cached = new Map()
  stores = new Map()
  /** All caches but that of the empty app are looked at as one. */
  const open = async (name: string) => {
    const store = name.startsWith('fanfare-shell')
      ? getOrCreate(stores, name, () => new Map<string, Response>())
      : cached
    return {
      addAll: async (paths: string[]) => {
        for (const path of paths) store.set(path, new Response(path))
      },
      match: async (what: string | { url: string }) => store.get(keyOf(what))?.clone(),
      put: async (what: string | { url: string }, answer: Response) => void store.set(keyOf(what), answer),
      keys: async () => (store === cached ? [] : [...store.keys()].map((path) => ({ url: home + path }))),
      delete: async (what: { url: string }) => store.delete(keyOf(what).replace(home, '')),
    }
  }
  const self = {
    addEventListener: (type: string, listener: (event: object) => void) => {
      listeners[type] = listener
    },
    location: { origin: home },
    navigator: { language: 'de-DE', setAppBadge },
    skipWaiting: () => undefined,
    registration: { showNotification: presentNotification },
    clients: { matchAll: () => Promise.resolve(tabs), openWindow },
  }
  runInNewContext(code, {
    self,
    URL,
    Response,
    fetch: fetched,
    caches: {
      open,
      delete: async (name: string) => stores.delete(name),
      match: async (what: string | { url: string }, { cacheName }: { cacheName: string }) =>
        stores.get(cacheName)?.get(keyOf(what).replace(home, ''))?.clone(),
    },
  })
})
const keyOf = (what: string | { url: string }) => (typeof what === 'string' ? what : what.url)
/** The worker's answer to a request, or null when it leaves it to the browser. */
const ask = async (path: string, mode = 'navigate', method = 'GET') => {
  let answer: Promise<Response> | null = null
  const work: unknown[] = []
  listeners.fetch?.({
    request: { url: home + path, mode, method },
    respondWith: (it: Promise<Response>) => (answer = it),
    waitUntil: (it: unknown) => work.push(it),
  })
  const text = await (await (answer as Promise<Response> | null))?.text()
  await Promise.all(work)
  return text ?? null
}
const install = async () => {
  let done: unknown
  listeners.install?.({ waitUntil: (it: unknown) => (done = it) })
  await done
}
/** A page of this language tells the worker to keep the app, with the files it has loaded. */
const post = async (data: unknown) => {
  let done: unknown
  listeners.message?.({ data, waitUntil: (it: unknown) => (done = it) })
  await done
}
const shellOf = (...files: string[]) => new Response(files.map((it) => `<script src="${it}"></script>`).join(''))
const storedInShell = () => [...(stores.get('fanfare-shell-1')?.keys() ?? [])].sort()
const tab = (path: string) => {
  const client = { url: home + path, focus: vi.fn(), navigate: vi.fn(() => Promise.resolve(client)) }
  tabs.push(client)
  return client
}
const click = async (url: string) => {
  let done: unknown
  const notification = { close: () => undefined, data: { url } }
  listeners.notificationclick?.({ notification, waitUntil: (it: unknown) => (done = it) })
  await done
}

it('replaces an older push about the same object, with sound', () => {
  listeners.push?.({ data: { json: () => ({ title: 'T', body: 'B', url: '/chat?u=a' }) }, waitUntil: () => undefined })
  expect(presentNotification).toHaveBeenCalledWith(
    'T',
    expect.objectContaining({ body: 'B', tag: '/chat?u=a', renotify: true }),
  )
})

it('marks the icon of the closed app, and leaves that of an open one to the app', async () => {
  const push = async () => {
    let done: unknown
    listeners.push?.({ data: { json: () => ({}) }, waitUntil: (it: unknown) => (done = it) })
    await done
  }
  await push()
  expect(setAppBadge).toHaveBeenCalledOnce()
  tab('/chat')
  await push()
  expect(setAppBadge).toHaveBeenCalledOnce()
})

it('focuses the tab that shows the page, else navigates another one, else opens one', async () => {
  await click('/chat')
  expect(openWindow).toHaveBeenCalledWith(`${home}/chat`)
  const [upload, chat] = [tab('/upload'), tab('/chat')]
  await click('/chat')
  expect([chat.focus.mock.calls.length, chat.navigate.mock.calls.length]).toEqual([1, 0])
  expect(upload.navigate).not.toHaveBeenCalled()
  await click('/notifications')
  expect(upload.navigate).toHaveBeenCalledWith(`${home}/notifications`)
  expect(upload.focus).toHaveBeenCalled()
})

it('answers an unreachable page with the offline page, in the language of the site', async () => {
  await install()
  fetched.mockRejectedValue(new TypeError('offline'))
  expect(await ask('/@alice')).toBe('/_i18n/en/offline.html')
  fetched.mockResolvedValueOnce(new Response('alice', { headers: { 'content-language': 'fr' } }))
  expect(await ask('/@alice')).toBe('alice')
  expect(await ask('/chat?u=alice')).toBe('/_i18n/fr/offline.html')
})

it('answers an unreachable page with the empty app while a person is signed in, and no more after', async () => {
  await install()
  fetched.mockResolvedValueOnce(shellOf('/assets/entry-1.js'))
  await post({ keep: 'en', files: ['/assets/chat-1.js'] })
  expect(storedInShell()).toEqual(['/_i18n/en/shell.html', '/assets/chat-1.js', '/assets/entry-1.js'])
  fetched.mockRejectedValue(new TypeError('offline'))
  expect(await ask('/chat')).toContain('/assets/entry-1.js')
  await post('clear')
  expect(await ask('/chat')).toBe('/_i18n/en/offline.html')
})

it('keeps the app of one build: fetched again only with new files, whole or not at all', async () => {
  await install()
  fetched.mockResolvedValueOnce(shellOf('/assets/entry-1.js'))
  await post({ keep: 'en', files: ['/assets/chat-1.js'] })
  fetched.mockClear()
  await post({ keep: 'en', files: ['/assets/chat-1.js'] })
  expect(fetched).not.toHaveBeenCalled()
  fetched.mockResolvedValueOnce(shellOf('/assets/entry-1.js'))
  await post({ keep: 'en', files: ['/assets/vault-1.js'] })
  expect(storedInShell()).toContain('/assets/chat-1.js')
  fetched.mockResolvedValueOnce(new Response('', { status: 503 }))
  await post({ keep: 'en', files: ['/assets/chat-2.js'] })
  expect(storedInShell()).toContain('/assets/entry-1.js')
  fetched.mockResolvedValueOnce(shellOf('/assets/entry-2.js'))
  await post({ keep: 'en', files: ['/assets/chat-2.js'] })
  expect(storedInShell()).toEqual(['/_i18n/en/shell.html', '/assets/chat-2.js', '/assets/entry-2.js'])
})

it('has the pages of the network as long as there is one', async () => {
  await install()
  fetched.mockResolvedValueOnce(shellOf('/assets/entry-1.js'))
  await post({ keep: 'en', files: [] })
  fetched.mockResolvedValueOnce(new Response('the page of today'))
  expect(await ask('/chat')).toBe('the page of today')
})

it.each([
  ['/api/account/export', 'navigate', 'GET'],
  ['/media/1/original', 'navigate', 'GET'],
  ['/_serverFn/a', 'cors', 'GET'],
  ['/login', 'navigate', 'POST'],
])('leaves %s (%s, %s) to the browser', async (path, mode, method) => {
  await install()
  expect(await ask(path, mode, method)).toBeNull()
  expect(fetched).not.toHaveBeenCalled()
})

it('caches the offline page and its language alone, and never a page of the app or a file of it', async () => {
  await install()
  fetched.mockImplementation(async () => new Response('x', { headers: { 'content-language': 'en' } }))
  for (const path of ['/', '/chat', '/@alice/1', '/settings/payments']) await ask(path)
  expect(await ask('/assets/app-1a2b3c.js', 'cors')).toBe('x')
  expect([...cached.keys()].sort()).toEqual(['/_i18n/en/offline.html', '/_i18n/fr/offline.html', 'language'])
})

it('has files from the network, and those of the kept app without one', async () => {
  await install()
  fetched.mockResolvedValueOnce(shellOf('/assets/entry-1.js'))
  await post({ keep: 'en', files: ['/assets/chat-1.js'] })
  fetched.mockResolvedValueOnce(new Response('from the network'))
  expect(await ask('/assets/chat-1.js', 'cors')).toBe('from the network')
  fetched.mockRejectedValue(new TypeError('offline'))
  expect(await ask('/assets/chat-1.js', 'cors')).toBe('/assets/chat-1.js')
  await expect(ask('/assets/vault-1.js', 'cors')).resolves.toBe('')
})

it('names its cache of the offline page after the content, so that no old one is shown', async () => {
  const pages = await Promise.all(['en', 'fr'].map(async (locale) => (await offlinePage(locale)?.text()) ?? ''))
  const same = pages.map((html) => html.replace(/nonce="[^"]+"/, 'nonce=""')).join('')
  expect(same).toContain('nonce=""')
  expect(code).toContain(`const offline = 'fanfare-offline-${hash('sha256', same).slice(0, 8)}'`)
})
