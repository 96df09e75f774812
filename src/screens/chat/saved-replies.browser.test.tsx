import { beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { SavedReply } from '../../../contract/chat-tools.ts'
import type { Permissions, Profile } from '../../../contract/profile.ts'
import { actingFor, answered, fiona, inVault, mina, renderFor, signedIn } from '../../../tests/support/component.tsx'
import { reply } from '../../../tests/support/costly-things.ts'
import { getNextReply, getSavedReplies } from '../../server/chat-tools.functions.ts'
import { getMedia } from '../../server/media.functions.ts'
import { MessageComposer } from './message-composer.tsx'

/** Saved replies in the composer: `/`, the sheet, what they attach, and the next step (product §72). */
const onSend = vi.fn()
const creator = signedIn(mina)
const operator = (change: Partial<Permissions>) => actingFor(mina, change)

const thanks: SavedReply = { ...reply, id: '1', title: 'Thanks', content: 'Thank you, {name}!' }
const offer: SavedReply = {
  ...reply,
  id: '2',
  title: 'Offer',
  content: 'Look at this',
  folder: 'Sales',
  media_ids: ['a', 'b'],
  preview_ids: ['a'],
  is_priced: true,
  price: 5,
}
const stored = [thanks, offer]

const field = page.getByRole('textbox', { name: /^Message to / })
const list = page.getByRole('listbox', { name: 'Saved replies' })
const option = (name: RegExp) => list.getByRole('option', { name })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const next = page.getByRole('button', { name: /^Next: / })
const sent = () => onSend.mock.lastCall?.[0]

beforeEach(() => {
  localStorage.clear()
  vi.mocked(getSavedReplies).mockImplementation(async ({ data: { q = '', folder } }) => {
    const isFound = ({ title, content, folder: place }: SavedReply) =>
      `${title} ${content} ${place}`.toLowerCase().includes(q.toLowerCase()) && (folder ?? place) === place
    return answered({
      data: stored.filter(isFound),
      next: null,
      folders: [
        { name: '', count: 1 },
        { name: 'Sales', count: 1 },
      ],
    })
  })
  vi.mocked(getNextReply).mockResolvedValue(answered({ reply: null, after_message: null }))
  vi.mocked(getMedia).mockImplementation(async ({ data: { id } }) => answered(inVault({ id })))
})

const compose = (viewer: Profile = creator) =>
  renderFor(
    viewer,
    <MessageComposer user={fiona} maySendMedia={false} replyTo={null} onReplyEnd={() => undefined} onSend={onSend} />,
  )

describe('a message that begins with /', () => {
  it('opens the replies, narrows them by what follows and puts in the one chosen with Enter', async () => {
    await compose()
    await userEvent.click(field)
    await userEvent.keyboard('/')
    await expect.element(option(/Thanks/)).toHaveAttribute('aria-selected', 'true')
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(option(/Offer/)).toHaveAttribute('aria-selected', 'true')
    expect(field.element().getAttribute('aria-activedescendant')).toBe(option(/Offer/).element().id)
    await userEvent.keyboard('than')
    await expect.element(option(/Offer/)).not.toBeInTheDocument()
    await userEvent.keyboard('{Enter}')
    await expect.element(field).toHaveValue(`Thank you, ${fiona.display_name}!`)
    await expect.element(list).not.toBeInTheDocument()
    await expect.element(field).toHaveFocus()
    expect(onSend).not.toHaveBeenCalled()
    await userEvent.keyboard('{Enter}')
    expect(sent()).toMatchObject({
      content: `Thank you, ${fiona.display_name}!`,
      media: [],
      price: null,
      savedReplyId: '1',
    })
  })

  it('is closed by Escape and written on as a message, until another / begins one', async () => {
    await compose()
    await userEvent.click(field)
    await userEvent.keyboard('/t')
    await expect.element(list).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(list).not.toBeInTheDocument()
    await expect.element(field).toHaveFocus()
    await userEvent.keyboard('o{Enter}')
    expect(sent()).toMatchObject({ content: '/to' })
    expect(sent().savedReplyId).toBeUndefined()
    await userEvent.keyboard('/')
    await expect.element(list).toBeVisible()
  })

  it('is a message when no reply matches it', async () => {
    await compose()
    await userEvent.fill(field, '/shrug')
    await expect.element(page.getByText('No reply matches')).toBeVisible()
    await userEvent.keyboard('{Enter}')
    expect(sent()).toMatchObject({ content: '/shrug' })
  })

  it('opens nothing for a fan, and nothing in the middle of a message', async () => {
    const { unmount } = await compose()
    await userEvent.fill(field, 'a /')
    await expect.element(list).not.toBeInTheDocument()
    await unmount()
    await compose(signedIn(fiona))
    await userEvent.fill(field, '/')
    await expect.element(list).not.toBeInTheDocument()
    expect(getSavedReplies).not.toHaveBeenCalled()
  })
})

describe('the search of saved replies', () => {
  const search = page.getByRole('searchbox', { name: 'Search saved replies' })

  it('keeps the field and what is typed in it while nothing is found and when it is cleared', async () => {
    await compose()
    await userEvent.click(button('Saved replies'))
    await userEvent.fill(search, 'nothing like it')
    await expect.element(page.getByText('No reply matches')).toBeVisible()
    const before = search.element()
    await userEvent.clear(search)
    await expect.element(page.getByRole('dialog').getByRole('button', { name: /Thanks/ })).toBeVisible()
    expect(search.element()).toBe(before)
    await expect.element(search).toHaveFocus()
  })

  it('is not there without replies', async () => {
    vi.mocked(getSavedReplies).mockResolvedValue(answered({ data: [], next: null, folders: [] }))
    await compose()
    await userEvent.click(button('Saved replies'))
    await expect.element(page.getByText(/^No saved replies yet/)).toBeVisible()
    expect(search.query()).toBeNull()
  })
})

describe('a reply with files and a price', () => {
  it('attaches them as if chosen by hand, and says what the fan owns of it', async () => {
    vi.mocked(getSavedReplies).mockResolvedValue(answered({ data: [{ ...offer, owned: 1 }], next: null, folders: [] }))
    await compose()
    await userEvent.fill(field, 'Hello.')
    await userEvent.click(button('Saved replies'))
    await userEvent.click(page.getByRole('dialog').getByRole('button', { name: /Offer/ }))
    await expect.element(page.getByText('2 files attached · 5 coins')).toBeVisible()
    await expect.element(page.getByText(/This fan owns 1 of them/)).toBeVisible()
    expect(vi.mocked(getSavedReplies).mock.lastCall?.[0].data).toMatchObject({ for: fiona.id })
    await userEvent.click(button('Send'))
    expect(sent()).toMatchObject({
      content: 'Hello. Look at this',
      media: [{ id: 'a' }, { id: 'b' }],
      previewIds: ['a'],
      price: 5,
      savedReplyId: '2',
    })
    await userEvent.fill(field, 'And now?')
    await userEvent.click(button('Send'))
    expect(sent()).toMatchObject({ content: 'And now?', media: [], price: null })
    expect(sent().savedReplyId).toBeUndefined()
  })

  it('says what is gone of it, and sells no previews', async () => {
    const gone = { ...offer, media_ids: ['a'], missing: 1 }
    vi.mocked(getSavedReplies).mockResolvedValue(answered({ data: [gone], next: null, folders: [] }))
    await compose()
    await userEvent.fill(field, '/')
    await userEvent.click(option(/Offer/))
    await expect.element(page.getByRole('status').getByText('1 file of this reply is gone.')).toBeVisible()
    await userEvent.click(button('Send'))
    expect(sent()).toMatchObject({ media: [{ id: 'a' }], previewIds: [], price: null })
  })

  it.each(['can_medias', 'can_payment'] as const)('is not offered to an operator without %s', async (flag) => {
    await compose(operator({ [flag]: false }))
    await userEvent.fill(field, '/offer')
    await expect.element(option(/Offer/)).toHaveAttribute('aria-disabled', 'true')
    await userEvent.keyboard('{Enter}')
    await expect.element(field).toHaveValue('/offer')
    expect(onSend).not.toHaveBeenCalled()
    await userEvent.fill(field, '/thanks')
    await expect.element(option(/Thanks/)).toHaveAttribute('aria-selected', 'true')
    await userEvent.keyboard('{Enter}')
    await expect.element(field).toHaveValue(`Thank you, ${fiona.display_name}!`)
  })

  it('is forgotten with the words that it brought', async () => {
    await compose()
    await userEvent.fill(field, '/thanks')
    await expect.element(option(/Thanks/)).toHaveAttribute('aria-selected', 'true')
    await userEvent.keyboard('{Enter}')
    await expect.element(field).toHaveValue(`Thank you, ${fiona.display_name}!`)
    await userEvent.fill(field, '')
    await userEvent.fill(field, 'Something else')
    await userEvent.click(button('Send'))
    expect(sent().savedReplyId).toBeUndefined()
  })
})

describe('the next step of a script', () => {
  it('is put into an empty message with one press', async () => {
    vi.mocked(getNextReply).mockResolvedValue(answered({ reply: offer, after_message: '7' }))
    await compose()
    await userEvent.click(next)
    await expect.element(field).toHaveValue('Look at this')
    await expect.element(next).not.toBeInTheDocument()
    await userEvent.click(button('Send'))
    expect(sent()).toMatchObject({ savedReplyId: '2', price: 5 })
  })

  it('stays away once it was put away, until another reply was sent', async () => {
    vi.mocked(getNextReply).mockResolvedValue(answered({ reply: offer, after_message: '7' }))
    const { queryClient } = await compose()
    await userEvent.click(button('Do not offer the next reply'))
    await expect.element(next).not.toBeInTheDocument()
    vi.mocked(getNextReply).mockResolvedValue(answered({ reply: thanks, after_message: '8' }))
    await queryClient.invalidateQueries({ queryKey: ['chat-tools'] })
    await expect.element(next).toHaveTextContent('Next: Thanks')
  })
})
