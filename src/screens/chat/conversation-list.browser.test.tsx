import { useState } from 'react'
import { flushSync } from 'react-dom'
import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { answered, fiona, mina, renderFor, signedIn, withMina } from '../../../tests/support/component.tsx'
import type { InboxSearch } from '../../lib/inbox-search.ts'
import { getFanLists } from '../../server/audience.functions.ts'
import { getConversations } from '../../server/chat.functions.ts'
import { ConversationList } from './conversation-list.tsx'

let follow: (shown: InboxSearch) => void = () => undefined
function List() {
  const [shown, setShown] = useState<InboxSearch>({})
  follow = setShown
  return <ConversationList mode={undefined} open={undefined} shown={shown} />
}

it('leaves the focus on a row that was found when the address follows what was typed', async () => {
  vi.mocked(getConversations).mockResolvedValue(answered({ data: [withMina], next: null }))
  await renderFor(signedIn(fiona), <List />)
  await page.getByRole('searchbox').fill('mina')
  await vi.waitFor(() => expect(lastSearch()).toBe('mina'))
  const row = page.getByRole('list').getByRole('link')
  await expect.element(row).toBeVisible()
  const found = row.element()
  if (found instanceof HTMLElement) found.focus()
  flushSync(() => follow({ q: 'mina' }))
  expect(document.activeElement).toBe(row.element())
})

it('leaves a conversation open that is opened before the address follows what was typed', async () => {
  vi.mocked(getConversations).mockResolvedValue(answered({ data: [withMina], next: null }))
  const { router } = await renderFor(signedIn(fiona), <List />)
  await router.navigate({ href: '/chat' })
  await page.getByRole('searchbox').fill('mina')
  // The page beneath knows of it later, once its code and its messages are there.
  await router.navigate({ href: '/chat?u=mina' })
  await vi.waitFor(() => expect(router.latestLocation.search).toMatchObject({ q: 'mina', u: 'mina' }))
})

it('leaves alone another page that is opened before the address follows what was typed', async () => {
  vi.mocked(getConversations).mockResolvedValue(answered({ data: [withMina], next: null }))
  const { router } = await renderFor(signedIn(fiona), <List />)
  await router.navigate({ href: '/chat' })
  const timers = vi.spyOn(window, 'setTimeout')
  await page.getByRole('searchbox').fill('mina')
  await vi.waitFor(() => expect(lastSearch()).toBe('mina'))
  await router.navigate({ href: '/@mina' })
  for (const [run, ms] of timers.mock.calls) if (ms === 400 && typeof run === 'function') run()
  expect(router.latestLocation.href).toBe('/@mina')
  timers.mockRestore()
})

it('narrows the inbox of a creator to a list of fans', async () => {
  const list = {
    id: '0190b6a0-0000-7000-8000-0000000000d1',
    name: 'Regulars',
    filter: null,
    count: 3,
    is_closed: false,
  }
  vi.mocked(getFanLists).mockResolvedValue(answered({ data: [list] }))
  vi.mocked(getConversations).mockResolvedValue(answered({ data: [withMina], next: null }))
  const { router } = await renderFor(
    signedIn(mina),
    <ConversationList mode="creator" open={undefined} shown={{ list: list.id }} />,
  )
  const lists = page.getByRole('combobox', { name: 'Lists' })
  await expect.element(lists).toHaveDisplayValue('Regulars')
  expect(vi.mocked(getConversations).mock.calls.map(([call]) => call.data)).toContainEqual(
    expect.objectContaining({ mode: 'creator', list: list.id }),
  )
  await lists.selectOptions('All fans')
  await vi.waitFor(() => expect(router.latestLocation.href).toBe('/chat'))
})

const lastSearch = () => vi.mocked(getConversations).mock.lastCall?.[0].data.search
