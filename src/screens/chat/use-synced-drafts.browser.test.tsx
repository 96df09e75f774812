import { beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { MessageDraft } from '../../../contract/chat-drafts.ts'
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
import { getConversation, getConversations, getMessages, sendMessage } from '../../server/chat.functions.ts'
import { getMessageDrafts, saveMessageDraft } from '../../server/chat-drafts.functions.ts'
import { getRequestsWithUser } from '../../server/requests.functions.ts'
import { getUser } from '../../server/users.functions.ts'
import { dropDrafts } from '../../stores/drafts.ts'
import { ChatScreen } from './chat-screen.tsx'

const field = page.getByRole('textbox', { name: 'Message to @mina' })
const saved = () => vi.mocked(saveMessageDraft).mock.calls.map(([call]) => call?.data.content)
const readAgain = () => document.dispatchEvent(new Event('visibilitychange'))

beforeEach(() => {
  dropDrafts()
  vi.mocked(getRequestsWithUser).mockResolvedValue(answered({ data: [], min_price: null }))
  vi.mocked(getConversations).mockResolvedValue(answered({ data: [withMina], next: null }))
  vi.mocked(getConversation).mockResolvedValue(answered(withMina))
  vi.mocked(getUser).mockResolvedValue(answered(mina))
  vi.mocked(getMessages).mockResolvedValue(answered({ data: [message()], next: null }))
  vi.mocked(saveMessageDraft).mockResolvedValue(answered({ ok: true }))
  onServer()
})

it('shows what was written on another device, and follows it', async () => {
  onServer({ content: 'From my phone' })
  await open()
  await expect.element(field).toHaveValue('From my phone')
  onServer({ content: 'From my phone, longer' })
  readAgain()
  await expect.element(field).toHaveValue('From my phone, longer')
  onServer()
  readAgain()
  await expect.element(field).toHaveValue('')
  expect(saved()).toEqual([])
})

it('saves what is typed once one pauses, and that it was sent', async () => {
  const slow = later<Awaited<ReturnType<typeof sendMessage>>>()
  vi.mocked(sendMessage).mockReturnValue(slow.answer)
  await open()
  await userEvent.fill(field, 'Good evening')
  await expect.poll(saved).toEqual(['Good evening'])
  await userEvent.keyboard('{Enter}')
  await expect.poll(saved).toEqual(['Good evening', ''])
  // What is being sent holds a lock that the next files share.
  slow.give(answered(message()))
})

it('keeps its own words where both were changed, and saves them', async () => {
  onServer({ content: 'There' })
  await open()
  await expect.element(field).toHaveValue('There')
  vi.mocked(saveMessageDraft).mockRejectedValueOnce(new TypeError('fetch failed'))
  await userEvent.fill(field, 'Here')
  await expect.poll(saved).toEqual(['Here'])
  onServer({ content: 'There again' })
  readAgain()
  await expect.poll(saved).toEqual(['Here', 'Here'])
  await expect.element(field).toHaveValue('Here')
})

it('takes no answer that was asked for before a save', async () => {
  await open()
  await expect.poll(() => vi.mocked(getMessageDrafts).mock.calls).toHaveLength(1)
  const slow = later<Awaited<ReturnType<typeof getMessageDrafts>>>()
  vi.mocked(getMessageDrafts).mockReturnValueOnce(slow.answer)
  readAgain()
  await userEvent.fill(field, 'Newer')
  await expect.poll(saved).toEqual(['Newer'])
  slow.give(answered({ data: [draft({ content: 'Older' })] }))
  onServer({ content: 'Newer' })
  readAgain()
  await expect.poll(() => vi.mocked(getMessageDrafts).mock.calls.length).toBeGreaterThan(2)
  await expect.element(field).toHaveValue('Newer')
  expect(saved()).toEqual(['Newer'])
})

const draft = (change: Partial<MessageDraft>): MessageDraft => ({
  user_id: mina.id,
  content: '',
  media_ids: [],
  preview_ids: [],
  price: null,
  saved_reply_id: null,
  updated_at: '2026-11-26T10:00:00.000Z',
  ...change,
})

function onServer(change?: Partial<MessageDraft>) {
  vi.mocked(getMessageDrafts).mockResolvedValue(answered({ data: change ? [draft(change)] : [] }))
}

async function open() {
  await renderFor(signedIn(fiona), <ChatScreen mode={undefined} username="mina" />)
  await expect.element(field).toBeVisible()
}
