import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { renderFor } from '../../tests/support/component.tsx'
import { TypedSearch } from './typed-search.tsx'

it('asks once typing has paused, and not for a page that was left meanwhile', async () => {
  const onChange = vi.fn()
  const { router } = await renderFor(null, <TypedSearch label="Find" value="" onChange={onChange} />)
  await page.getByRole('searchbox').fill('sea')
  await vi.waitFor(() => expect(onChange).toHaveBeenCalledExactlyOnceWith('sea'))
  const timers = vi.spyOn(window, 'setTimeout')
  await page.getByRole('searchbox').fill('sea shell')
  await router.navigate({ href: '/elsewhere' })
  const pauses = timers.mock.calls.filter(([, ms]) => ms === 250)
  expect(pauses).toHaveLength(1)
  for (const [run] of pauses) if (typeof run === 'function') run()
  expect(onChange).toHaveBeenCalledTimes(1)
  timers.mockRestore()
})
