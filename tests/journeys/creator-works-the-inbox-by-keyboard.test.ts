import type { Browser, BrowserContextOptions, Locator, Page } from '@playwright/test'
import en from '../../messages/en.json' with { type: 'json' }
import fr from '../../messages/fr.json' with { type: 'json' }
import { barriers } from '../support/axe.ts'
import { expect, test } from '../support/journey.ts'
import { signIn } from '../support/sign-in.ts'

/** No mouse: a creator at a laptop, a fan with a phone, another with a laptop, in each language. */
for (const [locale, say] of [
  ['en-US', en],
  ['fr-FR', fr],
] as const) {
  test(`a creator works the inbox by keyboard alone (${locale})`, async ({ browser }) => {
    test.setTimeout(240_000)
    const laptop = { viewport: { width: 1440, height: 900 }, locale }
    const phone = { viewport: { width: 390, height: 844 }, locale }
    const alice = await open(browser, 'alice@demo.test', laptop)
    const fiona = await open(browser, 'fiona@demo.test', phone)
    const frank = await open(browser, 'frank@demo.test', laptop)
    const unique = Date.now().toString(36)
    const to = (name: string) => say.chat_write_to.replace('{name}', name)

    await test.step('two fans find the creator and write', async () => {
      for (const [page, words] of [
        [fiona, `one ${unique}`],
        [frank, `two ${unique}`],
      ] as const) {
        await page.goto('/')
        // The code of the shortcuts comes with the first key, as soon as the page is hydrated.
        await expect(async () => {
          await page.keyboard.press('g')
          await page.keyboard.press('c')
          await expect(page).toHaveURL(/\/chat$/, { timeout: 1_000 })
        }).toPass({ timeout: 60_000 })
        await tabTo(page, page.getByRole('searchbox', { name: say.chat_search }))
        await page.keyboard.type('alice')
        const row = page.getByRole('list', { name: say.chat_list }).getByRole('link')
        await expect(row).toHaveCount(1)
        await tabTo(page, row)
        await page.keyboard.press('Enter')
        await tabTo(page, page.getByRole('textbox', { name: to('@alice') }))
        await page.keyboard.type(words)
        await page.keyboard.press('Enter')
        await expect(page.getByRole('log').getByText(words)).toBeVisible()
      }
    })

    await test.step('the creator changes the inbox, filters, and walks the list', async () => {
      await alice.goto('/chat')
      await tabTo(alice, alice.getByRole('link', { name: say.chat_mode_creator }))
      await alice.keyboard.press('Enter')
      await expect(alice).toHaveURL(/mode=creator/)
      const unread = alice.getByRole('button', { name: say.chat_filter_unread, exact: true })
      await tabTo(alice, unread)
      await alice.keyboard.press('Space')
      await expect(unread).toHaveAttribute('aria-pressed', 'true')
      const rows = alice.getByRole('list', { name: say.chat_list }).getByRole('link')
      await expect(rows.filter({ hasText: `two ${unique}` })).toBeVisible()
      await expect(rows.filter({ hasText: `one ${unique}` })).toBeVisible()
      await tabTo(alice, rows.first())
      await alice.keyboard.press('ArrowDown')
      await expect(rows.nth(1)).toBeFocused()
      await alice.keyboard.press('End')
      await expect(rows.last()).toBeFocused()
      await alice.keyboard.press('Home')
      await expect(rows.first()).toBeFocused()
      await expect(rows.first()).toContainText(`two ${unique}`)
      await alice.keyboard.press('Enter')
      await expect(alice.getByRole('log').getByText(`two ${unique}`)).toBeVisible()
    })

    await test.step('replies to a message from its menu, reacts to it, and takes the reply back', async () => {
      const field = alice.getByRole('textbox', { name: to('@frank') })
      await tabTo(alice, field)
      await choose(alice, `two ${unique}`, say.chat_reply)
      await expect(field).toBeFocused()
      await alice.keyboard.press('Escape')
      await choose(alice, `two ${unique}`, say.chat_reply)
      await expect(field).toBeFocused()
      await alice.keyboard.type(`answer ${unique}`)
      await alice.keyboard.press('Enter')
      await expect(frank.getByRole('log').getByText(`answer ${unique}`)).toBeVisible()
      await expect(frank.getByRole('log').getByRole('blockquote').first()).toContainText(`two ${unique}`)
      await choose(alice, `two ${unique}`, say.chat_reaction_heart)
      const heart = say.chat_reaction_of.replace('{name}', '@alice').replace('{reaction}', say.chat_reaction_heart)
      await expect(frank.getByRole('log').getByText(heart).first()).toBeAttached()
      await choose(alice, `answer ${unique}`, say.chat_unsend)
      await tabTo(alice, alice.getByRole('dialog').getByRole('button', { name: say.chat_unsend, exact: true }))
      await alice.keyboard.press('Enter')
      await expect(frank.getByRole('log').getByText(say.chat_unsent).first()).toBeVisible()
    })

    await test.step('mutes and unmutes the conversation', async () => {
      const more = alice.getByRole('button', { name: say.chat_more })
      for (const words of [say.chat_mute, say.chat_unmute]) {
        await tabTo(alice, more)
        await alice.keyboard.press('Enter')
        await pick(alice, words)
      }
      await tabTo(alice, more)
      await alice.keyboard.press('Enter')
      await expect(alice.getByRole('menuitem', { name: say.chat_mute, exact: true })).toBeVisible()
      await alice.keyboard.press('Escape')
      await expect(more).toBeFocused()
    })

    for (const [name, page] of Object.entries({ alice, fiona, frank })) {
      expect(await barriers(page), name).toEqual([])
      await page.context().close()
    }
  })
}

async function open(browser: Browser, email: string, options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext({ baseURL: process.env.BASE_URL ?? '', ...options })
  await signIn(context, email)
  return context.newPage()
}

/** Goes there with Tab, or up through the messages, as a user without a mouse does; fails when it cannot be reached. */
async function tabTo(page: Page, there: Locator, key: 'Tab' | 'ArrowUp' = 'Tab'): Promise<void> {
  await expect(there.first()).toBeVisible()
  for (let n = 0; n < 120; n++) {
    if (await there.first().evaluate((it) => it === document.activeElement)) return
    await page.keyboard.press(key)
  }
  throw new Error(`${there} cannot be reached with ${key}`)
}

/** Opens the menu of a message, and chooses with the arrows. */
async function choose(page: Page, text: string, what: string): Promise<void> {
  const bubble = page
    .getByRole('article')
    .filter({ has: page.locator('p', { hasText: text }) })
    .first()
  await tabTo(page, page.getByRole('log').locator('xpath=ancestor::section').getByRole('textbox'))
  await tabTo(page, bubble.getByRole('button').last(), 'ArrowUp')
  await page.keyboard.press('Enter')
  await pick(page, what)
}

async function pick(page: Page, what: string): Promise<void> {
  const item = page
    .getByRole('menuitem', { name: what, exact: true })
    .or(page.getByRole('menuitemcheckbox', { name: what, exact: true }))
  await expect(item).toBeVisible()
  const at = () => page.evaluate(() => document.activeElement?.ariaLabel ?? document.activeElement?.textContent ?? '')
  for (let n = 0; n < 16 && !(await item.evaluate((it) => it === document.activeElement)); n++) {
    const before = await at()
    await page.keyboard.press('ArrowDown')
    // The focus moves a moment after the key.
    await expect.poll(at).not.toBe(before)
  }
  await page.keyboard.press('Enter')
  await expect(item).toBeHidden()
}
