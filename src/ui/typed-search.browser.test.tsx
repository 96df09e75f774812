import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { renderFor } from '../../tests/support/component.tsx'
import { TypedSearch } from './typed-search.tsx'

it('asks once typing has paused, and not for a page that was left meanwhile', async () => {
  const onChange = vi.fn()
  const { router } = await renderFor(null, <TypedSearch label="Find" value="" onChange={onChange} />)
  await page.getByRole('searchbox').fill('sea')
  await vi.waitFor(() => expect(onChange).toHaveBeenCalledExactlyOnceWith('sea'))
  await page.getByRole('searchbox').fill('sea shell')
  await router.navigate({ href: '/elsewhere' })
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(onChange).toHaveBeenCalledTimes(1)
})
