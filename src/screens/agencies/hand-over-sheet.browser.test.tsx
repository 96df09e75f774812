import { expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { PublicProfile } from '../../../contract/users.ts'
import { answered, fiona, mina, renderFor, signedIn } from '../../../tests/support/component.tsx'
import { claimConversation, getTeamColleagues } from '../../server/team-inbox.functions.ts'
import { HandOverSheet } from './hand-over-sheet.tsx'

const bob = { ...mina, id: '0190b6a0-0000-7000-8000-0000000000b1', username: 'bob', display_name: 'Bob' }
const place = { agencyId: '1', creatorId: mina.id, fanId: '2' }
const show = async (colleagues: PublicProfile[]) => {
  vi.mocked(getTeamColleagues).mockResolvedValue(answered({ data: colleagues }))
  const onClose = vi.fn()
  await renderFor(signedIn(fiona), <HandOverSheet place={place} note="Likes tea" onClose={onClose} />)
  return onClose
}
const hand = page.getByRole('dialog').getByRole('button', { name: 'Hand over' })

it('hands a conversation to the colleague who is chosen, with the note', async () => {
  vi.mocked(claimConversation).mockResolvedValue(answered({ ok: true, until: null }))
  const onClose = await show([mina, bob])
  await userEvent.selectOptions(page.getByLabelText('To whom'), bob.id)
  await userEvent.click(hand)
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(vi.mocked(claimConversation).mock.calls[0]?.[0]?.data).toEqual({
    agency_id: '1',
    creator_id: mina.id,
    fan_id: '2',
    operator_id: bob.id,
    note: 'Likes tea',
  })
})

it('says that there is none to whom it could be handed, and offers no button', async () => {
  await show([])
  await expect.element(page.getByText('None of your colleagues may chat for this creator now.')).toBeVisible()
  await expect.element(hand).not.toBeInTheDocument()
})
