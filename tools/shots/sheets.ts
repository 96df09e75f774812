import type { Locator, Page } from '@playwright/test'
import en from '../../messages/en.json' with { type: 'json' }
import fr from '../../messages/fr.json' with { type: 'json' }
import { type Look, load, picture, type Shot } from './picture.ts'

/**
 * Presses each button of a page once, and of each menu that opens each line, and takes a picture of every sheet and menu
 * that they open. Nothing dear, public or irrevocable happens on one press (product §47), so the world is still there
 * afterwards; it is changed, though.
 */
export async function sheetsOf(page: Page, look: Look, path: string, address: string): Promise<Shot[]> {
  const shots: Shot[] = []
  const take = async (name: string) => {
    const problems: string[] = []
    // What rises is measured where it comes to rest.
    await page.waitForTimeout(300)
    const file = await picture(page, look, name, problems)
    shots.push({ ...look, path: name, file, status: null, problems })
  }
  for (const name of await names(page, page.locator(buttons))) {
    if (!(await press(page, page.locator(buttons), name))) {
      await again(page, address)
      continue
    }
    await take(`${path} ${name}`)
    for (const line of await names(page, page.locator(lines))) {
      if ((await press(page, page.locator(lines), line)) && (await page.locator('[role=dialog]').count()) > 0)
        await take(`${path} ${name} ${line}`)
      await again(page, address)
      await press(page, page.locator(buttons), name)
    }
    await again(page, address)
  }
  return shots
}

const buttons = 'main button:visible, header button:visible'
const lines = '[role=menu] [role=menuitem]'
const open = '[role=dialog]:visible, [role=menu]:visible'

/** Presses that end the session, or begin another one. */
const ends = [en, fr].flatMap((it) => [it.session_sign_out, it.account_sessions_end_really_all, it.acting_act_as])

async function again(page: Page, address: string): Promise<void> {
  await page.keyboard.press('Escape')
  const isThere = page.url().endsWith(address) && (await page.locator(open).count()) === 0
  if (!isThere) await load(page, address, [])
}

/** The names among these elements, of those that begin alike one: each picture of a grid opens the same viewer. */
async function names(page: Page, elements: Locator): Promise<string[]> {
  if (page.isClosed()) return []
  const all = await elements.evaluateAll((them) =>
    them
      .filter((it) => !it.closest('[role=tablist]'))
      .map((it) => it.getAttribute('aria-label') ?? it.textContent ?? ''),
  )
  const start = (name: string) => name.replace(/\d+/g, '#').split(' ').slice(0, 2).join(' ')
  const seen = new Map(all.map((it) => [start(it.trim()), it.trim()]))
  return [...seen.values()].filter((it) => it !== '' && !ends.includes(it)).slice(0, 24)
}

/** Whether pressing it opened a sheet or a menu. */
async function press(page: Page, elements: Locator, name: string): Promise<boolean> {
  const named = page.getByRole('button', { name, exact: true }).or(page.getByRole('menuitem', { name, exact: true }))
  try {
    await elements.and(named).first().click({ timeout: 2_000 })
    await page.locator(open).first().waitFor({ timeout: 700 })
    await page.waitForLoadState('networkidle', { timeout: 1_000 }).catch(() => undefined)
    return true
  } catch {
    return false
  }
}
