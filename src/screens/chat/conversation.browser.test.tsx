import { beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Message, OpenConversation } from '../../../contract/chat.ts'
import type { Profile } from '../../../contract/profile.ts'
import {
  answered,
  fiona,
  later,
  message,
  mina,
  photo,
  refused,
  renderFor,
  signedIn,
  withMina,
} from '../../../tests/support/component.tsx'
import { messageArrived } from '../../queries/chat-cache.ts'
import { sendUnreached } from '../../queries/outgoing.ts'
import { getConversation, getMessages, sendMessage } from '../../server/chat.functions.ts'
import { getRequestsWithUser } from '../../server/requests.functions.ts'
import { getUser } from '../../server/users.functions.ts'
import { connectionBack, connectionLost } from '../../stores/offline.ts'
import { usePurchase } from '../../stores/purchase.ts'
import { ConversationView } from './conversation.tsx'

const log = page.getByRole('log', { name: 'Messages' })
const field = page.getByRole('textbox', { name: 'Message to @mina' })
const failure = log.getByRole('alert')
const down = page.getByRole('button', { name: /^Newest messages/ })

beforeEach(() => {
  vi.mocked(getRequestsWithUser).mockResolvedValue(answered({ data: [], min_price: null }))
})

it('shows messages oldest first with a line before each day, whatever the hour', async () => {
  await open([
    message({ id: '4', seq: 4, content: 'fourth', created_at: at(2026, 3, 4, 0, 1) }),
    message({ id: '3', seq: 3, content: 'third', created_at: at(2026, 3, 3, 23, 59) }),
    own({ id: '2', seq: 2, content: 'second', created_at: at(2026, 3, 2, 23, 59) }),
    message({ id: '1', seq: 1, content: 'first', created_at: at(2026, 3, 2, 0, 1) }),
  ])
  await expect.element(log.getByText('fourth')).toBeVisible()
  const seen = ['Monday, March 2', 'first', 'second', 'Tuesday, March 3', 'third', 'Wednesday, March 4', 'fourth']
  const tops = seen.map((text) => log.getByText(text, { exact: true }).element().getBoundingClientRect().top)
  expect(tops).toEqual(tops.toSorted((a, b) => a - b))
  expect(log.getByText(/, March /).elements()).toHaveLength(3)
})

it('shows what a locked photo costs instead of the photo, and opens the purchase of the whole message', async () => {
  const media = [photo({ id: 'a', price: 4, url: null }), photo({ id: 'b', price: 4 })]
  await open([message({ type: 'media', content: 'Two for you', media, price: 8, locked: true })])
  await expect.element(log.getByText('Two for you')).toBeVisible()
  expect(log.getByText('1 photo').elements()).toHaveLength(2)
  expect(log.getByRole('img').elements()).toHaveLength(0)
  const unlock = log.getByRole('button', { name: /^Unlock/ }).first()
  await expect.element(unlock).toHaveTextContent('Unlock · €8.00')
  await userEvent.click(unlock)
  expect(usePurchase.getState().purchase).toMatchObject({ kind: 'unlock', mediaId: 'a', within: '1', price: 8, media })
})

it('shows a bought photo with its description and without a price', async () => {
  const media = [photo({ locked: false, url: onePixel, description: 'A trapdoor' })]
  await open([message({ type: 'media', content: '', media, price: 8 })])
  await expect.element(log.getByRole('img', { name: 'A trapdoor' })).toBeVisible()
  await expect.element(log.getByRole('button', { name: /^Unlock/ })).not.toBeInTheDocument()
  expect(log.getByText('€8.00').elements()).toHaveLength(0)
})

it('shows that a message was deleted, without its text, its media and its actions', async () => {
  await open([message({ id: '2', seq: 2, deleted: true, content: '' }), own({ id: '1', content: 'Why?' })])
  await expect.element(log.getByText('Message deleted')).toBeVisible()
  expect(log.getByRole('article').elements()).toHaveLength(1)
})

it('marks the last own message that the other user has read', async () => {
  await open([own({ id: '2', seq: 2, content: 'unread' }), own({ id: '1', seq: 1, content: 'read' })], {
    session: { other_read_seq: 1 },
  })
  await expect.element(log.getByRole('article').filter({ hasText: 'You say:read' })).toHaveTextContent('· Read')
  await expect.element(log.getByRole('article').filter({ hasText: 'unread' })).not.toHaveTextContent('· Read')
})

it('shows a message as sending until the answer, and then once', async () => {
  const slow = later<Sent>()
  vi.mocked(sendMessage).mockReturnValue(slow.answer)
  await open([message()])
  await write('On my way')
  await expect.element(log.getByText('On my way')).toBeVisible()
  await expect.element(log.getByText('Sending…')).toBeVisible()
  await expect.poll(() => vi.mocked(sendMessage).mock.calls).toHaveLength(1)
  slow.give(answered(sentAs(callOf(0))))
  await expect.element(log.getByText('Sending…')).not.toBeInTheDocument()
  expect(log.getByText('On my way').elements()).toHaveLength(1)
})

it('keeps a message that was not sent with its reason, and sends it again under the same key', async () => {
  vi.mocked(sendMessage)
    .mockRejectedValueOnce(new TypeError('fetch failed'))
    .mockImplementationOnce(async ({ data }) => answered(sentAs(data as Call)))
  await open([message()])
  await write('Are you there?')
  await expect.element(failure).toHaveTextContent('Not sent. This is not available right now.')
  await expect.element(log.getByText('Are you there?')).toBeVisible()
  await userEvent.click(failure.getByRole('button', { name: 'Send again' }))
  await expect.element(failure).not.toBeInTheDocument()
  expect(log.getByText('Are you there?').elements()).toHaveLength(1)
  await expect.poll(() => vi.mocked(sendMessage).mock.calls).toHaveLength(2)
  expect(callOf(1)).toEqual(callOf(0))
  expect(callOf(0).client_id).toMatch(/^[0-9a-f-]{36}$/)
})

it('lets a message wait without a connection, and sends what waits in order and once when it is back', async () => {
  vi.mocked(sendMessage).mockRejectedValue(new TypeError('fetch failed'))
  const { queryClient } = await open([message()])
  connectionLost()
  await write('one')
  await write('two')
  await write('never')
  await expect.element(log.getByText('Waits for a connection').nth(2)).toBeVisible()
  expect(failure.elements()).toHaveLength(0)
  await userEvent.click(log.getByRole('button', { name: 'Discard' }).nth(2))
  await expect.element(log.getByText('never')).not.toBeInTheDocument()
  vi.mocked(sendMessage)
    .mockReset()
    .mockImplementation(async ({ data }) => answered(sentAs(data as Call)))
  connectionBack()
  // As two tabs would.
  sendUnreached(queryClient)
  sendUnreached(queryClient)
  const contents = () => vi.mocked(sendMessage).mock.calls.map((_, call) => callOf(call).content)
  await expect.poll(contents).toEqual(['one', 'two'])
  await expect.element(log.getByText('Sending…')).not.toBeInTheDocument()
  expect(contents()).toHaveLength(2)
})

it('discards a message that was not sent', async () => {
  vi.mocked(sendMessage).mockResolvedValue(refused('rate_limited', 429))
  await open([message()])
  await write('Never mind')
  await userEvent.click(failure.getByRole('button', { name: 'Discard' }))
  await expect.element(log.getByText('Never mind')).not.toBeInTheDocument()
  expect(sendMessage).toHaveBeenCalledOnce()
})

it('offers to subscribe instead of writing after the chat has closed to the sender, and keeps the message', async () => {
  vi.mocked(sendMessage).mockResolvedValue(refused('chat_closed', 403))
  await open([message()])
  await expect.element(field).toBeVisible()
  vi.mocked(getUser).mockResolvedValue(answered({ ...mina, chat: { allowed: false, reason: 'subscribe' } }))
  await write('One more thing')
  await expect.element(page.getByText('@mina takes messages from subscribers.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Subscribe' })).toBeVisible()
  await expect.element(field).not.toBeInTheDocument()
  await expect.element(failure).toBeVisible()
})

it('fetches earlier messages when one scrolls up, and keeps the place', async () => {
  await open(run(60, 31), { earlier: run(30, 1) })
  await expect.element(log.getByText('line 60', { exact: true })).toBeInViewport()
  expect(getMessages).toHaveBeenCalledOnce()
  const scroller = log.element()
  scroller.scrollTo({ top: -scroller.scrollHeight })
  await expect.element(log.getByText('line 1', { exact: true })).toBeInTheDocument()
  await expect.element(log.getByText('line 31', { exact: true })).toBeInViewport()
  await expect.element(log.getByText('line 1', { exact: true })).not.toBeInViewport()
  expect(vi.mocked(getMessages).mock.calls.map(([call]) => call.data.cursor)).toEqual([undefined, 'earlier'])
  await expect.element(log.getByRole('button', { name: 'Earlier messages' })).not.toBeInTheDocument()
})

it('asks again for earlier messages that could not be fetched only when one presses the button', async () => {
  await open(run(60, 31))
  vi.mocked(getMessages).mockResolvedValue(refused('rate_limited', 429))
  await expect.element(log.getByText('line 60', { exact: true })).toBeInViewport()
  const scroller = log.element()
  scroller.scrollTo({ top: -scroller.scrollHeight })
  await vi.waitFor(() => expect(getMessages).toHaveBeenCalledTimes(2))
  await expect.element(log.getByText('line 60', { exact: true })).toBeInTheDocument()
  scroller.scrollTo({ top: 0 })
  await expect.element(log.getByText('line 60', { exact: true })).toBeInViewport()
  scroller.scrollTo({ top: -scroller.scrollHeight })
  await expect.element(log.getByText('line 31', { exact: true })).toBeInViewport()
  expect(getMessages).toHaveBeenCalledTimes(2)
  vi.mocked(getMessages).mockResolvedValue(answered({ data: run(30, 1), next: null }))
  await userEvent.click(log.getByRole('button', { name: 'Earlier messages' }))
  await expect.element(log.getByText('line 1', { exact: true })).toBeInTheDocument()
})

it('counts what arrives while one reads far up, but not own and deleted messages, and jumps down to it', async () => {
  const { queryClient } = await open(run(60, 31))
  await expect.element(log.getByText('line 60', { exact: true })).toBeInViewport()
  await expect.element(down).not.toBeInTheDocument()
  log.element().scrollTo({ top: -800 })
  await expect.element(down).toHaveAccessibleName('Newest messages')
  messageArrived(queryClient, message({ id: '61', seq: 61, content: 'line 61' }))
  messageArrived(queryClient, own({ id: '62', seq: 62, content: 'line 62' }))
  messageArrived(queryClient, message({ id: '63', seq: 63, content: '', deleted: true }))
  messageArrived(queryClient, message({ id: '64', seq: 64, content: 'line 64' }))
  await expect.element(down).toHaveAccessibleName('Newest messages (2)')
  await userEvent.click(down)
  await expect.element(log.getByText('line 64')).toBeInViewport()
  await expect.element(down).not.toBeInTheDocument()
  await expect.element(log).toHaveFocus()
})

it('moves down to a tip that the viewer has sent while reading far up', async () => {
  const { queryClient } = await open(run(60, 31))
  await expect.element(log.getByText('line 60', { exact: true })).toBeInViewport()
  log.element().scrollTo({ top: -800 })
  await expect.element(down).toHaveAccessibleName('Newest messages')
  messageArrived(queryClient, own({ id: '61', seq: 61, content: 'For you', type: 'tip', tip: 5 }))
  await expect.element(log.getByText('For you')).toBeVisible()
  await expect.poll(() => log.element().scrollTop).toBe(0)
  await expect.element(down).not.toBeInTheDocument()
})

it('steps up from the empty field through the messages and back down with the arrow keys', async () => {
  await open([message({ id: '2', seq: 2, content: 'newer' }), message({ id: '1', seq: 1, content: 'older' })])
  await userEvent.click(field)
  const actions = (text: string) => log.getByRole('article').filter({ hasText: text }).getByRole('button')
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(actions('newer')).toHaveFocus()
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(actions('older')).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  await expect.element(field).toHaveFocus()
})

it('offers to fetch a history again that could not be fetched', async () => {
  await open([message({ content: 'Here I am' })], { first: refused('rate_limited', 429) })
  await userEvent.click(page.getByRole('button', { name: 'Try again' }))
  await expect.element(log.getByText('Here I am')).toBeVisible()
})

it('invites to write the first words where nothing was written', async () => {
  await open([])
  await expect.element(log.getByText('Write the first words to @mina.')).toBeVisible()
})

it('mutes and hides a conversation only after its first message', async () => {
  await open([], { session: { id: null } })
  const more = page.getByRole('button', { name: 'More about this conversation' })
  await userEvent.click(more)
  for (const name of [/^Mute/, /^Hide/]) {
    const item = page.getByRole('menuitem', { name })
    await expect.element(item).toHaveAttribute('aria-disabled', 'true')
    await expect.element(item).toHaveTextContent('Nothing has been written here yet.')
  }
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument()
  vi.mocked(sendMessage).mockImplementation(async ({ data }) => answered(sentAs(data as Call)))
  await write('Hello')
  await expect.element(log.getByRole('article')).toHaveTextContent('Hello')
  await userEvent.click(more)
  await expect.element(page.getByRole('menuitem', { name: 'Mute', exact: true })).not.toHaveAttribute('aria-disabled')
})

type Call = { client_id: string; content: string }
type Sent = Awaited<ReturnType<typeof sendMessage>>
type History = Awaited<ReturnType<typeof getMessages>>

type More = { earlier?: Message[]; first?: History; session?: Partial<OpenConversation>; viewer?: Profile }

/** The conversation of Fiona with Mina: its newest messages, and what the server has before them. */
async function open(messages: Message[], more: More = {}) {
  vi.mocked(getUser).mockResolvedValue(answered(mina))
  vi.mocked(getConversation).mockResolvedValue(answered({ ...withMina, ...more.session }))
  const isLong = messages.length === 30
  if (more.first) vi.mocked(getMessages).mockResolvedValueOnce(more.first)
  vi.mocked(getMessages).mockResolvedValueOnce(answered({ data: messages, next: isLong ? 'earlier' : null }))
  vi.mocked(getMessages).mockResolvedValue(answered({ data: more.earlier ?? [], next: null }))
  return renderFor(more.viewer ?? signedIn(fiona), <ConversationView username="mina" mode={undefined} />)
}

async function write(text: string) {
  await userEvent.fill(field, text)
  await userEvent.keyboard('{Enter}')
}

const own = (change: Partial<Message> = {}): Message =>
  message({ sender: { id: fiona.id, username: fiona.username }, receiver_id: mina.id, read_at: null, ...change })

/** Messages from one number down to another. */
const run = (from: number, to: number): Message[] =>
  Array.from({ length: from - to + 1 }, (_, index) =>
    message({ id: String(from - index), seq: from - index, content: `line ${from - index}` }),
  )

const callOf = (index: number) => vi.mocked(sendMessage).mock.calls[index]?.[0].data as Call
const sentAs = ({ client_id, content }: Call): Message => own({ id: '2', seq: 2, client_id, content })

/** An hour of the viewer's own time zone. */
const at = (year: number, month: number, day: number, hour: number, minute: number): string =>
  new Date(year, month - 1, day, hour, minute).toISOString()

const onePixel = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
