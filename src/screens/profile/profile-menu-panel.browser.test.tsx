import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import en from '../../../messages/en.json' with { type: 'json' }
import { mina, renderFor } from '../../../tests/support/component.tsx'
import { ProfileMenu } from './profile-menu.tsx'

const address = `${location.origin}/@mina`
const item = (name: string) => page.getByRole('menuitem', { name, exact: true })

beforeEach(() => withShare(undefined))
afterEach(() => void Reflect.deleteProperty(navigator, 'share'))

it("hands the address of a profile to the phone's share sheet, whose refusal is no failure", async () => {
  const share = vi.fn().mockRejectedValue(new DOMException('', 'AbortError'))
  withShare(share)
  await open()
  await userEvent.click(item(en.profile_share))
  await vi.waitFor(() => expect(share).toHaveBeenCalledWith({ url: address }))
})

it('copies the address', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await open()
  await userEvent.click(item(en.profile_copy_link))
  await expect.element(page.getByText(en.posts_link_copied)).toBeVisible()
  expect(write).toHaveBeenCalledWith(address)
})

it('says where to find the address when the browser refuses its clipboard', async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('', 'NotAllowedError'))
  await open()
  await userEvent.click(item(en.profile_copy_link))
  await expect.element(page.getByText(en.posts_link_not_copied)).toBeVisible()
})

async function open() {
  await renderFor(null, <ProfileMenu user={mina} className="" />)
  await userEvent.click(page.getByRole('button'))
  await expect.element(item(en.profile_copy_link)).toBeVisible()
}

function withShare(share: unknown) {
  Reflect.deleteProperty(navigator, 'share')
  if (share) Object.defineProperty(navigator, 'share', { value: share, configurable: true })
}
