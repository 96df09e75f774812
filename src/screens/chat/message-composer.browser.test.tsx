import { useState } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Message } from '../../../contract/chat.ts'
import type { PrivateMedia } from '../../../contract/media.ts'
import type { Permissions, Profile } from '../../../contract/profile.ts'
import type { PublicProfile } from '../../../contract/users.ts'
import {
  actingFor,
  answered,
  fiona,
  inVault,
  message,
  mina,
  renderFor,
  signedIn,
  tile,
} from '../../../tests/support/component.tsx'
import { getNextReply } from '../../server/chat-tools.functions.ts'
import { getMedia, getVaultLabels } from '../../server/media.functions.ts'
import { getVaultBucket, getVaultIndex } from '../../server/vault.functions.ts'
import { openDrafts, useDrafts } from '../../stores/drafts.ts'
import { MessageComposer } from './message-composer.tsx'

const onSend = vi.fn()
const onReplyEnd = vi.fn()
const sentContents = () => onSend.mock.calls.map(([written]) => written.content)

const field = page.getByRole('textbox', { name: /^Message to / })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const sheet = page.getByRole('dialog', { name: 'Attach from your vault' })
const price = sheet.getByRole('textbox', { name: 'Price in coins' })
const attach = sheet.getByRole('button', { name: /^Attach/ })

const fan = signedIn(fiona)
const creator = signedIn(mina)
const operator = (change: Partial<Permissions>) => actingFor(mina, change)

beforeEach(() => {
  localStorage.clear()
  vi.mocked(getNextReply).mockResolvedValue(answered({ reply: null, after_message: null }))
  vi.mocked(getVaultLabels).mockResolvedValue(answered({ folders: [], tags: [] }))
  const buckets = [{ month: '2026-01', count: 2, bucket: 'the newest' }]
  vi.mocked(getVaultIndex).mockResolvedValue(answered(JSON.stringify({ count: 2, buckets, first: [] })))
  vi.mocked(getVaultBucket).mockResolvedValue(
    answered(JSON.stringify({ data: [tile({ id: '1', name: 'Trapdoor' }), tile({ id: '2', name: 'Ladder' })] })),
  )
  vi.mocked(getMedia).mockImplementation(async ({ data: { id } }) => answered(inVault({ id })))
})

it.each(['', '   ', '\n'])('sends nothing on Enter and on the button while the text is "%s"', async (text) => {
  await compose(fan, mina)
  await userEvent.fill(field, text)
  await userEvent.click(button('Send'))
  await userEvent.click(field)
  await userEvent.keyboard('{Enter}')
  expect(onSend).not.toHaveBeenCalled()
})

it('sends the trimmed text on Enter, empties the field and stays in it', async () => {
  await compose(fan, mina)
  await userEvent.click(field)
  await userEvent.keyboard(' Hello {Enter}')
  expect(sentContents()).toEqual(['Hello'])
  await expect.element(field).toHaveValue('')
  await expect.element(field).toHaveFocus()
})

it('breaks the line on Shift+Enter', async () => {
  await compose(fan, mina)
  await userEvent.click(field)
  await userEvent.keyboard('One{Shift>}{Enter}{/Shift}two')
  await expect.element(field).toHaveValue('One\ntwo')
  expect(onSend).not.toHaveBeenCalled()
  await userEvent.click(button('Send'))
  expect(sentContents()).toEqual(['One\ntwo'])
})

it('breaks the line on Enter where there is no mouse', async () => {
  vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: false } as MediaQueryList)
  await compose(fan, mina)
  await userEvent.click(field)
  await userEvent.keyboard('One{Enter}two')
  await expect.element(field).toHaveValue('One\ntwo')
  expect(onSend).not.toHaveBeenCalled()
})

it('does not send on the Enter that ends the composition of a character', async () => {
  await compose(fan, mina)
  await userEvent.fill(field, 'こんにちは')
  const enter = new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true, cancelable: true })
  field.element().dispatchEvent(enter)
  expect(onSend).not.toHaveBeenCalled()
})

it('keeps the draft of each conversation while the viewer is elsewhere and after a reload', async () => {
  await compose(fan, mina)
  openDrafts(fan.id)
  await userEvent.fill(field, 'Half a sent')
  await userEvent.click(button('Leave'))
  await expect.element(field).not.toBeInTheDocument()
  useDrafts.setState({ owner: null, texts: {} })
  openDrafts(fan.id)
  expect(useDrafts.getState().texts).toEqual({ [mina.id]: 'Half a sent' })
  await userEvent.click(button('Return'))
  await expect.element(field).toHaveValue('Half a sent')
})

it('answers the quoted message, and Escape ends the reply without losing the text', async () => {
  const quoted = message({ id: '7', content: 'Which day?' })
  await compose(fan, mina, quoted)
  await expect.element(field).toHaveFocus()
  await userEvent.keyboard('Monday{Escape}')
  expect(onReplyEnd).toHaveBeenCalledOnce()
  await expect.element(field).toHaveValue('Monday')
  await userEvent.keyboard('{Enter}')
  expect(onSend.mock.calls[0]?.[0].replyTo).toEqual({ id: '7', content: 'Which day?', sender_id: mina.id })
})

it('offers a creator to record while the message is empty, and to send once it is not', async () => {
  await compose(creator, fiona)
  await expect.element(button('Record a voice note')).toBeVisible()
  await userEvent.fill(field, 'Hi')
  await expect.element(button('Record a voice note')).not.toBeInTheDocument()
  await expect.element(button('Send')).toBeVisible()
})

it.each(['0.99', '200.01', 'ten'])('attaches nothing at the price "%s" and names the range', async (amount) => {
  await compose(creator, fiona)
  await userEvent.click(button('Attach from the vault'))
  await userEvent.click(picture('Trapdoor'))
  await userEvent.fill(price, amount)
  await expect.element(price).toHaveAccessibleDescription(/An amount from 1 to 200, or nothing./)
  await userEvent.click(attach, { force: true })
  await expect.element(attach).toHaveAccessibleDescription('An amount from 1 to 200, or nothing.')
  await expect.element(sheet).toBeVisible()
})

it('sells what is no free preview at its price, and refuses to sell previews alone', async () => {
  await compose(creator, fiona)
  await userEvent.click(button('Attach from the vault'))
  await userEvent.click(picture('Trapdoor'))
  await userEvent.fill(price, '4.50')
  await userEvent.click(sheet.getByRole('button', { name: 'Free preview' }))
  await expect.element(attach).toHaveAccessibleDescription('Leave at least one that is no free preview.')
  await userEvent.click(picture('Ladder'))
  await userEvent.click(attach)
  await expect.element(page.getByText('2 files attached · 4.50 coins')).toBeVisible()
  await userEvent.click(button('Send'))
  const [written] = onSend.mock.calls[0] ?? []
  expect({ ...written, media: written.media.map((it: PrivateMedia) => it.id) }).toEqual({
    content: '',
    replyTo: null,
    media: ['1', '2'],
    previewIds: ['1'],
    price: 4.5,
  })
})

it('keeps the media and the price of a message that is not sent, also after a reload', async () => {
  await compose(creator, fiona)
  openDrafts(creator.id)
  await userEvent.fill(field, 'For you')
  await userEvent.click(button('Attach from the vault'))
  await userEvent.click(picture('Trapdoor'))
  await expect.element(attach).toHaveTextContent('Attach for free')
  await userEvent.fill(price, '4.50')
  await expect.element(attach).toHaveTextContent('Attach · €4.50')
  await userEvent.click(attach)
  await userEvent.click(button('Leave'))
  useDrafts.setState({ owner: null, texts: {} })
  openDrafts(creator.id)
  await userEvent.click(button('Return'))
  await expect.element(page.getByText('1 file attached · 4.50 coins')).toBeVisible()
  await userEvent.click(button('Send'))
  const { content, media, price: coins } = onSend.mock.calls[0]?.[0] ?? {}
  expect([content, media, coins]).toEqual(['For you', [{ id: '1' }], 4.5])
  expect(useDrafts.getState().texts).toEqual({})
})

it('begins the next message without the media and the price of the sent one', async () => {
  await compose(creator, fiona)
  await userEvent.click(button('Attach from the vault'))
  await userEvent.click(picture('Trapdoor'))
  await userEvent.fill(price, '4.50')
  await userEvent.click(attach)
  await userEvent.click(button('Send'))
  await userEvent.click(button('Attach from the vault'))
  await expect.element(picture('Trapdoor')).toHaveAttribute('aria-pressed', 'false')
  await expect.element(price).not.toBeInTheDocument()
  await userEvent.click(picture('Ladder'))
  await userEvent.click(attach)
  await userEvent.click(button('Send'))
  expect(onSend.mock.calls.map(([it]) => [it.media.map((media: PrivateMedia) => media.id), it.price])).toEqual([
    [['1'], 4.5],
    [['2'], null],
  ])
})

it('tells an operator without can_medias why nothing can be recorded or attached', async () => {
  await compose(operator({ can_medias: false }), fiona)
  await userEvent.click(button('Record a voice note'), { force: true })
  await expect.element(button('Record a voice note')).toHaveAccessibleDescription(denied)
  await userEvent.click(button('Attach from the vault'), { force: true })
  await expect.element(button('Attach from the vault')).toHaveAccessibleDescription(denied)
  await expect.element(sheet).not.toBeInTheDocument()
  expect(getVaultIndex).not.toHaveBeenCalled()
})

it('lets an operator without can_payment attach as a gift only and names the reason', async () => {
  await compose(operator({ can_payment: false }), fiona)
  await userEvent.click(button('Attach from the vault'))
  await userEvent.click(picture('Trapdoor'))
  await expect.element(price).toHaveAttribute('readonly')
  await expect.element(price).toHaveAccessibleDescription(denied)
})
const denied = 'Your access to this account does not include this.'

const picture = (name: string) => sheet.getByRole('button', { name: `Choose ${name}` })

function compose(viewer: Profile, user: PublicProfile, replyTo: Message | null = null, maySendMedia = false) {
  return renderFor(viewer, <Leavable user={user} replyTo={replyTo} maySendMedia={maySendMedia} />)
}

type LeavableProps = { user: PublicProfile; replyTo: Message | null; maySendMedia: boolean }

/** A conversation that one can leave for another page. */
function Leavable({ user, replyTo, maySendMedia }: LeavableProps) {
  const [isHere, setIsHere] = useState(true)
  return (
    <section>
      <button type="button" onClick={() => setIsHere(!isHere)}>
        {isHere ? 'Leave' : 'Return'}
      </button>
      {isHere && (
        <MessageComposer
          user={user}
          maySendMedia={maySendMedia}
          replyTo={replyTo}
          onReplyEnd={onReplyEnd}
          onSend={onSend}
        />
      )}
    </section>
  )
}
