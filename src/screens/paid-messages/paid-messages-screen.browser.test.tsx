import { beforeEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { PaidMessage } from '../../../contract/paid-messages.ts'
import { actingFor, answered, fiona, mina, renderFor, signedIn } from '../../../tests/support/component.tsx'
import type { PaidMessagesSearch } from '../../lib/paid-messages-search.ts'
import { changeFans, getFanLists } from '../../server/audience.functions.ts'
import { getPaidMessages } from '../../server/paid-messages.functions.ts'
import { PaidMessagesScreen } from './paid-messages-screen.tsx'

const bought: PaidMessage = {
  ...{ id: '0190b6a0-0000-7000-8000-0000000000c1', sent_at: '2026-11-20T09:00:00.000Z', fan: fiona },
  ...{ author: 'creator', operator: null, text: 'Only for you', is_deleted: false, price: 8, is_opened: true },
  ...{ bought_at: '2026-11-20T10:00:00.000Z', earned: 8 },
}
const opened: PaidMessage = {
  ...{ ...bought, id: bought.id.replace('c1', 'c2'), text: 'The sea', price: 5, bought_at: null, earned: 0 },
  ...{ author: 'team', operator: { ...mina, id: bought.id, display_name: 'Olivia' } },
}
const gone: PaidMessage = { ...bought, id: bought.id.replace('c1', 'c3'), fan: null, text: '', is_deleted: true }
const totals = { messages: 4, opened: 3, bought: 2, earned: 16 }
const list = { id: '0190b6a0-0000-7000-8000-0000000000e1', name: 'Regulars', filter: null, is_closed: false }

beforeEach(() => {
  vi.clearAllMocks()
  vi.mocked(getPaidMessages).mockResolvedValue(answered({ data: [bought, opened, gone], next: null, totals }))
  vi.mocked(getFanLists).mockResolvedValue(answered({ data: [list] }))
  vi.mocked(changeFans).mockResolvedValue(answered({ changed: 1 }))
})
const render = (search: PaidMessagesSearch = {}) => renderFor(signedIn(mina), <PaidMessagesScreen search={search} />)

it('shows what became of each message, who wrote it, and what all of them came to', async () => {
  await render()
  await expect.element(page.getByText('3 (75%)')).toBeVisible()
  await expect.element(page.getByText('2 (50%)')).toBeVisible()
  const row = (name: RegExp) => page.getByRole('row', { name })
  await expect.element(row(/Only for you/)).toHaveTextContent(/Unlocked.*Creator.*€8\.00.*€8\.00/)
  await expect.element(row(/The sea/)).toHaveTextContent(/Opened, not unlocked.*Olivia.*€5\.00.*–/)
  await expect.element(row(/Only for you/).getByRole('link')).toHaveAttribute('href', '/chat?mode=creator&u=fiona')
  await expect.element(row(/A deleted account/)).toHaveTextContent('Deleted message')
  expect(
    row(/A deleted account/)
      .getByRole('link')
      .elements(),
  ).toEqual([])
})

it('asks for the span, the order and the state of the address', async () => {
  await render({ from: '2026-11-01', to: '2026-11-20', sort: 'earned', state: 'unbought' })
  await expect
    .element(page.getByRole('button', { name: 'Opened, not unlocked' }))
    .toHaveAttribute('aria-pressed', 'true')
  const asked = vi.mocked(getPaidMessages).mock.calls[0]?.[0]?.data
  expect(asked).toMatchObject({ from: '2026-11-01', to: '2026-11-20', sort: 'earned', state: 'unbought' })
  await expect
    .element(page.getByRole('columnheader', { name: 'Paid by fans' }))
    .toHaveAttribute('aria-sort', 'descending')
})

it('puts the chosen fans into a list', async () => {
  await render()
  await page.getByRole('checkbox', { name: 'Choose the fans of all rows shown' }).click()
  await expect.element(page.getByText('1 selected')).toBeVisible()
  await page.getByRole('button', { name: 'Add to a list' }).click()
  await page.getByRole('button', { name: 'Regulars' }).click()
  await vi.waitFor(() => expect(changeFans).toHaveBeenCalled())
  expect(vi.mocked(changeFans).mock.calls[0]?.[0]?.data).toEqual({
    choice: { ids: [fiona.id] },
    act: 'add',
    list_id: list.id,
  })
})

it('asks nothing for an operator without the right to amounts', async () => {
  await renderFor(actingFor(mina, { can_payment: false }), <PaidMessagesScreen search={{}} />)
  await expect.element(page.getByRole('heading', { name: 'Paid messages' })).toBeVisible()
  expect(getPaidMessages).not.toHaveBeenCalled()
})
