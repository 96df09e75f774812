import { beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import en from '../../../messages/en.json' with { type: 'json' }
import { answered, mina, renderFor } from '../../../tests/support/component.tsx'
import { searchState } from '../../lib/search-types.ts'
import { getSearchResults } from '../../server/search.functions.ts'
import { SearchScreen } from './search-screen.tsx'

beforeEach(() => void vi.mocked(getSearchResults).mockResolvedValue(answered({ data: [mina], next: null })))

const show = (search: Record<string, string>) => renderFor(null, <SearchScreen state={searchState(search)} />)
const asked = () => vi.mocked(getSearchResults).mock.calls.at(-1)?.[0].data
const address = ({ router }: Awaited<ReturnType<typeof show>>) =>
  Object.entries(router.state.location.search).filter(([, value]) => value !== undefined)

it('asks for what the address says, and for nothing that cannot be', async () => {
  await show({
    tag: '#Opera',
    category: 'music',
    language: 'fr',
    price: '5',
    online: 'yes',
    trial: 'yes',
    sort: 'trending',
  })
  await expect.element(page.getByRole('heading', { name: '#opera' })).toBeVisible()
  expect(asked()).toMatchObject({
    tag: 'opera',
    category: 'music',
    language: 'fr',
    max_price: 5,
    online: 'yes',
    trial: 'yes',
    sort: 'trending',
  })
  await show({
    tag: '<b>',
    category: 'crime',
    language: 'xx',
    price: '-1',
    online: 'maybe',
    trial: 'maybe',
    sort: 'spend',
  })
  await expect.element(page.getByRole('heading', { name: en.search_popular })).toBeVisible()
  expect(Object.entries(asked() ?? {}).filter(([, value]) => value !== undefined)).toEqual([
    ['q', ''],
    ['type', 'creators'],
  ])
})

it('writes each choice into the address, beside what is searched', async () => {
  const shown = await show({ q: 'mina', tag: 'opera' })
  const asWritten = [
    ['q', 'mina'],
    ['tag', 'opera'],
  ]
  await userEvent.click(page.getByRole('button', { name: en.search_filter_online }))
  await expect.poll(() => address(shown)).toEqual([...asWritten, ['online', 'yes']])
  await userEvent.click(page.getByRole('button', { name: en.search_filter_trial }))
  await expect.poll(() => address(shown)).toEqual([...asWritten, ['trial', 'yes']])
  await userEvent.selectOptions(page.getByRole('combobox', { name: en.search_filter_price }), '0')
  await expect.poll(() => address(shown)).toEqual([...asWritten, ['price', '0']])
  await userEvent.click(page.getByRole('button', { name: en.search_filter_remove.replace('{tag}', 'opera') }))
  await expect.poll(() => address(shown)).toEqual([['q', 'mina']])
})

it('offers a way out where no creator fits', async () => {
  vi.mocked(getSearchResults).mockResolvedValue(answered({ data: [], next: null }))
  await show({ category: 'dance' })
  await expect.element(page.getByRole('heading', { name: en.search_filter_none_title })).toBeVisible()
  await expect.element(page.getByRole('link', { name: en.search_filter_clear })).toHaveAttribute('href', '/search')
})
