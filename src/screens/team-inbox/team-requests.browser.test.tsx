import { beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Permissions } from '../../../contract/profile.ts'
import type { PaidRequest } from '../../../contract/requests.ts'
import { answered, fiona, mina, refused, renderFor, signedIn, tile } from '../../../tests/support/component.tsx'
import { agencyId, conversation, creator, place } from '../../../tests/support/desk.ts'
import { answerDesk } from '../../../tests/support/desk-answers.ts'
import { allRights, rights } from '../../../tests/support/rights.ts'
import { getTeamConversation, getTeamCreators } from '../../server/team-inbox.functions.ts'
import { acceptForCreator, declineForCreator, deliverForCreator } from '../../server/team-requests.functions.ts'
import { getTeamVaultIndex } from '../../server/team-vault.functions.ts'
import { TeamInboxScreen } from './team-inbox-screen.tsx'

const [asked] = conversation.messages.data
const request: PaidRequest = {
  id: '0190b6a0-0000-7000-8000-0000000000e1',
  message_id: asked?.id ?? '',
  delivered_id: null,
  fan_id: fiona.id,
  creator_id: mina.id,
  price: 20,
  state: 'open',
  due_at: '2026-03-16T12:00:00.000Z',
  created_at: '2026-03-02T12:00:00.000Z',
}
const target = { agency_id: agencyId, as_creator_id: mina.id, id: request.id }
const mediaId = '0190b6a0-0000-7000-8000-0000000000f1'

beforeEach(() => answerDesk({ ...conversation, requests: [request] }, [tile({ id: mediaId, name: 'Dunes' })]))

async function show(permissions: Permissions = allRights) {
  vi.mocked(getTeamCreators).mockResolvedValue(answered({ data: [{ ...creator, permissions }] }))
  await renderFor(signedIn(mina), <TeamInboxScreen state={place} />)
}
const card = page.getByRole('region', { name: 'Made to order' })
const act = (name: string | RegExp) => card.getByRole('button', { name })

it('accepts a request where its conversation is, and shows what became of it', async () => {
  vi.mocked(acceptForCreator).mockImplementation(async () => {
    const accepted = { ...request, state: 'accepted' as const }
    vi.mocked(getTeamConversation).mockResolvedValue(answered({ ...conversation, requests: [accepted] }))
    return answered(accepted)
  })
  await show()
  await userEvent.click(act('Accept'))
  await expect.element(card.getByText('Being made')).toBeVisible()
  expect(vi.mocked(acceptForCreator).mock.lastCall?.[0]).toMatchObject({ data: target })
  await expect.element(act('Accept')).not.toBeInTheDocument()
})

it('delivers from the vault of the creator, once for its key', async () => {
  vi.mocked(deliverForCreator).mockResolvedValue(answered({ ...request, state: 'delivered' }))
  await show()
  await userEvent.click(act(/^Deliver/))
  const picker = page.getByRole('dialog')
  await userEvent.click(picker.getByRole('button', { name: 'Choose Dunes' }))
  await userEvent.click(picker.getByRole('button', { name: /€20\.00$/ }))
  await expect
    .poll(() => vi.mocked(deliverForCreator).mock.lastCall?.[0])
    .toMatchObject({
      data: { ...target, media_ids: [mediaId] },
      headers: { 'idempotency-key': expect.any(String) },
    })
  const vault = vi.mocked(getTeamVaultIndex).mock.lastCall?.[0].data
  expect(vault).toMatchObject({ agency_id: agencyId, as_creator_id: mina.id, for: fiona.id })
})

it('declines after a second press, and says why it was refused', async () => {
  vi.mocked(declineForCreator).mockResolvedValue(refused('already_done', 409))
  await show()
  await userEvent.click(act('Decline'))
  expect(vi.mocked(declineForCreator)).not.toHaveBeenCalled()
  await userEvent.click(card.getByRole('button').last())
  await expect.poll(() => vi.mocked(declineForCreator).mock.lastCall?.[0]).toMatchObject({ data: target })
  await expect.element(page.getByRole('alert').or(page.getByRole('status')).first()).toBeVisible()
})

it('is closed to an operator without the rights', async () => {
  await show(rights('can_chat'))
  await expect.element(act('Accept')).toBeDisabled()
  await expect.element(act(/^Deliver/)).toBeDisabled()
})
