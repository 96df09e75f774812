import { beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Profile } from '../../../contract/profile.ts'
import { actingFor, answered, fiona, mina, renderFor, signedIn } from '../../../tests/support/component.tsx'
import { reply } from '../../../tests/support/costly-things.ts'
import { getNextReply, getSavedReplies } from '../../server/chat-tools.functions.ts'
import { getRulesWhileActing } from '../../server/writing-rules.functions.ts'
import { MessageComposer } from './message-composer.tsx'

/** What an agency asks of its operators in the composer (product §82). */
const onSend = vi.fn()
const offer = { ...reply, id: '2', content: 'Look at this', media_ids: ['a'], is_priced: true, price: 25 }
const field = page.getByRole('textbox', { name: /^Message to / })
const sendButton = page.getByRole('button', { name: 'Send', exact: true })

beforeEach(() => {
  localStorage.clear()
  onSend.mockClear()
  vi.mocked(getNextReply).mockResolvedValue(answered({ reply: null, after_message: null }))
  vi.mocked(getSavedReplies).mockResolvedValue(
    answered({ data: [offer], next: null, folders: [{ name: '', count: 1 }] }),
  )
  vi.mocked(getRulesWhileActing).mockResolvedValue(answered({ restricted_words: ['paypal'], asks_above: 20 }))
})

const compose = (viewer: Profile) =>
  renderFor(
    viewer,
    <MessageComposer user={fiona} maySendMedia={false} replyTo={null} onReplyEnd={() => undefined} onSend={onSend} />,
  )

it('names a restricted word while it stands there, and sends once it is gone', async () => {
  await compose(actingFor(mina))
  await userEvent.fill(field, 'By P.a.y.p.a.l?')
  await expect.element(page.getByRole('status').getByText('Your agency does not allow “paypal” here.')).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(sendButton).toHaveAttribute('aria-disabled', 'true')
  expect(onSend).not.toHaveBeenCalled()
  await expect.element(field).toHaveValue('By P.a.y.p.a.l?')
  await userEvent.fill(field, 'By letter')
  await userEvent.keyboard('{Enter}')
  expect(onSend).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ content: 'By letter' }))
})

it('asks before a dear price goes out, and keeps what is written after a no', async () => {
  await compose(actingFor(mina))
  await userEvent.fill(field, '/')
  await userEvent.keyboard('{Enter}')
  await expect.element(field).toHaveValue('Look at this')
  await userEvent.keyboard('{Enter}')
  const sheet = page.getByRole('dialog', { name: 'Ask 25 coins for this message?' })
  await expect.element(sheet.getByText('Your agency asks twice above 20 coins.')).toBeVisible()
  await userEvent.click(sheet.getByRole('button', { name: 'Cancel' }))
  await expect.element(sheet).not.toBeInTheDocument()
  expect(onSend).not.toHaveBeenCalled()
  await expect.element(field).toHaveValue('Look at this')
  await userEvent.click(sendButton)
  await userEvent.click(sheet.getByRole('button', { name: 'Send for 25 coins' }))
  await expect.poll(() => onSend.mock.lastCall?.[0]).toMatchObject({ price: 25, priceConfirmed: true })
  await expect.element(sheet).not.toBeInTheDocument()
})

it('asks nothing of the creator', async () => {
  await compose(signedIn(mina))
  await userEvent.fill(field, 'By paypal')
  await userEvent.keyboard('{Enter}')
  expect(onSend).toHaveBeenCalledOnce()
  expect(getRulesWhileActing).not.toHaveBeenCalled()
})
