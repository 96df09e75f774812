import { beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Profile } from '../../../contract/profile.ts'
import { answered, mina, renderFor, signedIn } from '../../../tests/support/component.tsx'
import { getFanLists, getFans } from '../../server/audience.functions.ts'
import { getConversations } from '../../server/chat.functions.ts'
import { usePalette } from '../runtime/use-palette.ts'
import { CommandPalette } from './command-palette.tsx'

/** The palette behind its key, as the runtime of a page has it. */
function Host({ isCreator }: { isCreator: boolean }) {
  const { isOpen, setOpen } = usePalette(isCreator)
  return isOpen ? <CommandPalette onClose={() => setOpen(false)} /> : <p>closed</p>
}

const lena = { ...mina, id: 'lena', username: 'lena', display_name: 'Léna', is_creator: false }
const conversation = { id: 's', other_user_id: 'lena', other_username: 'lena', other_display_name: 'Léna' }

beforeEach(() => {
  vi.mocked(getFanLists).mockResolvedValue(
    answered({ data: [{ id: 'vip', name: 'Préférés', filter: null, is_closed: false }] }),
  )
  vi.mocked(getConversations).mockResolvedValue(answered({ data: [conversation], next: null } as never))
  vi.mocked(getFans).mockResolvedValue(answered({ data: [{ user: lena }], next: null } as never))
})

const field = () => page.getByRole('combobox', { name: 'Go to' })
const option = (name: string | RegExp) => page.getByRole('option', { name })
/** The one line of a group. */
const inGroup = (name: string) => page.getByRole('group', { name }).getByRole('option')
const open = async (viewer: Profile = signedIn(mina)) => {
  const rendered = await renderFor(viewer, <Host isCreator={viewer.is_creator} />)
  await userEvent.keyboard('{Control>}k{/Control}')
  if (viewer.is_creator) await expect.element(field()).toHaveFocus()
  return rendered
}

it('opens by Ctrl K, finds a screen in spite of case, and goes there by Enter', async () => {
  const { router } = await open()
  await userEvent.keyboard('FIGURES')
  await expect.element(option('Figures')).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => router.state.location.pathname).toBe('/settings/analytics')
  await expect.element(page.getByText('closed')).toBeVisible()
})

it('keeps the field in sight, and what is chosen beside it, however far one goes', async () => {
  await page.viewport(1280, 500)
  await open()
  const chosen = () => document.querySelector('[aria-selected=true]')?.getBoundingClientRect()
  // Up from the first is the last one, and on from there up to the middle.
  for (let presses = 0; presses < 10; presses++) {
    await userEvent.keyboard('{ArrowUp}')
    const box = field().element().getBoundingClientRect()
    expect(document.elementFromPoint(box.x + box.width / 2, box.y + 4)).toBe(field().element())
    expect(chosen()?.top).toBeGreaterThanOrEqual(box.bottom)
  }
})

it('finds a saved list without its accents, and goes to it, a conversation and a fan by the arrow keys', async () => {
  const { router } = await open()
  await userEvent.keyboard('preferes')
  await expect.element(option('Préférés')).toBeVisible()
  await expect.element(inGroup('Conversations')).toBeVisible()
  await expect.element(inGroup('Fans')).toBeVisible()
  await expect.element(option('Préférés')).toHaveAttribute('aria-selected', 'true')
  expect(field().element().getAttribute('aria-activedescendant')).toBe(option('Préférés').element().id)
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(inGroup('Conversations')).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(inGroup('Fans')).toHaveAttribute('aria-selected', 'true')
  // The last one is followed by the first.
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(option('Préférés')).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{ArrowUp}{ArrowUp}{Enter}')
  await expect.poll(() => router.state.location.href).toBe('/chat?mode=creator&u=lena')
  expect(vi.mocked(getConversations).mock.lastCall?.[0]?.data).toMatchObject({ mode: 'creator', search: 'preferes' })
  expect(vi.mocked(getFans).mock.lastCall?.[0]?.data).toMatchObject({ q: 'preferes' })
})

it('stays on the fan that was chosen when conversations come after them', async () => {
  const conversations = Promise.withResolvers<Awaited<ReturnType<typeof getConversations>>>()
  vi.mocked(getConversations).mockReturnValue(conversations.promise)
  const { router } = await open()
  await userEvent.keyboard('preferes')
  await expect.element(inGroup('Fans')).toBeVisible()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(inGroup('Fans')).toHaveAttribute('aria-selected', 'true')
  conversations.resolve(answered({ data: [conversation], next: null } as never))
  await expect.element(inGroup('Conversations')).toBeVisible()
  await expect.element(inGroup('Fans')).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => router.state.location.href).toBe('/creator/audience?q=lena')
})

it('asks for no fans before something is typed, and offers an operator only what their rights open', async () => {
  vi.mocked(getConversations).mockClear()
  vi.mocked(getFans).mockClear()
  vi.mocked(getFanLists).mockClear()
  const operator = signedIn(mina, {
    acting_as: { target_user: mina, permissions: { can_chat: true } } as never,
  })
  await open(operator)
  await expect.element(option('Figures')).toBeVisible()
  await expect.element(option('Payouts')).not.toBeInTheDocument()
  expect([vi.mocked(getConversations).mock.calls, vi.mocked(getFanLists).mock.calls]).toEqual([[], []])
  await userEvent.keyboard('lena')
  await expect.element(inGroup('Conversations')).toBeVisible()
  expect(vi.mocked(getFans)).not.toHaveBeenCalled()
})

it('closes by the same keys, and says that nothing was found', async () => {
  vi.mocked(getConversations).mockResolvedValue(answered({ data: [], next: null }))
  vi.mocked(getFans).mockResolvedValue(answered({ data: [], next: null }))
  await open()
  await userEvent.keyboard('xyzzy')
  await expect.element(page.getByText('Nothing found')).toBeVisible()
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(page.getByText('closed')).toBeVisible()
})

it('stays closed for a fan', async () => {
  await open(signedIn({ ...mina, is_creator: false }))
  await expect.element(page.getByText('closed')).toBeVisible()
})
