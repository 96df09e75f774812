import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { actingFor, mina, renderFor } from '../../../tests/support/component.tsx'
import { ActingStage } from './acting-stage.tsx'

const show = (minutes: number | null) => {
  const acting = actingFor(mina)
  const ends_at = minutes === null ? null : new Date(Date.now() + minutes * 60_000).toISOString()
  return renderFor({ ...acting, acting_as: acting.acting_as && { ...acting.acting_as, ends_at } }, <ActingStage />)
}
const bar = page.getByRole('status').filter({ hasText: 'You act as @mina' })

it.each([
  [14, true],
  [1, true],
  [16, false],
  [-1, false],
  [null, false],
])('says %j minutes before access ends when that is: %j', async (minutes, isShown) => {
  await show(minutes)
  await expect.element(bar.getByRole('button', { name: 'Stop' })).toBeVisible()
  if (isShown) await expect.element(bar).toHaveTextContent(/Your access ends (?:at|tomorrow at) \d\d:\d\d\./)
  else await expect.element(bar).not.toHaveTextContent('Your access ends')
})
