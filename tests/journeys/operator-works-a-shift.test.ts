import { expect, test } from '../support/journey.ts'
import { signIn } from '../support/sign-in.ts'

/**
 * Olivia acts as alice with chat and medias only: the bar says so on every page, the pages without a right are closed
 * by the server whatever her browser believes, what she writes says "team", and stopping makes her herself again.
 */
test('an operator works a shift for alice within the grant, and alice sees it in the log', async ({ browser }) => {
  const laptop = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  await signIn(laptop, 'olivia@demo.test')
  const page = await laptop.newPage()
  const bar = page.locator('[data-acting]')
  const profile = async () => (await laptop.request.get('/api/profile')).json()

  await test.step('starts from the list of agencies', async () => {
    await page.goto('/agencies')
    await page.locator('section').filter({ hasText: 'Sand & Company' }).getByRole('button', { name: 'Act as' }).click()
    await expect(page).toHaveURL(/\/@alice$/)
    await expect(bar).toContainText('You act as @alice')
    await expect(bar).toContainText('Money')
    expect(await profile()).toMatchObject({ username: 'alice', email: null, coins: null, birthdate: null })
  })

  await test.step('sees the bar on every page, and closed pages stay closed', async () => {
    for (const path of ['/', '/search', '/chat', '/notifications', '/@bob']) {
      await page.goto(path)
      await expect(bar, path).toBeVisible()
    }
    for (const path of ['/agencies', '/settings/password', '/settings/payouts', '/settings/accounts']) {
      const answer = await page.goto(path)
      expect([answer?.status(), answer?.statusText()], path).toEqual([403, 'Forbidden'])
      await expect(bar, path).toBeVisible()
    }
    for (const path of ['/api/wallet', '/api/feed', '/api/creator/earnings', '/api/agencies', '/api/subscriptions']) {
      expect((await laptop.request.get(path)).status(), path).toBe(403)
    }
  })

  await test.step('an operator forges local storage and gains no access', async () => {
    await page.waitForFunction(() => localStorage.getItem('impersonation_state')?.includes('impersonationData'))
    await page.evaluate(() => {
      const state = JSON.parse(localStorage.getItem('impersonation_state') ?? '{}')
      state.impersonationData.permissions = {
        can_chat: true,
        can_payment: true,
        can_medias: true,
        can_profile: true,
        can_social: true,
      }
      localStorage.setItem('impersonation_state', JSON.stringify(state))
    })
    await page.reload()
    expect((await laptop.request.get('/api/feed')).status()).toBe(403)
    expect((await laptop.request.patch('/api/profile', { data: { bio: 'forged' } })).status()).toBe(403)
  })

  await test.step('writes to a fan as the team, which the log remembers', async () => {
    const fiona = await (await laptop.request.get('/api/users/fiona')).json()
    const sent = await laptop.request.post('/api/chat/messages', {
      data: { receiver_id: fiona.id, content: `Thank you for last night, ${Date.now()}` },
    })
    expect(await sent.json()).toMatchObject({ author: 'team', sender: { username: 'alice' } })
    const priced = await laptop.request.post('/api/chat/messages', {
      data: { receiver_id: fiona.id, content: 'x', price: 5 },
    })
    expect(await priced.json()).toMatchObject({ error: 'permission_denied', flag: 'can_payment' })
  })

  await test.step('another tab follows, and stopping ends acting in both', async () => {
    const other = await laptop.newPage()
    await other.goto('/search')
    await expect(other.locator('[data-acting]')).toBeVisible()
    await page.goto('/chat')
    await bar.getByRole('button', { name: 'Stop' }).click()
    await expect(page).toHaveURL(/\/agency\//)
    await expect(bar).toHaveCount(0)
    await expect(other.locator('[data-acting]')).toHaveCount(0)
    expect(await profile()).toMatchObject({ username: 'olivia', email: 'olivia@demo.test' })
    const stored = () =>
      page.evaluate(() => [
        localStorage.getItem('impersonation_state'),
        localStorage.getItem('impersonation_last_check'),
      ])
    // The other tab may have asked a moment before the end, and clears what it has stored when it reloads.
    await expect.poll(stored).toEqual([null, null])
  })

  await test.step('finds her actions in the agency’s log', async () => {
    await page.getByRole('link', { name: 'Activity', exact: true }).click()
    await expect(page.getByText('sent a message').first()).toBeVisible()
    await expect(page.getByText('began to act').first()).toBeVisible()
  })
  await laptop.close()
})
