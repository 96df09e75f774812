import { expect, test } from '@playwright/test'
import { signIn } from '../support/sign-in.ts'

/**
 * Bob's own agency, so that other journeys keep olivia's grant on alice: mina founds it, bob accepts with limits, mina
 * acts. Bob sees it live, ends it with one tap, and mina's page tells so, reloads after a second, and is mina's again:
 * on the agency's page, with the words that she was writing, of which nothing was sent.
 */
test('a creator ends the access of an operator at work, whose open page says so and reloads', async ({ browser }) => {
  const phone = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const laptop = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  await signIn(phone, 'bob@demo.test')
  await signIn(laptop, 'mina@demo.test')
  const bob = await phone.newPage()
  const mina = await laptop.newPage()
  const agency = `Night shift ${Date.now().toString(36)}`

  await test.step('mina founds an agency and invites bob', async () => {
    await mina.goto('/agencies')
    await mina.getByRole('button', { name: 'New agency' }).click()
    await mina.getByLabel('Name').fill(agency)
    await mina.getByRole('dialog').getByRole('button', { name: 'New agency' }).click()
    await expect(mina).toHaveURL(/\/agency\//)
    await mina.getByRole('button', { name: 'Invite a creator' }).click()
    await mina.getByLabel('Username').fill('bob')
    await mina.getByRole('dialog').getByRole('button', { name: 'Invite' }).click()
    await expect(mina.getByText('Invited', { exact: true })).toBeVisible()
  })

  await test.step('bob accepts and sets the ceiling of the agency', async () => {
    await bob.goto('/agencies')
    const invitation = bob.locator('section').filter({ hasText: agency }).last()
    await invitation.getByRole('button', { name: 'Accept' }).last().click()
    const sheet = bob.getByRole('dialog')
    await expect(sheet.getByRole('switch', { name: 'Chat' })).toBeChecked()
    await sheet.getByRole('switch', { name: 'Posts' }).click()
    await sheet.getByRole('button', { name: 'Accept' }).click()
    await expect(bob.getByText(`You are now with ${agency}.`)).toBeVisible()
  })

  await test.step('mina grants herself rights within it and acts', async () => {
    await mina.reload()
    await mina.getByRole('link', { name: 'Rights', exact: true }).click()
    await mina.getByRole('button', { name: /Rights of Mina/ }).click()
    const sheet = mina.getByRole('dialog')
    await expect(sheet.getByRole('switch', { name: 'Money' })).toHaveAttribute('aria-disabled', 'true')
    await sheet.getByRole('switch', { name: 'Chat' }).click()
    await sheet.getByRole('switch', { name: 'Posts' }).click()
    await sheet.getByRole('button', { name: 'Save' }).click()
    await expect(sheet).toHaveCount(0)
    await mina.getByRole('link', { name: 'Creators', exact: true }).click()
    await mina.getByRole('button', { name: 'Act as' }).click()
    await expect(mina).toHaveURL(/\/@bob$/)
    await expect(mina.locator('[data-acting]')).toContainText('You act as @bob')
    await mina.goto('/chat?mode=creator&u=fiona')
    await mina.getByLabel('Message to @fiona').fill('Only as bob')
  })

  await test.step('bob sees it live', async () => {
    await bob.goto('/settings/accounts')
    const section = bob.getByRole('region', { name: 'Who may act as you' })
    await expect(section.getByText('acts as you now')).toBeVisible()
    const fiona = await (await laptop.request.get('/api/users/fiona')).json()
    await laptop.request.post('/api/chat/messages', { data: { receiver_id: fiona.id, content: 'From the team' } })
    await expect(section.getByText('sent a message').first()).toBeVisible()
  })

  await test.step('bob ends it: the next call is refused, the open page says so and reloads', async () => {
    const section = bob.getByRole('region', { name: 'Who may act as you' })
    // It stays for a second only, so it is waited for before it can be there.
    const endShown = mina.getByText('Impersonation ended: Permission denied').waitFor()
    await section.getByRole('button', { name: 'End access' }).click()
    await expect(bob.getByText('@mina can no longer act as you.')).toBeVisible()
    await endShown
    // A press in the second before the reload sends nothing.
    await mina
      .getByLabel('Message to @fiona')
      .press('Enter', { timeout: 900 })
      .catch(() => undefined)
    await expect(mina.locator('[data-acting]')).toHaveCount(0)
    await expect.poll(async () => (await (await laptop.request.get('/api/profile')).json()).username).toBe('mina')
    await expect(mina).toHaveURL(/\/agency\//)
    const ended = mina.getByRole('dialog', { name: 'Your access to Bob Ferrier has ended' })
    await expect(ended.getByText(/^Bob Ferrier ended it on/)).toBeVisible()
    await expect(ended.getByText('Only as bob')).toBeVisible()
    await ended.getByRole('button', { name: 'Close' }).last().click()
    await mina.reload()
    await expect(mina.getByRole('heading', { name: agency })).toBeVisible()
    await expect(mina.getByRole('dialog')).toHaveCount(0)
    for (const browser of [phone, laptop]) {
      const fiona = await (await browser.request.get('/api/users/fiona')).json()
      const { data } = await (await browser.request.get(`/api/chat/messages/${fiona.id}`)).json()
      expect(data.map((it: { content: string }) => it.content)).not.toContain('Only as bob')
    }
    const state = await mina.evaluate(() => localStorage.getItem('impersonation_state'))
    expect(state).toBeNull()
  })
  await phone.close()
  await laptop.close()
})
