import { beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Message } from '../../../contract/chat.ts'
import {
  answered,
  fiona,
  message,
  mina,
  photo,
  refused,
  renderFor,
  signedIn,
  withMina,
} from '../../../tests/support/component.tsx'
import {
  getConversation,
  getMessages,
  hideConversation,
  muteConversation,
  reactToMessage,
  removeMessage,
} from '../../server/chat.functions.ts'
import { getRequestsWithUser } from '../../server/requests.functions.ts'
import { getUser } from '../../server/users.functions.ts'
import { useToasts } from '../../stores/toasts.ts'
import { ConversationView } from './conversation.tsx'

const log = page.getByRole('log', { name: 'Messages' })

beforeEach(() => {
  vi.mocked(getRequestsWithUser).mockResolvedValue(answered({ data: [], min_price: null }))
})

it('shows one time and one face for what was written within minutes', async () => {
  await open([
    message({ id: '3', seq: 3, content: 'third', created_at: at(2026, 3, 3, 12, 30) }),
    message({ id: '2', seq: 2, content: 'second', created_at: at(2026, 3, 3, 12, 2) }),
    message({ id: '1', seq: 1, content: 'first', created_at: at(2026, 3, 3, 12, 0) }),
  ])
  const times = (text: string) => log.getByRole('article').filter({ hasText: text }).getByRole('time')
  await expect.element(times('third')).toBeVisible()
  await expect.element(times('second')).toBeVisible()
  await expect.element(times('first')).not.toBeInTheDocument()
})

it('shows several media in their own shapes, side by side in rows of one height', async () => {
  const wide = photo({ id: 'a', locked: false, url: onePixel, width: 400, height: 300 })
  const upright = photo({ id: 'b', locked: false, url: onePixel, width: 300, height: 400 })
  await open([message({ type: 'media', content: '', media: [wide, upright] })])
  await expect.element(log.getByRole('figure').nth(1)).toBeVisible()
  const [first, second] = log
    .getByRole('figure')
    .elements()
    .map((it) => it.getBoundingClientRect())
  expect(first && first.width / first.height).toBeCloseTo(4 / 3, 1)
  expect(second && second.width / second.height).toBeCloseTo(3 / 4, 1)
  expect(first?.top).toBe(second?.top)
  expect(first?.height).toBeCloseTo(second?.height ?? 0, 0)
})

it('says in the menu of a message whether the creator or the team wrote it', async () => {
  await open([
    message({ id: '2', seq: 2, content: 'by the team', author: 'team' }),
    message({ id: '1', seq: 1, content: 'by herself', author: 'creator' }),
  ])
  await expect.element(log.getByRole('article').filter({ hasText: 'by the team' })).toHaveTextContent('· the team')
  for (const [text, by] of [
    ['by the team', 'Written by the team'],
    ['by herself', 'Written in person'],
  ] as const) {
    await userEvent.click(log.getByText(text, { exact: true }), { button: 'right' })
    await expect.element(page.getByRole('menu')).toHaveTextContent(by)
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('menu')).not.toBeInTheDocument()
  }
})

it('opens the menu of a message by a long press, a right click, the menu key and its button', async () => {
  await open([message({ content: 'Press me' })])
  const bubble = log.getByText('Press me')
  const more = log.getByRole('button', { name: 'What to do with this message' })
  await expect.element(bubble).toBeVisible()
  const openings: (() => unknown)[] = [
    () => finger(bubble.element(), 'pointerdown'),
    () => userEvent.click(bubble, { button: 'right' }),
    () => more.element().dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true })),
    () => userEvent.click(more),
  ]
  for (const press of openings) {
    await press()
    await expect.element(page.getByRole('menuitem', { name: 'Reply' })).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('menu')).not.toBeInTheDocument()
    await expect.element(more).toHaveFocus()
  }
})

it('opens no menu under a finger that scrolls or taps, and keeps the browser’s own over a link', async () => {
  await open([message({ content: 'See https://example.com/a' })])
  const bubble = log.getByText('See')
  await expect.element(bubble).toBeVisible()
  vi.useFakeTimers()
  try {
    for (const end of [
      () => finger(bubble.element(), 'pointermove', 40),
      () => finger(bubble.element(), 'pointerup'),
    ]) {
      finger(bubble.element(), 'pointerdown')
      end()
      vi.advanceTimersByTime(2_000)
    }
  } finally {
    vi.useRealTimers()
  }
  const link = log.getByRole('link').element()
  expect(link.dispatchEvent(new PointerEvent('contextmenu', { bubbles: true, cancelable: true }))).toBe(true)
  expect(page.getByRole('menu').elements()).toEqual([])
})

it('reacts from the menu, shows both reactions, and takes back the one that is chosen', async () => {
  vi.mocked(reactToMessage).mockImplementation(async ({ data }) =>
    answered({ my_reaction: (data as Given).reaction, other_reaction: 'heart' as const }),
  )
  await open([message({ content: 'Well?', other_reaction: 'heart' })])
  const article = log.getByRole('article')
  await expect.element(article).toHaveTextContent('Reaction of @mina: Heart')
  for (const [name, given, shown] of [
    ['Fire', 'fire', 'Your reaction: Fire'],
    ['Heart', 'heart', 'Your reaction: Heart2'],
    ['Heart', null, ''],
  ] as const) {
    await userEvent.click(log.getByText('Well?'), { button: 'right' })
    expect(page.getByRole('menuitemcheckbox').elements()).toHaveLength(6)
    await userEvent.click(page.getByRole('menuitemcheckbox', { name }))
    await expect.element(article).toHaveTextContent(new RegExp(`Reaction of @mina: Heart${shown}(?!Your)`))
    expect(vi.mocked(reactToMessage).mock.lastCall?.[0].data).toEqual({ id: '1', reaction: given })
  }
})

it('takes a reaction off again that the server refuses', async () => {
  vi.mocked(reactToMessage).mockResolvedValue(refused('chat_closed', 403))
  await open([message({ content: 'Well?' })])
  await userEvent.click(log.getByText('Well?'), { button: 'right' })
  await userEvent.click(page.getByRole('menuitemcheckbox', { name: 'Fire' }))
  await vi.waitFor(() => expect(reactToMessage).toHaveBeenCalledOnce())
  await expect.element(log.getByRole('article')).not.toHaveTextContent('Your reaction')
})

it('says nothing of a reaction, mute or hide that is refused, and in its sheet why a message could not go', async () => {
  useToasts.setState({ toasts: [] })
  const no = refused('unavailable', 503)
  for (const call of [reactToMessage, muteConversation, hideConversation, removeMessage])
    vi.mocked(call).mockResolvedValue(no)
  const mine = { sender: { id: fiona.id, username: 'fiona' }, receiver_id: mina.id }
  await open([message({ ...mine, content: 'Well?' })])
  const choose = async (role: 'menuitem' | 'menuitemcheckbox', name: string) => {
    await userEvent.click(log.getByText('Well?'), { button: 'right' })
    await userEvent.click(page.getByRole(role, { name, exact: true }))
  }
  await choose('menuitemcheckbox', 'Fire')
  await vi.waitFor(() => expect(reactToMessage).toHaveBeenCalledOnce())
  for (const [name, call] of [
    ['Mute', muteConversation],
    ['Hide until the next message', hideConversation],
  ] as const) {
    await userEvent.click(page.getByRole('button', { name: 'More about this conversation' }))
    await userEvent.click(page.getByRole('menuitem', { name }))
    await vi.waitFor(() => expect(call).toHaveBeenCalledOnce())
  }
  await choose('menuitem', 'Delete')
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Delete' }))
  await expect.element(page.getByRole('dialog').getByRole('alert')).toBeVisible()
  expect(useToasts.getState().toasts).toEqual([])
})

it('moves between the reactions with the arrows, and says why none can be given', async () => {
  await open([message({ content: 'Well?' })])
  await userEvent.click(log.getByText('Well?'), { button: 'right' })
  const choice = (name: string) => page.getByRole('menuitemcheckbox', { name })
  await expect.element(choice('Heart')).toBeVisible()
  ;(choice('Heart').element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(choice('Laughing')).toHaveFocus()
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(choice('Heart')).toHaveFocus()
  const closed = { ...mina, chat: { allowed: false, reason: 'subscribe' as const } }
  await open([message({ content: 'Well?' })], { other: closed })
  await userEvent.click(log.getByText('Well?'), { button: 'right' })
  await expect.element(choice('Heart')).toHaveAttribute('aria-disabled', 'true')
  await expect.element(page.getByRole('menu')).toHaveTextContent('@mina takes messages from subscribers.')
})

it('offers to take a message back while that may be, and then to delete it', async () => {
  vi.mocked(removeMessage).mockResolvedValue(answered({ ok: true as const }))
  const mine = { sender: { id: fiona.id, username: 'fiona' }, receiver_id: mina.id }
  await open([
    message({ ...mine, id: '2', seq: 2, content: 'new', unsend_until: '2199-01-01T00:00:00.000Z' }),
    message({ ...mine, id: '1', seq: 1, content: 'old', unsend_until: '2026-01-01T00:00:00.000Z' }),
  ])
  for (const [text, action, left] of [
    ['new', 'Unsend', 'Message unsent'],
    ['old', 'Delete', 'Message deleted'],
  ] as const) {
    await userEvent.click(log.getByText(text, { exact: true }), { button: 'right' })
    await userEvent.click(page.getByRole('menuitem', { name: action }))
    await userEvent.click(page.getByRole('dialog').getByRole('button', { name: action }))
    await expect.element(log.getByText(left)).toBeVisible()
  }
})

type Given = { reaction: Message['my_reaction'] }

async function open(messages: Message[], { other = mina } = {}) {
  vi.mocked(getUser).mockResolvedValue(answered(other))
  vi.mocked(getConversation).mockResolvedValue(answered(withMina))
  vi.mocked(getMessages).mockResolvedValue(answered({ data: messages, next: null }))
  return renderFor(signedIn(fiona), <ConversationView username="mina" mode={undefined} />)
}

const finger = (target: Element, type: string, clientY = 0) =>
  target.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerType: 'touch', clientY }))

/** An hour of the viewer's own time zone. */
const at = (year: number, month: number, day: number, hour: number, minute: number): string =>
  new Date(year, month - 1, day, hour, minute).toISOString()

const onePixel = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
