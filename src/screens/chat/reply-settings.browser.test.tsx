import { beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { SavedReply } from '../../../contract/chat-tools.ts'
import type { Profile } from '../../../contract/profile.ts'
import { answered, inVault, mina, refused, renderFor, signedIn } from '../../../tests/support/component.tsx'
import { reply } from '../../../tests/support/costly-things.ts'
import {
  getSavedReplies,
  moveReply,
  removeReply,
  renameReplyFolder,
  restoreReply,
  saveReply,
} from '../../server/chat-tools.functions.ts'
import { getMedia } from '../../server/media.functions.ts'
import { ReplySettings } from './reply-settings.tsx'

/** The settings where saved replies are written, ordered and put into folders (product §72). */
const offer: SavedReply = {
  ...reply,
  id: '2',
  title: 'Offer',
  content: 'Look',
  folder: 'Sales',
  media_ids: ['a'],
  is_priced: true,
  price: 5,
  figures: { sent: 12, unlocked: 4, earned: 20 },
}
const button = (name: string) => page.getByRole('button', { name, exact: true })
const box = (name: string) => page.getByRole('textbox', { name })
const lastSaved = () => vi.mocked(saveReply).mock.lastCall?.[0].data

beforeEach(() => {
  const folders = [
    { name: '', count: 1 },
    { name: 'Sales', count: 1 },
  ]
  vi.mocked(getSavedReplies).mockResolvedValue(answered({ data: [reply, offer], next: null, folders }))
  vi.mocked(saveReply).mockResolvedValue(answered(reply))
  vi.mocked(moveReply).mockResolvedValue(answered({ ok: true }))
  vi.mocked(renameReplyFolder).mockResolvedValue(answered({ ok: true }))
  vi.mocked(getMedia).mockImplementation(async ({ data: { id } }) => answered(inVault({ id })))
})
const show = (viewer: Profile = signedIn(mina)) => renderFor(viewer, <ReplySettings />)

it('shows what each reply sold, and nothing for one that was never sent', async () => {
  await show()
  await expect.element(page.getByText('Sent 12 · bought 4 · €20')).toBeVisible()
  expect(page.getByText(/^Sent /).elements()).toHaveLength(1)
})

it('saves a new reply with its folder, and says why not', async () => {
  await show()
  await userEvent.click(button('Add a reply'))
  await expect.element(button('Save')).toHaveAccessibleDescription('Write something first')
  await userEvent.fill(box('Title'), 'Hello')
  await userEvent.fill(page.getByRole('combobox', { name: /^Folder/ }), 'Care')
  await userEvent.fill(box('Text'), 'Hello {{name}')
  vi.mocked(saveReply).mockResolvedValue(refused('too_many_replies', 409))
  await userEvent.click(button('Save'))
  await expect.element(box('Text')).toHaveAccessibleDescription(/You have five hundred saved replies already/)
  vi.mocked(saveReply).mockResolvedValue(answered(reply))
  await userEvent.click(button('Save'))
  await expect.element(box('Title')).not.toBeInTheDocument()
  expect(lastSaved()).toMatchObject({ title: 'Hello', folder: 'Care', media_ids: [], preview_ids: [], price: null })
})

it('changes a reply with its files and price', async () => {
  await show()
  await userEvent.click(page.getByRole('button', { name: /^Offer/ }))
  await expect.element(page.getByText('1 file attached · 5 coins')).toBeVisible()
  await userEvent.fill(box('Title'), 'Better offer')
  await userEvent.click(button('Save'))
  await expect.poll(lastSaved).toEqual({
    id: '2',
    title: 'Better offer',
    content: 'Look',
    folder: 'Sales',
    media_ids: ['a'],
    preview_ids: [],
    price: 5,
  })
})

it('leaves files and price to those whose rights cover them', async () => {
  const permissions = {
    can_chat: true,
    can_payment: false,
    can_medias: true,
    can_profile: true,
    can_social: true,
    show_in_analytics: true,
  }
  await show({ ...signedIn(mina), acting_as: { target_user: mina, agency_id: '1', permissions } })
  await userEvent.click(page.getByRole('button', { name: /^Offer/ }))
  await userEvent.fill(box('Text'), 'Look here')
  await userEvent.click(button('Save'))
  await expect.poll(lastSaved).toEqual({ id: '2', title: 'Offer', content: 'Look here', folder: 'Sales' })
})

it('moves a reply, which is closed while it is searched', async () => {
  await show()
  await userEvent.click(button('More: Thanks'))
  await userEvent.click(page.getByRole('menuitem', { name: 'Move down' }))
  await expect.poll(() => vi.mocked(moveReply).mock.lastCall?.[0].data).toEqual({ id: '1', direction: 'down' })
  await userEvent.fill(page.getByRole('searchbox', { name: 'Search saved replies' }), 'than')
  await expect.poll(() => vi.mocked(getSavedReplies).mock.lastCall?.[0].data.q).toBe('than')
  await userEvent.click(button('More: Thanks'))
  await expect.element(page.getByRole('menuitem', { name: /Move up/ })).toHaveAttribute('aria-disabled', 'true')
})

it('renames the folder that is shown', async () => {
  await show()
  await userEvent.click(button('Sales'))
  await expect.poll(() => vi.mocked(getSavedReplies).mock.lastCall?.[0].data.folder).toBe('Sales')
  await userEvent.click(button('Rename folder'))
  await userEvent.fill(page.getByRole('dialog').getByRole('textbox', { name: 'Folder' }), 'Shop')
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Save' }))
  await expect.poll(() => vi.mocked(renameReplyFolder).mock.lastCall?.[0].data).toEqual({ folder: 'Sales', to: 'Shop' })
  await expect.poll(() => vi.mocked(getSavedReplies).mock.lastCall?.[0].data.folder).toBe('Shop')
})

it('removes a saved reply at once, and brings it back from the toast', async () => {
  vi.mocked(getSavedReplies).mockResolvedValue(answered({ data: [reply], next: null, folders: [] }))
  vi.mocked(removeReply).mockResolvedValue(answered({ ok: true }))
  vi.mocked(restoreReply).mockResolvedValue(answered({ ok: true }))
  await renderFor(signedIn(mina), <ReplySettings />)
  await userEvent.click(page.getByRole('button', { name: 'Remove: Thanks' }))
  await expect.poll(() => vi.mocked(removeReply).mock.lastCall?.[0].data).toEqual({ id: reply.id })
  await userEvent.click(page.getByRole('button', { name: 'Undo' }))
  await expect.poll(() => vi.mocked(restoreReply).mock.lastCall?.[0].data).toEqual({ id: reply.id })
})
