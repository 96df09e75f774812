import { beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Message, OpenConversation } from '../../../contract/chat.ts'
import type { FoundMessage } from '../../../contract/chat-search.ts'
import {
  answered,
  fiona,
  later,
  message,
  mina,
  renderFor,
  signedIn,
  withMina,
} from '../../../tests/support/component.tsx'
import { getConversation, getMessages, sendMessage } from '../../server/chat.functions.ts'
import { findMessages } from '../../server/chat-search.functions.ts'
import { getRequestsWithUser } from '../../server/requests.functions.ts'
import { getUser } from '../../server/users.functions.ts'
import { ConversationView } from './conversation.tsx'

const log = page.getByRole('log', { name: 'Messages' })
const field = page.getByRole('searchbox', { name: 'Search this conversation' })
const line = (seq: number) => log.getByText(`line ${seq}`, { exact: true })
const toLatest = page.getByRole('button', { name: /^Newest messages/ })

beforeEach(() => {
  vi.mocked(getRequestsWithUser).mockResolvedValue(answered({ data: [], min_price: null }))
  vi.mocked(getUser).mockResolvedValue(answered(mina))
  vi.mocked(getMessages).mockImplementation(async ({ data }) => answered(pageOf(data as Asked)))
})

it('lists what was found with its words marked, goes to it and from one to the next', async () => {
  await open()
  await search('needle', [120, 40])
  await expect.element(page.getByText('2 messages')).toBeVisible()
  expect(
    page
      .getByRole('mark')
      .elements()
      .map((it) => it.textContent),
  ).toEqual(['needle', 'needle'])
  await userEvent.keyboard('{Enter}')
  await expect.element(line(120)).toBeInViewport()
  await expect.element(page.getByText('1 of 2')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Later one' })).toBeDisabled()
  await userEvent.click(page.getByRole('button', { name: 'Earlier one' }))
  await expect.element(line(40)).toBeInViewport()
  await expect.element(page.getByText('2 of 2')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Earlier one' })).toBeDisabled()
  await userEvent.click(toLatest)
  await expect.element(line(200)).toBeInViewport()
  await expect.element(line(40)).not.toBeInTheDocument()
})

it('asks once typing has paused, and goes where Enter meant to once there is an answer', async () => {
  await open()
  await openSearch()
  let answer: (found: ReturnType<typeof foundAt>) => void = () => undefined
  vi.mocked(findMessages).mockReturnValue(new Promise((resolve) => (answer = resolve)))
  await userEvent.type(field, 'needle')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => vi.mocked(findMessages).mock.calls.map(([it]) => it.data.q)).toEqual(['needle'])
  answer(foundAt([60]))
  await expect.element(line(60)).toBeInViewport()
  await expect.element(page.getByText('1 of 1')).toBeVisible()
})

it('only scrolls to a message that is there already', async () => {
  await open()
  await expect.element(line(200)).toBeVisible()
  const before = vi.mocked(getMessages).mock.calls.length
  await search('needle', [185])
  await userEvent.keyboard('{Enter}')
  await expect.element(line(185)).toBeInViewport()
  await expect.element(line(200)).toBeInTheDocument()
  expect(vi.mocked(getMessages).mock.calls).toHaveLength(before)
})

it('reads on from a place in both directions, and keeps in place what is read', async () => {
  await open()
  await search('needle', [100])
  await userEvent.keyboard('{Enter}')
  await expect.element(line(100)).toBeInViewport()
  const scroller = log.element()
  scroller.scrollTop = 0
  await expect.element(line(130)).toBeInTheDocument()
  const seen = [...scroller.querySelectorAll('[data-seq]')].find(
    (row) => row.getBoundingClientRect().bottom <= bottom(),
  )
  expect(Number((seen as HTMLElement).dataset.seq)).toBeLessThan(125)
  scroller.scrollTop = -scroller.scrollHeight
  await expect.element(line(70)).toBeInTheDocument()
  for (const seq of [150, 170, 190]) {
    scroller.scrollTop = 0
    await expect.element(line(seq)).toBeInTheDocument()
  }
})

it('says how far back it has searched, and goes on from there', async () => {
  await open()
  vi.mocked(findMessages).mockResolvedValueOnce(
    answered({ data: [], next: 'further', searched_to: '2026-02-03T10:00:00.000Z' }),
  )
  await openSearch()
  await userEvent.fill(field, 'needle')
  await expect.element(page.getByText('No message since February 3, 2026 holds “needle”.')).toBeVisible()
  answerFound([7])
  await userEvent.click(page.getByRole('button', { name: 'Search earlier messages' }))
  await expect.element(page.getByText('1 message', { exact: true })).toBeVisible()
  expect(vi.mocked(findMessages).mock.lastCall?.[0].data).toMatchObject({ q: 'needle', cursor: 'further' })
})

it('goes to a day', async () => {
  await open()
  await openSearch()
  await userEvent.fill(page.getByLabelText('Go to a day'), '2026-03-04')
  await expect.element(line(64)).toBeInViewport()
  const asked = vi.mocked(getMessages).mock.lastCall?.[0].data
  expect(asked).toMatchObject({ around_time: new Date(2026, 2, 4).toISOString() })
})

it('closes with Escape, and opens with f', async () => {
  await open()
  await expect.element(line(200)).toBeVisible()
  await userEvent.keyboard('f')
  await expect.element(field).toHaveFocus()
  await userEvent.keyboard('f')
  await expect.element(field).toHaveValue('f')
  await userEvent.keyboard('{Escape}')
  await expect.element(field).not.toBeInTheDocument()
})

it('leads to the first of many new messages, under a line that says so', async () => {
  await open({ last_seq: 200, read_seq: 150, unread_count: 50, has_unread_messages: true })
  const pill = page.getByRole('button', { name: '50 new messages' })
  await expect.element(pill).toBeVisible()
  expect(pill.element().getBoundingClientRect()).toMatchObject({ height: 44 })
  expect(pill.element().querySelector('svg')?.getBoundingClientRect()).toMatchObject({ width: 20, height: 20 })
  await userEvent.click(pill)
  await expect.element(line(151)).toBeInViewport()
  await expect.element(log.getByText('New messages')).toBeInViewport()
  await expect.element(page.getByRole('button', { name: '50 new messages' })).not.toBeInTheDocument()
})

it('shows where the few new messages begin, and no way to them', async () => {
  await open({ last_seq: 200, read_seq: 198, unread_count: 2, has_unread_messages: true })
  await expect.element(log.getByText('New messages')).toBeVisible()
  const [label, first] = [log.getByText('New messages').element(), line(199).element()]
  expect(label.closest('[data-seq]')).toBe(first.closest('[data-seq]'))
  await expect.element(page.getByRole('button', { name: /new message/ })).not.toBeInTheDocument()
})

it('goes back to the newest messages to show what one sends', async () => {
  const slow = later<Awaited<ReturnType<typeof sendMessage>>>()
  vi.mocked(sendMessage).mockReturnValue(slow.answer)
  await open()
  await search('needle', [20])
  await userEvent.keyboard('{Enter}')
  await expect.element(line(20)).toBeInViewport()
  await userEvent.fill(page.getByRole('textbox', { name: 'Message to @mina' }), 'I found it')
  await userEvent.keyboard('{Enter}')
  await expect.element(log.getByText('I found it')).toBeInViewport()
  await expect.element(line(200)).toBeInTheDocument()
  // What is being sent holds a lock that the next files share.
  slow.give(answered(message()))
})

const bottom = () => log.element().getBoundingClientRect().bottom

type Asked = { cursor?: string; before_seq?: number; after_seq?: number; around_seq?: number; around_time?: string }

/** A conversation of two hundred messages, an hour apart. */
const startMs = new Date(2026, 2, 1, 9).getTime()
const all: Message[] = Array.from({ length: 200 }, (_, index) =>
  message({
    id: String(index + 1),
    seq: index + 1,
    content: `line ${index + 1}`,
    created_at: new Date(startMs + index * 3_600_000).toISOString(),
  }),
)

/** Answers as the API does, 30 a page. */
function pageOf({ cursor, before_seq, after_seq, around_seq, around_time }: Asked) {
  if (after_seq !== undefined) return cut(all.filter((it) => it.seq > after_seq))
  const from = around_seq ?? (around_time && all.find((it) => it.created_at >= around_time)?.seq)
  if (typeof from === 'number') {
    const later = all.filter((it) => it.seq >= from).slice(0, 15)
    const earlier = cut(all.filter((it) => it.seq < from).toReversed(), 15)
    return { ...earlier, data: [...later.toReversed(), ...earlier.data] }
  }
  const before = before_seq ?? Number(cursor ?? 201)
  return cut(all.filter((it) => it.seq < before).toReversed())
}

function cut(messages: Message[], limit = 30) {
  const data = messages.slice(0, limit)
  return { data, next: messages.length > limit ? String(data.at(-1)?.seq) : null }
}

async function open(session: Partial<OpenConversation> = {}) {
  vi.mocked(getConversation).mockResolvedValue(answered({ ...withMina, last_seq: 200, read_seq: 200, ...session }))
  await renderFor(signedIn(fiona), <ConversationView username="mina" mode={undefined} />)
}

async function openSearch() {
  await userEvent.click(page.getByRole('button', { name: 'Search this conversation' }))
  await expect.element(field).toHaveFocus()
}

const answerFound = (seqs: number[]) => vi.mocked(findMessages).mockResolvedValue(foundAt(seqs))

function foundAt(seqs: number[]) {
  const data = seqs.map(
    (seq): FoundMessage => ({
      id: String(seq),
      seq,
      sender_id: mina.id,
      excerpt: `here is a needle in line ${seq}`,
      created_at: all[seq - 1]?.created_at ?? '',
    }),
  )
  return answered({ data, next: null, searched_to: null })
}

async function search(q: string, seqs: number[]) {
  answerFound(seqs)
  await openSearch()
  await userEvent.fill(field, q)
  await expect.element(page.getByRole('mark').first()).toBeVisible()
}
