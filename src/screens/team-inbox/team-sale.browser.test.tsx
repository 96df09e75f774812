import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Permissions } from '../../../contract/profile.ts'
import {
  answered,
  fiona,
  inVault,
  message,
  mina,
  refused,
  renderFor,
  signedIn,
  tile,
} from '../../../tests/support/component.tsx'
import { agencyId, conversation, creator, place, row, written } from '../../../tests/support/desk.ts'
import { allRights, rights } from '../../../tests/support/rights.ts'
import {
  claimConversation,
  getTeamConversation,
  getTeamCreators,
  getTeamInbox,
  getTeamReplies,
  readTeamConversation,
  saveTeamDraft,
  sendFromTeam,
} from '../../server/team-inbox.functions.ts'
import { getTeamMedia, getTeamVaultIndex, getTeamVaultLabels } from '../../server/team-vault.functions.ts'
import { getWritingRules } from '../../server/writing-rules.functions.ts'
import { dropDrafts } from '../../stores/drafts.ts'
import { TeamInboxScreen } from './team-inbox-screen.tsx'

const ids = ['0190b6a0-0000-7000-8000-0000000000f1', '0190b6a0-0000-7000-8000-0000000000f2'] as const
const target = { agency_id: agencyId, as_creator_id: mina.id }

beforeEach(() => {
  vi.mocked(getTeamInbox).mockResolvedValue(answered({ data: [row], next: null }))
  vi.mocked(getTeamConversation).mockResolvedValue(answered(conversation))
  vi.mocked(readTeamConversation).mockResolvedValue(answered({ ok: true }))
  vi.mocked(claimConversation).mockResolvedValue(answered({ ok: true, until: null }))
  vi.mocked(saveTeamDraft).mockResolvedValue(answered({ ok: true }))
  vi.mocked(getWritingRules).mockResolvedValue(
    answered({ restricted_words: ['paypal'], asks_above: 50, may_edit: false }),
  )
  vi.mocked(getTeamVaultLabels).mockResolvedValue(answered({ folders: [], tags: [] }))
  vi.mocked(getTeamVaultIndex).mockResolvedValue(
    answered(
      JSON.stringify({
        count: 2,
        buckets: [{ month: '2026-01', count: 2, bucket: 'b' }],
        first: [tile({ id: ids[0], name: 'Dunes' }), tile({ id: ids[1], name: 'Waves', for_fan: 'owned' })],
      }),
    ),
  )
  vi.mocked(getTeamMedia).mockImplementation(async ({ data }) => answered(inVault({ id: data.id })))
  vi.mocked(sendFromTeam).mockResolvedValue(answered(message({ id: 'sent', seq: 2 })))
})
afterEach(() => {
  dropDrafts()
  vi.mocked(sendFromTeam).mockClear()
})

async function show(permissions: Permissions = allRights) {
  vi.mocked(getTeamCreators).mockResolvedValue(answered({ data: [{ ...creator, permissions }] }))
  await renderFor(signedIn(mina), <TeamInboxScreen state={place} />)
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
