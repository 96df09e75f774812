import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { answered, fiona, message, mina, renderFor, signedIn, withMina } from '../../../tests/support/component.tsx'
import { getConversation, getConversations, getMessages } from '../../server/chat.functions.ts'
import { getRequestsWithUser } from '../../server/requests.functions.ts'
import { getUser } from '../../server/users.functions.ts'
import { toast } from '../../stores/toasts.ts'
import { ChatScreen } from './chat-screen.tsx'

const log = page.getByRole('log', { name: 'Messages' })
const field = page.getByRole('textbox', { name: 'Message to @mina' })
const tabs = page.getByRole('navigation', { name: 'Main' })

beforeEach(() => {
  vi.mocked(getRequestsWithUser).mockResolvedValue(answered({ data: [], min_price: null }))
  vi.mocked(getConversations).mockResolvedValue(answered({ data: [withMina], next: null }))
  vi.mocked(getConversation).mockResolvedValue(answered(withMina))
  vi.mocked(getUser).mockResolvedValue(answered(mina))
  const lines = Array.from({ length: 30 }, (_, n) => message({ id: `${n}`, seq: 30 - n, content: `line ${30 - n}` }))
  vi.mocked(getMessages).mockResolvedValue(answered({ data: lines, next: null }))
})

afterEach(async () => {
  vi.restoreAllMocks()
  await page.viewport(1024, 768)
})

it('has one bar with the way back and no tabs over an open conversation on a phone', async () => {
  await open('mina', { width: 390, height: 844 })
  await expect.element(page.getByRole('heading', { level: 1, name: 'Mina' })).toBeVisible()
  expect(bars()).toHaveLength(1)
  await expect.element(page.getByRole('link', { name: 'Back' })).toHaveAttribute('href', '/chat')
  await expect.element(tabs).not.toBeInTheDocument()
  await expect.poll(() => bottomOf(field.element())).toBeGreaterThan(844 - 16)
})

it('keeps the tabs and its own bar over the list on a phone', async () => {
  await open(undefined, { width: 390, height: 844 })
  await expect.element(page.getByRole('heading', { level: 1, name: 'Chat' })).toBeVisible()
  await expect.element(tabs).toBeVisible()
  expect(bars()).toHaveLength(1)
})

it('gives each pane its bar on a laptop, and the conversation has the heading', async () => {
  await open('mina', { width: 1280, height: 800 })
  await expect.element(page.getByRole('heading', { level: 1, name: 'Mina' })).toBeVisible()
  expect(page.getByRole('heading', { level: 1 }).elements()).toHaveLength(1)
  const [list, conversation] = bars().map((it) => it.getBoundingClientRect())
  expect(list?.right).toBeLessThanOrEqual(conversation?.left ?? 0)
  await expect.element(tabs).toBeVisible()
})

it.each([844, 480, 300, 200])('shows messages and composer in a window of %i px', async (height) => {
  await open('mina', { width: 390, height })
  await expect.element(log).toBeInViewport()
  expect(log.element().clientHeight).toBeGreaterThanOrEqual(80)
  expect(topOf(field.element())).toBeGreaterThan(topOf(log.element()))
  expect(bottomOf(field.element())).toBeLessThanOrEqual(height)
})

it('fills what a keyboard leaves that lies over the page, and the page again when it is gone', async () => {
  await open('mina', { width: 390, height: 844 })
  await expect.element(log).toBeVisible()
  covered({ height: 420, offsetTop: 100 })
  await expect.poll(() => bottomOf(field.element())).toBeLessThanOrEqual(520)
  expect(topOf(page.getByRole('heading', { level: 1 }).element())).toBeGreaterThanOrEqual(100)
  vi.restoreAllMocks()
  window.visualViewport?.dispatchEvent(new Event('resize'))
  await expect.poll(() => bottomOf(field.element())).toBeGreaterThan(844 - 16)
})

it('leaves a page alone that is zoomed in', async () => {
  await open('mina', { width: 390, height: 844 })
  await expect.element(log).toBeVisible()
  covered({ height: 420, offsetTop: 100, scale: 2 })
  expect(document.documentElement.dataset.keyboard).toBeUndefined()
})

it('shows toasts above the composer, however little room there is', async () => {
  await open('mina', { width: 390, height: 300 })
  await expect.element(log).toBeVisible()
  toast('Saved')
  await expect.element(page.getByText('Saved')).toBeVisible()
  await expect.poll(() => bottomOf(page.getByText('Saved').element())).toBeLessThan(topOf(field.element()))
})

async function open(username: string | undefined, { width, height }: { width: number; height: number }) {
  await page.viewport(width, height)
  await renderFor(signedIn(fiona), <ChatScreen mode={undefined} username={username} />)
}

/** What a browser says whose keyboard lies over the page. */
function covered(change: { height: number; offsetTop: number; scale?: number }) {
  const seen = window.visualViewport as VisualViewport
  for (const [name, value] of Object.entries(change))
    vi.spyOn(seen, name as 'height', 'get').mockReturnValue(value as number)
  seen.dispatchEvent(new Event('resize'))
}

const bars = () => [...document.querySelectorAll('header')].filter((it) => it.getClientRects().length > 0)
const topOf = (it: Element) => it.getBoundingClientRect().top
const bottomOf = (it: Element) => it.getBoundingClientRect().bottom
