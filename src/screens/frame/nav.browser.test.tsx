import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { fiona, mina, renderFor, signedIn } from '../../../tests/support/component.tsx'
import { Nav } from './nav.tsx'

it('has the studio for creators alone', async () => {
  const studio = page.getByRole('link', { name: 'Studio' })
  await renderFor(signedIn(fiona), <Nav viewer={signedIn(fiona)} />)
  await expect.element(page.getByRole('link', { name: 'Chat' })).toBeVisible()
  await expect.element(studio).not.toBeInTheDocument()
  await renderFor(signedIn(mina), <Nav viewer={signedIn(mina)} />)
  await expect.element(studio).toHaveAttribute('href', '/creator')
})

it.each([
  ['a creator to the messages of fans', mina, '/chat?mode=creator'],
  ['a fan to the own messages', fiona, '/chat'],
] as const)('leads %s', async (_, user, address) => {
  const viewer = signedIn(user)
  await renderFor(viewer, <Nav viewer={viewer} />)
  await expect.element(page.getByRole('link', { name: 'Chat' })).toHaveAttribute('href', address)
})
