import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { runInNewContext } from 'node:vm'
import { beforeEach, expect, it, vi } from 'vitest'

/** The service worker in a world of its own: what it shows, and which tabs it touches. */
const code = readFileSync(fileURLToPath(new URL('../public/sw.js', import.meta.url)), 'utf8')
const home = 'https://fanfare.test'
const heard: Record<string, (event: object) => void> = {}
const showNotification = vi.fn()
const openWindow = vi.fn()
let tabs: { url: string; focus: () => void; navigate: (url: string) => Promise<unknown> }[]
beforeEach(() => {
  vi.clearAllMocks()
  tabs = []
  const self = {
    addEventListener: (type: string, listener: (event: object) => void) => {
      heard[type] = listener
    },
    location: { origin: home },
    registration: { showNotification },
    clients: { matchAll: () => Promise.resolve(tabs), openWindow },
  }
  runInNewContext(code, { self, URL, caches: {} })
})
const tab = (path: string) => {
  const it = { url: home + path, focus: vi.fn(), navigate: vi.fn(() => Promise.resolve(it)) }
  tabs.push(it)
  return it
}
const click = async (url: string) => {
  let done: unknown
  const notification = { close: () => undefined, data: { url } }
  heard.notificationclick?.({ notification, waitUntil: (it: unknown) => (done = it) })
  await done
}

it('shows a later push in place of the one about the same, and lets it be heard', () => {
  heard.push?.({ data: { json: () => ({ title: 'T', body: 'B', url: '/chat?u=a' }) }, waitUntil: () => undefined })
  expect(showNotification).toHaveBeenCalledWith(
    'T',
    expect.objectContaining({ body: 'B', tag: '/chat?u=a', renotify: true }),
  )
})

it('brings the tab that shows it to the front, else leads another one there, else opens one', async () => {
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
