import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Permissions } from '../../../contract/profile.ts'
import {
  answered,
  fiona,
  later,
  message,
  mina,
  refused,
  renderFor,
  signedIn,
  tile,
} from '../../../tests/support/component.tsx'
import { agencyId, conversation, creator, place, written } from '../../../tests/support/desk.ts'
import { answerDesk } from '../../../tests/support/desk-answers.ts'
import { allRights, rights } from '../../../tests/support/rights.ts'
import {
  getTeamConversation,
  getTeamCreators,
  getTeamReplies,
  saveTeamDraft,
  sendFromTeam,
} from '../../server/team-inbox.functions.ts'
import { getTeamVaultIndex } from '../../server/team-vault.functions.ts'
import { dropDrafts } from '../../stores/drafts.ts'
import { TeamInboxScreen } from './team-inbox-screen.tsx'

const ids = ['0190b6a0-0000-7000-8000-0000000000f1', '0190b6a0-0000-7000-8000-0000000000f2'] as const
const target = { agency_id: agencyId, as_creator_id: mina.id }

beforeEach(() => {
  answerDesk(conversation, [tile({ id: ids[0], name: 'Dunes' }), tile({ id: ids[1], name: 'Waves', for_fan: 'owned' })])
  vi.mocked(sendFromTeam).mockResolvedValue(answered(message({ id: 'sent', seq: 2 })))
})
afterEach(() => {
  dropDrafts()
  vi.mocked(sendFromTeam).mockClear()
})

async function show(permissions: Permissions = allRights) {
  vi.mocked(getTeamCreators).mockResolvedValue(answered({ data: [{ ...creator, permissions }] }))
  return renderFor(signedIn(mina), <TeamInboxScreen state={place} />)
}
const sheet = page.getByRole('dialog', { name: 'Attach from the vault' })
const send = page.getByRole('button', { name: 'Send', exact: true })
const sent = () => vi.mocked(sendFromTeam).mock.lastCall?.[0].data

/** Attaches both media at a price, the second as a free preview. */
async function attach(price: string) {
  await userEvent.click(page.getByRole('button', { name: 'Attach from the vault' }))
  await userEvent.click(sheet.getByRole('button', { name: 'Choose Dunes' }))
  await userEvent.click(sheet.getByRole('button', { name: 'Choose Waves' }))
  await userEvent.fill(sheet.getByRole('textbox', { name: /^Price in coins/ }), price)
  await userEvent.click(sheet.getByRole('button', { name: 'Free preview' }).nth(1))
  await userEvent.click(sheet.getByRole('button', { name: /^Attach ·/ }))
  await expect.element(page.getByText(/^2 files attached/)).toBeVisible()
}

it('sells from the vault of the creator whom the conversation is with, and keeps the files in the draft', async () => {
  await show()
  await attach('20')
  const asked = vi.mocked(getTeamVaultIndex).mock.lastCall?.[0].data
  expect(asked).toMatchObject({ ...target, for: fiona.id })
  const saved = { ...target, fan_id: fiona.id, content: '', media_ids: ids, preview_ids: [ids[1]], price: 20 }
  await expect.poll(() => vi.mocked(saveTeamDraft).mock.lastCall?.[0].data).toMatchObject(saved)
  await userEvent.click(send)
  const files = { media_ids: ids, preview_ids: [ids[1]], price: 20, price_confirmed: false }
  await expect.poll(sent).toMatchObject({ ...target, receiver_id: fiona.id, ...files })
  await expect.element(page.getByText(/^2 files attached/)).not.toBeInTheDocument()
})

it('says what the fan owns already, and where files are uploaded', async () => {
  await show()
  await userEvent.click(page.getByRole('button', { name: 'Attach from the vault' }))
  await expect.element(sheet.getByRole('button', { name: 'Choose Waves' })).toHaveTextContent('Bought')
  await expect.element(sheet.getByText('Files are uploaded while you act for the creator.')).toBeVisible()
  await expect.element(sheet.getByRole('button', { name: 'Add files' })).not.toBeInTheDocument()
})

it('asks twice above the price that the agency has set', async () => {
  await show()
  await attach('60')
  await userEvent.click(send)
  expect(vi.mocked(sendFromTeam)).not.toHaveBeenCalled()
  await userEvent.click(page.getByRole('button', { name: 'Send for 60 coins' }))
  await expect.poll(sent).toMatchObject({ price: 60, price_confirmed: true })
})

it('does not send a word that the agency forbids', async () => {
  await show()
  await userEvent.fill(page.getByRole('textbox', { name: 'Message to Fiona' }), 'My paypal is')
  await expect.element(page.getByRole('status').getByText(/paypal/)).toBeVisible()
  await userEvent.keyboard('{Enter}')
  expect(vi.mocked(sendFromTeam)).not.toHaveBeenCalled()
})

it('shows the files of a draft that was written elsewhere, and lets them be taken off', async () => {
  const draft = written('For you', { media_ids: [ids[0]], price: 8 })
  vi.mocked(getTeamConversation).mockResolvedValue(answered({ ...conversation, draft }))
  await show()
  await expect.element(page.getByText(/^1 file attached/)).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: 'Attach nothing' }))
  await expect
    .poll(() => vi.mocked(saveTeamDraft).mock.lastCall?.[0].data)
    .toMatchObject({ content: 'For you', media_ids: [], price: null })
})

it('stores nothing as a draft that is being sent, also where one goes on meanwhile', async () => {
  const { answer, give } = later<Awaited<ReturnType<typeof sendFromTeam>>>()
  vi.mocked(sendFromTeam).mockReturnValue(answer)
  const { unmount } = await show()
  await userEvent.fill(page.getByRole('textbox', { name: 'Message to Fiona' }), 'Good evening')
  await userEvent.click(send)
  await expect.poll(sent).toMatchObject({ content: 'Good evening' })
  vi.mocked(saveTeamDraft).mockClear()
  await unmount()
  // What is stored with the leaving is asked for by then.
  give(answered(message({ id: 'sent', seq: 2 })))
  await vi.dynamicImportSettled()
  expect(vi.mocked(saveTeamDraft).mock.calls.map(([it]) => it.data.content)).not.toContain('Good evening')
})

it('keeps words and files when the message is refused', async () => {
  vi.mocked(sendFromTeam).mockResolvedValue(refused('forbidden', 403))
  await show()
  await attach('20')
  await userEvent.fill(page.getByRole('textbox', { name: 'Message to Fiona' }), 'For you')
  await userEvent.click(send)
  await expect.element(page.getByRole('alert')).toBeVisible()
  await expect.element(page.getByText(/^2 files attached/)).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: 'Message to Fiona' })).toHaveValue('For you')
})

it('offers the vault only with can_medias, and a saved reply only with the rights of its files and price', async () => {
  const reply = {
    ...{ id: 'r', title: 'Set', content: 'A set', folder: '', media_ids: [ids[0]], preview_ids: [], price: 9 },
    ...{ missing: 0, owned: 0, sent: 0, bought: null, earned: null },
  }
  vi.mocked(getTeamReplies).mockResolvedValue(answered({ data: [reply as never], next: null, folders: [] }))
  await show(rights('can_chat', 'can_payment'))
  await userEvent.click(page.getByRole('button', { name: 'Attach from the vault' }), { force: true })
  await expect.element(sheet).not.toBeInTheDocument()
  await userEvent.click(page.getByRole('button', { name: 'Saved replies' }))
  await expect.element(page.getByRole('button', { name: /^Set/ })).toHaveAttribute('aria-disabled', 'true')
})
