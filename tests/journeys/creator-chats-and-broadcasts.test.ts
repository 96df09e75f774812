import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { barriers } from '../support/axe.ts'
import { waitForHydration } from '../support/hydrated.ts'
import { expect, test } from '../support/journey.ts'
import { signIn } from '../support/sign-in.ts'

/**
 * The inbox at work in three browsers: alice at a laptop, fiona with a phone in French, frank with a phone in the dark.
 * Typing, receipts, replies, likes, tombstones, a message that fails and is retried, the chat policy that is
 * offered, and a broadcast that reaches everybody as a message of their own.
 */
test('a creator chats with two fans and broadcasts to all', async ({ browser }) => {
  const alice = await open(browser, 'alice@demo.test', { viewport: { width: 1440, height: 900 } })
  const fiona = await open(browser, 'fiona@demo.test', { viewport: { width: 390, height: 844 }, locale: 'fr-FR' })
  const frank = await open(browser, 'frank@demo.test', { viewport: { width: 390, height: 844 }, colorScheme: 'dark' })
  const unique = Date.now().toString(36)

  await test.step('fiona writes, alice sees her typing and answers; both see it read', async () => {
    await fiona.goto('/chat?u=@alice')
    await alice.goto('/chat?mode=creator&u=fiona')
    await expect(alice.getByRole('log')).toBeVisible()
    const field = fiona.getByRole('textbox', { name: 'Message à @alice' })
    // Typing is sent every few seconds, so it arrives once both sockets have opened.
    await Promise.all([
      field.pressSequentially(`Bonjour ${unique}`, { delay: 400 }),
      expect(alice.getByText('Writing…')).toBeVisible(),
    ])
    await field.press('Enter')
    await expect(alice.getByRole('log').getByText(`Bonjour ${unique}`)).toBeVisible()
    await expect(fiona.getByText(/Lu$/).last()).toBeVisible()
    await alice.getByRole('textbox', { name: 'Message to @fiona' }).fill(`Hello ${unique}`)
    await alice.keyboard.press('Enter')
    await expect(fiona.getByRole('log').getByText(`Hello ${unique}`)).toBeVisible()
  })

  await test.step('alice reacts to it and replies; fiona takes hers back', async () => {
    await act(alice, `Bonjour ${unique}`, 'Heart')
    await expect(fiona.getByRole('log').getByText('Réaction de @alice : Cœur')).toBeAttached()
    await act(alice, `Bonjour ${unique}`, 'Reply')
    await alice.keyboard.type('Of course')
    await alice.keyboard.press('Enter')
    await expect(fiona.getByRole('log').getByRole('blockquote')).toContainText(`Bonjour ${unique}`)
    await act(fiona, `Bonjour ${unique}`, 'Annuler l’envoi')
    await fiona.getByRole('dialog').getByRole('button', { name: 'Annuler l’envoi' }).click()
    await expect(alice.getByRole('log').getByText('Message unsent').last()).toBeVisible()
    await expect(alice.getByRole('log').locator('p', { hasText: `Bonjour ${unique}` })).toHaveCount(0)
  })

  await test.step('a message without a connection waits for it, and is sent once', async () => {
    await fiona.context().setOffline(true)
    await fiona.getByRole('textbox', { name: 'Message à @alice' }).fill(`Tunnel ${unique}`)
    await fiona.keyboard.press('Enter')
    await expect(fiona.getByText('Attend une connexion')).toBeVisible()
    await fiona.context().setOffline(false)
    await expect(alice.getByRole('log').getByText(`Tunnel ${unique}`)).toHaveCount(1)
    await expect(fiona.getByText('Attend une connexion')).toHaveCount(0)
  })

  await test.step('the draft is restored, and the list works by keyboard', async () => {
    await fiona.getByRole('textbox', { name: 'Message à @alice' }).fill('à suivre')
    await fiona.goto('/chat')
    await expect(fiona.getByText('Brouillon')).toBeVisible()
    await alice.goto('/chat?mode=creator')
    const rows = alice.getByRole('list', { name: 'Conversations' }).getByRole('link')
    await waitForHydration(alice)
    await rows.first().focus()
    await alice.keyboard.press('ArrowDown')
    await expect(rows.nth(1)).toBeFocused()
    await alice.keyboard.press('Home')
    await expect(rows.first()).toBeFocused()
    await alice.keyboard.press('Enter')
    await expect(alice.getByRole('log')).toBeVisible()
  })

  await test.step('a broadcast reaches frank as a message and in the channel', async () => {
    await frank.goto('/chat')
    await alice.goto('/chat/creator-channel')
    await alice.getByRole('textbox', { name: 'Text' }).fill(`To all of you ${unique}`)
    // Fiona waits for an answer.
    await alice.getByRole('checkbox', { name: 'Leave out fans who wait for an answer' }).uncheck()
    await alice.getByRole('button', { name: 'Send to all' }).click()
    await alice.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click()
    const row = alice.getByRole('listitem').filter({ hasText: `To all of you ${unique}` })
    await expect(row.getByText('Planned')).toBeVisible()
    // It is held for ten seconds, in which it could be stopped.
    await expect(row.getByRole('button', { name: 'Send again to who did not open' })).toBeVisible({ timeout: 120_000 })
    await fiona.goto('/chat/creator-channel')
    await expect(fiona.getByText(`To all of you ${unique}`)).toBeVisible()
  })

  for (const [name, page] of [
    ['alice', alice],
    ['fiona', fiona],
    ['frank', frank],
  ] as const) {
    expect(await barriers(page), name).toEqual([])
    await page.context().close()
  }
})

async function open(browser: Browser, email: string, options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext(options)
  await signIn(context, email)
  return context.newPage()
}

/** Chooses what to do with a message from its menu. */
async function act(page: Page, text: string, what: string): Promise<void> {
  const bubble = page
    .getByRole('article')
    .filter({ has: page.locator('p', { hasText: text }) })
    .first()
  await bubble.hover()
  await bubble.getByRole('button').last().click()
  await page
    .getByRole('menuitem', { name: what, exact: true })
    .or(page.getByRole('menuitemcheckbox', { name: what, exact: true }))
    .click()
}
