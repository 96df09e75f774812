import type { BrowserContext } from '@playwright/test'
import { barriers } from '../support/axe.ts'
import { waitUntilAtRest } from '../support/hydrated.ts'
import { expect, test } from '../support/journey.ts'
import { newFan } from '../support/new-fan.ts'
import { call, endShifts, foundAgency } from '../support/shift.ts'
import { signIn } from '../support/sign-in.ts'

test.afterEach(endShifts)

/**
 * Ten fans write to three creators each. Olivia answers all thirty from the desk with the keyboard alone, without a page
 * load and with four requests for each fan at most. Then a creator ends her access while she writes.
 */
test('an operator answers thirty fans of three creators by keyboard, until an access ends', async ({ browser }) => {
  test.setTimeout(600_000)
  const open = async (email?: string): Promise<BrowserContext> => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
    if (email !== undefined) await signIn(context, email)
    return context
  }
  const mina = await open('mina@demo.test')
  const olivia = await open('olivia@demo.test')
  // In the demo world olivia writes for alice too, to whom theo has written: he takes messages of who follows him.
  const alice = await open('alice@demo.test')
  const { id: theoId } = await call<{ id: string }>(alice, 'GET', '/api/users/theo')
  await call(alice, 'POST', `/api/users/${theoId}/follow`)
  const creators: { context: BrowserContext; id: string; agency: Awaited<ReturnType<typeof foundAgency>> }[] = []
  for (const name of ['bob', 'theo', 'noor']) {
    const context = await open(`${name}@demo.test`)
    const { id } = await call<{ id: string }>(context, 'GET', '/api/profile')
    const agency = await foundAgency(mina, context, [olivia])
    await agency.grant('olivia', 'can_chat')
    creators.push({ context, id, agency })
  }
  const words = `Good evening ${Date.now().toString(36)}`
  const fans: BrowserContext[] = []
  for (let n = 0; n < 10; n++) {
    const fan = await open()
    await newFan(fan, `desk${n}_`)
    for (const { id } of creators) {
      await call(fan, 'POST', `/api/users/${id}/follow`)
      await call(fan, 'POST', '/api/chat/messages', { receiver_id: id, content: `Hello from ${n}` })
    }
    fans.push(fan)
  }

  const page = await olivia.newPage()
  const field = page.locator('[data-composer] textarea')
  await page.goto('/agencies?tab=desk&show=unanswered&sort=waiting')
  await expect(page.getByRole('list', { name: 'Conversations' }).getByRole('link').first()).toBeVisible()
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  /** How often each server function was called. */
  const calls = new Map<string, number>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/_serverFn/')) calls.set(pathname, (calls.get(pathname) ?? 0) + 1)
  })

  await test.step('answers the fan who waits longest, and goes on with the same key', async () => {
    // The page listens as soon as it is hydrated.
    await expect(async () => {
      await page.keyboard.press('n')
      await expect(field).toBeFocused({ timeout: 2_000 })
    }).toPass()
    // The page has asked once for what it missed while it had no socket.
    await waitUntilAtRest(page)
    calls.clear()
    let answered = 0
    for (let isOpen = true; isOpen && answered < 60; answered++) {
      const before = page.url()
      await expect(field).toBeEditable()
      await expect(field).toBeFocused()
      // At once, however busy the machine is: who pauses for 0.8 s stores a draft, which is no part of an answer.
      await Promise.all([page.keyboard.insertText(words), page.keyboard.press('Control+Enter')])
      await expect.poll(() => page.url()).not.toBe(before)
      isOpen = page.url().includes('fan=')
    }
    expect(answered).toBeGreaterThanOrEqual(30)
    // Conversation, lease, read mark and answer, once for each fan; what the page asks for itself, once for each agency at
    // most, is no part of it.
    const agencies = creators.length + 1
    const forFans = [...calls].filter(([, count]) => count > agencies)
    expect(forFans).toHaveLength(4)
    expect(forFans.filter(([, count]) => count > answered + 1)).toEqual([])
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
    for (const fan of fans)
      for (const { id } of creators) {
        const { data } = await call<{ data: { content: string; author: string }[] }>(
          fan,
          'GET',
          `/api/chat/messages/${id}`,
        )
        expect(data[0]).toMatchObject({ content: words, author: 'team' })
      }
  })

  await test.step('shows every key behind a question mark, and has no barriers', async () => {
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog', { name: 'Keys' })).toBeHidden()
    expect(await barriers(page)).toEqual([])
  })

  await test.step('reads that the access has ended, and keeps the words', async () => {
    const [bob] = creators
    const [fan] = fans
    if (bob === undefined || fan === undefined) throw new Error('no creator and no fan')
    await call(fan, 'POST', '/api/chat/messages', { receiver_id: bob.id, content: 'One more thing' })
    await expect(page.getByText('One more thing').first()).toBeVisible()
    await page.keyboard.press('n')
    await expect(field).toBeFocused()
    await page.keyboard.type('I will not lose this')
    await bob.agency.dissolve()
    await expect(page.getByText('has ended', { exact: false }).first()).toBeVisible()
    await expect(page.getByText('I will not lose this')).toBeVisible()
    await expect(field).toHaveCount(0)
  })
  await endShifts()
  for (const context of [alice, mina, olivia, ...creators.map((it) => it.context), ...fans]) await context.close()
})
