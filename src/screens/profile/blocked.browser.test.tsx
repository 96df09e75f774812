import { expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import en from '../../../messages/en.json' with { type: 'json' }
import { answered, fiona, mina, renderFor, signedIn } from '../../../tests/support/component.tsx'
import { getUser, unblockUser } from '../../server/users.functions.ts'
import { ProfileScreen } from './profile-screen.tsx'

it('sells nothing of a user whom the viewer has blocked, and ends the block', async () => {
  vi.mocked(getUser).mockResolvedValue(answered({ ...mina, is_blocked: true }))
  vi.mocked(unblockUser).mockResolvedValue(answered({ is_blocked: false }))
  await renderFor(signedIn(fiona), <ProfileScreen username="mina" offer={undefined} />)
  await expect.element(page.getByText(en.profile_blocked_text)).toBeVisible()
  await expect.element(page.getByRole('button', { name: en.profile_subscribe })).not.toBeInTheDocument()
  await userEvent.click(page.getByRole('button', { name: en.profile_unblock }))
  await vi.waitFor(() => expect(unblockUser).toHaveBeenCalledWith({ data: { id: mina.id } }))
})
