import type { BrowserContext } from '@playwright/test'
import { expect, test } from '../support/journey.ts'
import { call, endShifts, foundAgency } from '../support/shift.ts'
import { signIn } from '../support/sign-in.ts'

test.afterEach(endShifts)

/**
 * Mina's agency works for bob. Olivia answers fiona for him; frank, whom mina makes a supervisor, reads the conversation
 * without any right to write and reviews the answer. Olivia is notified and reads the review, bob's log says what was
 * read and reviewed, and nothing of it comes to fiona.
 */
test('a supervisor reviews what an operator wrote, and the operator reads it', async ({ browser }) => {
  const open = async (email: string, width = 1280): Promise<BrowserContext> => {
    const context = await browser.newContext({ viewport: { width, height: 844 } })
    await signIn(context, email)
    return context
  }
  const mina = await open('mina@demo.test')
  const olivia = await open('olivia@demo.test', 390)
  const bob = await open('bob@demo.test')
  const frank = await open('frank@demo.test', 390)
  const agency = await foundAgency(mina, bob, [olivia, frank])
  await agency.grant('olivia', 'can_chat')
  const fiona = await call<{ id: string }>(bob, 'GET', '/api/users/fiona')
  const { id: bobId } = await call<{ id: string }>(mina, 'GET', '/api/users/bob')
  await call(bob, 'POST', '/api/chat/messages', { receiver_id: fiona.id, content: 'The lights go up at eight' })
  const desk = { agency_id: agency.id, as_creator_id: bobId, receiver_id: fiona.id }
  await call(olivia, 'POST', '/api/team-desk/messages', { ...desk, content: 'The next film is on Friday' })

  await test.step('the owner makes a member a supervisor, after a sentence that says what it opens', async () => {
    const page = await mina.newPage()
    await page.goto(`/agency/${agency.id}?tab=team`)
    await page.locator('[data-item]').filter({ hasText: '@frank' }).getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Make Supervisor' }).click()
    await expect(page.getByRole('dialog')).toContainText('can read the conversations of every creator')
    await page.getByRole('dialog').getByRole('button', { name: 'Make Supervisor' }).click()
    await expect(page.locator('[data-item]').filter({ hasText: '@frank' })).toContainText('Supervisor')
  })

  await test.step('the supervisor reads the conversation on a phone and reviews the answer', async () => {
    const page = await frank.newPage()
    await page.goto(`/agency/${agency.id}?tab=reviews`)
    await page.getByRole('tabpanel').getByText('The next film is on Friday').click()
    const sheet = page.getByRole('dialog')
    await expect(sheet.getByText('The lights go up at eight')).toBeVisible()
    await sheet.getByRole('radio', { name: '4 of 5' }).check()
    await sheet.getByRole('textbox').fill('Ask what she liked about the last one.')
    await sheet.getByRole('button', { name: 'Save review' }).click()
    await expect(page.getByText('The review is saved')).toBeVisible()
    await expect(page.getByRole('tabpanel').getByText('The next film is on Friday')).toBeHidden()
    const send = { ...desk, content: 'I may not' }
    expect((await frank.request.post('/api/team-desk/messages', { data: send })).status()).toBe(403)
  })

  await test.step('the operator is notified and reads the review', async () => {
    const page = await olivia.newPage()
    await page.goto('/notifications')
    await page.getByText('has reviewed what you wrote').first().click()
    await expect(page).toHaveURL(new RegExp(`/agency/${agency.id}\\?tab=reviews`))
    await expect(page.getByText('Ask what she liked about the last one.')).toBeVisible()
    await expect(page.getByText('4 of 5')).toBeVisible()
  })

  await test.step('the creator’s log says what was read and reviewed', async () => {
    const page = await bob.newPage()
    await page.goto('/settings/accounts')
    await expect(page.locator('[data-act="desk.review"]').first()).toContainText('reviewed what an operator wrote')
    await expect(page.locator('[data-act="chat.open"]').first()).toBeVisible()
  })
})
