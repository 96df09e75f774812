import { beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Message } from '../../../contract/chat.ts'
import {
  answered,
  fiona,
  later,
  message,
  mina,
  refused,
  renderFor,
  signedIn,
  withMina,
} from '../../../tests/support/component.tsx'
import { editMessage, getConversation, getMessages } from '../../server/chat.functions.ts'
import { getRequestsWithUser } from '../../server/requests.functions.ts'
import { getUser } from '../../server/users.functions.ts'
import { ConversationView } from './conversation.tsx'

const log = page.getByRole('log', { name: 'Messages' })
const composer = page.getByRole('textbox', { name: 'Message to @mina' })
const editor = page.getByRole('textbox', { name: 'Edit the message' })
const save = page.getByRole('button', { name: 'Save' })

beforeEach(() => {
  vi.mocked(getRequestsWithUser).mockResolvedValue(answered({ data: [], min_price: null }))
  vi.mocked(editMessage).mockImplementation(async ({ data }) => answered({ ...mine(), ...data, edited_at: now }))
})

it('edits a message from its menu, and shows it as edited', async () => {
  await open([mine()])
  await choose('teh words', 'Edit')
  await expect.element(editor).toHaveFocus()
  await expect.element(editor).toHaveValue('teh words')
  await expect.element(composer).not.toBeInTheDocument()
  await userEvent.fill(editor, ' the words ')
  await userEvent.keyboard('{Enter}')
  await expect.element(log.getByText('the words', { exact: true })).toBeVisible()
  await expect.element(log.getByRole('article')).toHaveTextContent('edited')
  expect(vi.mocked(editMessage).mock.lastCall?.[0].data).toEqual({ id: '1', content: 'the words' })
  await expect.element(editor).not.toBeInTheDocument()
  await expect.element(composer).toHaveFocus()
})

it.each(['{Escape}', 'Stop editing'])('ends with %s, and has what was being written again', async (way) => {
  await open([mine()])
  await userEvent.fill(composer, 'Half a sent')
  await choose('teh words', 'Edit')
  await userEvent.fill(editor, 'something else')
  if (way.startsWith('{')) await userEvent.keyboard(way)
  else await userEvent.click(page.getByRole('button', { name: way }))
  await expect.element(composer).toHaveValue('Half a sent')
  await expect.element(composer).toHaveFocus()
  await expect.element(log.getByText('teh words')).toBeVisible()
  expect(editMessage).not.toHaveBeenCalled()
})

it('edits the last own message with the arrow key in an empty field, and goes up from its start', async () => {
  await open([message({ id: '2', seq: 2, content: 'theirs' }), mine()])
  await userEvent.click(composer)
  await userEvent.keyboard('x{ArrowUp}')
  await expect.element(editor).not.toBeInTheDocument()
  await userEvent.fill(composer, '')
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(editor).toHaveValue('teh words')
  await userEvent.keyboard('{Home}{ArrowUp}')
  await expect.element(editor).not.toBeInTheDocument()
  await expect.element(log.getByRole('article').filter({ hasText: 'theirs' }).getByRole('button')).toHaveFocus()
})

it('leaves the arrow key to the messages where the last own one is too old, or there is no keyboard', async () => {
  await open([mine({ edit_until: past }), mine({ id: '0', seq: 0, content: 'before' })])
  await userEvent.click(composer)
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(editor).not.toBeInTheDocument()
  await expect.element(log.getByRole('article').filter({ hasText: 'teh words' }).getByRole('button')).toHaveFocus()
  await open([mine()])
  await userEvent.click(composer)
  vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: false } as MediaQueryList)
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(editor).not.toBeInTheDocument()
  vi.restoreAllMocks()
})

it('offers no edit of what may not be edited, and says why where one may no longer write', async () => {
  await open([message({ id: '2', seq: 2, content: 'theirs' }), mine({ edit_until: past })])
  for (const text of ['theirs', 'teh words']) {
    await userEvent.click(log.getByText(text), { button: 'right' })
    await expect.element(page.getByRole('menuitem', { name: 'Reply' })).toBeVisible()
    await expect.element(page.getByRole('menuitem', { name: 'Edit' })).not.toBeInTheDocument()
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('menu')).not.toBeInTheDocument()
  }
  await open([mine()], { ...mina, chat: { allowed: false, reason: 'blocked' } })
  await userEvent.click(log.getByText('teh words'), { button: 'right' })
  await expect.element(page.getByRole('menuitem', { name: 'Edit' })).toHaveAttribute('aria-disabled', 'true')
})

it('says that a message cannot be empty, and keeps the words that were refused with the reason', async () => {
  const slow = later<Awaited<ReturnType<typeof editMessage>>>()
  vi.mocked(editMessage).mockReturnValueOnce(slow.answer)
  await open([mine()])
  await choose('teh words', 'Edit')
  await userEvent.fill(editor, '  ')
  await userEvent.keyboard('{Enter}')
  await expect.element(save).toHaveAccessibleDescription(/^A message cannot be empty/)
  expect(editMessage).not.toHaveBeenCalled()
  await userEvent.fill(editor, 'too late')
  await userEvent.keyboard('{Enter}{Enter}')
  slow.give(refused('not_editable', 409))
  await expect.element(page.getByRole('alert')).toHaveTextContent('This message can no longer be edited.')
  await expect.element(editor).toHaveValue('too late')
  expect(editMessage).toHaveBeenCalledOnce()
})

it('saves nothing where the words are the same, and ends when the message is deleted', async () => {
  const { queryClient } = await open([mine()])
  await choose('teh words', 'Edit')
  await userEvent.keyboard('{Enter}')
  await expect.element(editor).not.toBeInTheDocument()
  expect(editMessage).not.toHaveBeenCalled()
  await choose('teh words', 'Edit')
  await expect.element(editor).toBeVisible()
  vi.mocked(getMessages).mockResolvedValue(answered({ data: [mine({ deleted: true, content: '' })], next: null }))
  await queryClient.invalidateQueries()
  await expect.element(editor).not.toBeInTheDocument()
})

async function choose(text: string, item: string) {
  await userEvent.click(log.getByText(text), { button: 'right' })
  await userEvent.click(page.getByRole('menuitem', { name: item }))
}

async function open(messages: Message[], other = mina) {
  vi.mocked(getUser).mockResolvedValue(answered(other))
  vi.mocked(getConversation).mockResolvedValue(answered(withMina))
  vi.mocked(getMessages).mockResolvedValue(answered({ data: messages, next: null }))
  return renderFor(signedIn(fiona), <ConversationView username="mina" mode={undefined} />)
}

const [past, now, future] = ['2026-01-01T00:00:00.000Z', '2026-03-02T12:01:00.000Z', '2199-01-01T00:00:00.000Z']

const mine = (change: Partial<Message> = {}): Message =>
  message({
    sender: { id: fiona.id, username: fiona.username },
    receiver_id: mina.id,
    read_at: null,
    content: 'teh words',
    edit_until: future,
    ...change,
  })
