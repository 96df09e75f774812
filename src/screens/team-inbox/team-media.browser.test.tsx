import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Message } from '../../../contract/chat.ts'
import { answered, fiona, message, mina, photo, renderFor, signedIn } from '../../../tests/support/component.tsx'
import { conversation, creator, place, row } from '../../../tests/support/desk.ts'
import {
  getTeamConversation,
  getTeamCreators,
  getTeamInbox,
  readTeamConversation,
} from '../../server/team-inbox.functions.ts'
import { dropDrafts } from '../../stores/drafts.ts'
import { useLightbox } from '../../stores/lightbox.ts'
import { TeamInboxScreen } from './team-inbox-screen.tsx'

const square = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

beforeEach(() => {
  vi.mocked(getTeamCreators).mockResolvedValue(answered({ data: [creator] }))
  vi.mocked(getTeamInbox).mockResolvedValue(answered({ data: [row], next: null }))
  vi.mocked(readTeamConversation).mockResolvedValue(answered({ ok: true }))
})
afterEach(() => dropDrafts())

/** The desk with these messages between mina and fiona, who is no creator. */
async function showMessages(...data: Message[]) {
  const fan = { ...conversation.conversation, other_is_creator: false }
  vi.mocked(getTeamConversation).mockResolvedValue(
    answered({ ...conversation, conversation: fan, messages: { data, next: null } }),
  )
  await renderFor(signedIn(mina), <TeamInboxScreen state={place} />)
}
const picture = photo({ id: 'picture', locked: false, url: square })
const log = page.getByRole('log', { name: 'Messages' })

it('shows what the creator has sent with its price and whether it was sold, and opens it', async () => {
  await showMessages(message({ media: [picture], price: 5, sold: true, content: '' }))
  await expect.element(log.getByText('Sold')).toBeVisible()
  await userEvent.click(log.getByRole('button', { name: /^Show/ }))
  const { group, mediaId } = useLightbox.getState()
  expect([mediaId, group?.items.map((it) => it.media.id), group?.items[0]?.creator]).toEqual([
    'picture',
    ['picture'],
    undefined,
  ])
})

it('shows a picture that a fan has sent once the operator wants to see it', async () => {
  const sender = { id: fiona.id, username: 'fiona' }
  await showMessages(message({ media: [picture], sender, receiver_id: mina.id, content: '' }))
  const cover = log.getByRole('button', { name: /fiona/ })
  await expect.element(cover).toBeVisible()
  expect(log.element().querySelector(`img[src="${square}"]`)).toBeNull()
  await userEvent.click(cover)
  await expect.poll(() => log.element().querySelector(`img[src="${square}"]`)).not.toBeNull()
})
