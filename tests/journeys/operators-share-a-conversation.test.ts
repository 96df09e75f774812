import type { BrowserContext, Page } from '@playwright/test'
import { waitUntilAtRest } from '../support/hydrated.ts'
import { expect, test } from '../support/journey.ts'
import { call, endShifts, foundAgency } from '../support/shift.ts'
import { signIn } from '../support/sign-in.ts'

test.afterEach(endShifts)

/**
 * Mina and olivia both work for bob. In his conversation with fiona they see each other, and him; fiona sees that bob
 * writes, and no other name. Bob watches what they do as it happens, ends it, and their pages say so, each in its
 * language: the one with a socket by itself, the one without at the next click.
 */
test('two operators and the creator share a conversation, until the creator ends the access', async ({ browser }) => {
  const open = async (email: string, more: object = {}): Promise<BrowserContext> => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...more })
    await signIn(context, email)
    return context
  }
  const phone = { viewport: { width: 390, height: 844 } }
  const mina = await open('mina@demo.test')
  const olivia = await open('olivia@demo.test', { ...phone, locale: 'fr-FR' })
  const bob = await open('bob@demo.test', phone)
  const fiona = await open('fiona@demo.test', phone)
  const team = (page: Page) => page.locator('[data-team]')
  const agency = await foundAgency(mina, bob, [olivia])
  await agency.grant('mina', 'can_chat')
  await agency.grant('olivia', 'can_chat')
  const { id: fionaId } = await call<{ id: string }>(bob, 'GET', '/api/users/fiona')
  await call(bob, 'POST', '/api/chat/messages', { receiver_id: fionaId, content: 'Good evening' })

  const minaDesk = await mina.newPage()
  await test.step('the team inbox of one shows that the other is in a conversation', async () => {
    await minaDesk.goto('/agencies?tab=desk')
    const row = minaDesk.locator('[role=tabpanel]').getByText('Good evening').first()
    await expect(row).toBeVisible()
  })

  await agency.act(olivia)
  const oliviaChat = await olivia.newPage()
  await oliviaChat.goto('/chat?mode=creator&u=fiona')
  await test.step('the other one’s team inbox shows it too', async () => {
    await expect(team(minaDesk)).toHaveText('Olivia Sand is here too')
  })

  await agency.act(mina)
  const minaChat = await mina.newPage()
  await minaDesk.close()
  await minaChat.goto('/chat?mode=creator&u=fiona')
  const fionaChat = await fiona.newPage()
  await fionaChat.goto('/chat?u=bob')
  await test.step('each sees that the other is here, in their own language', async () => {
    await expect(team(minaChat)).toHaveText('Olivia Sand is here too')
    await expect(team(oliviaChat)).toHaveText('Mina Okafor est ici aussi')
  })

  await test.step('one types; the fan sees bob typing', async () => {
    // Typing is sent as it happens: an operator who connects a moment later sees it with the next letters.
    await expect(async () => {
      const field = minaChat.getByRole('textbox', { name: 'Message to @fiona' })
      await field.pressSequentially('I will answer ', { delay: 60 })
      await expect(team(oliviaChat)).toHaveText('Mina Okafor écrit ici aussi', { timeout: 2_000 })
      await expect(fionaChat.getByText('Writing…')).toBeVisible({ timeout: 2_000 })
    }).toPass({ timeout: 60_000 })
    for (const name of ['Mina', 'Olivia']) await expect(fionaChat.getByText(name)).toHaveCount(0)
  })

  await test.step('both see the creator, who sees both', async () => {
    // Otherwise the typing indicator would be all that he sees.
    await minaChat.getByRole('textbox', { name: 'Message to @fiona' }).fill('')
    await expect(team(oliviaChat)).toHaveText('Mina Okafor est ici aussi')
    const bobChat = await bob.newPage()
    await bobChat.goto('/chat?mode=creator&u=fiona')
    await expect(team(bobChat)).toContainText('and others are here too')
    await minaChat.getByRole('textbox', { name: 'Message to @fiona' }).pressSequentially(' in a moment', { delay: 60 })
    await expect(team(bobChat)).toHaveText('Mina Okafor is typing here too')
    await bobChat.close()
    await expect(team(minaChat)).toHaveText('Olivia Sand is here too')
  })

  const log = await bob.newPage()
  const region = log.getByRole('region', { name: 'Who may act as you' })
  await test.step('the creator sees every action live', async () => {
    const socket = log.waitForEvent('websocket', (it) => it.url().endsWith('/ws'))
    await log.clock.install()
    await log.goto('/settings/accounts')
    await socket
    await expect(region.getByText('acts as you now')).toHaveCount(2)
    await waitUntilAtRest(log)
    const asked: string[] = []
    log.on('request', (request) => {
      if (request.url().includes('/_serverFn/')) asked.push(request.url())
    })
    await log.clock.runFor(8_000)
    // A request that a timer has sent is seen before this answer.
    await log.evaluate(() => fetch('/favicon.svg').then((answer) => answer.arrayBuffer()))
    expect(asked).toEqual([])
    const newest = region.locator('[data-act]').first()
    await expect(newest).not.toHaveAttribute('data-act', 'chat.send')
    await minaChat.getByRole('textbox', { name: 'Message to @fiona' }).press('Enter')
    await expect(newest).toHaveAttribute('data-act', 'chat.send')
  })

  await test.step('without a socket the page polls every few seconds', async () => {
    const deaf = await bob.newPage()
    await deaf.routeWebSocket('**/ws', (socket) => socket.close())
    await deaf.goto('/settings/accounts')
    const newest = deaf.locator('[data-act]').first()
    await expect(newest).toContainText('Mina')
    await call(olivia, 'POST', '/api/chat/messages', { receiver_id: fionaId, content: 'And me' })
    await expect(newest).toContainText('Olivia')
    await deaf.close()
  })

  await test.step('the creator ends both: the open pages say so in their language and reload as the operators', async () => {
    // It stays for a second only, so it is waited for before it can be there.
    const shown = Promise.all([
      oliviaChat.getByText('Fin de l’action au nom d’autrui : Autorisation refusée').waitFor(),
      minaChat.getByText('Impersonation ended: Permission denied').waitFor(),
    ])
    const reloaded = oliviaChat.waitForEvent('load')
    for (const left of [1, 0]) {
      await region.getByRole('button', { name: 'End access' }).last().click()
      await expect(region.getByRole('button', { name: 'End access' })).toHaveCount(left)
    }
    await shown
    await expect(oliviaChat.locator('[data-acting]')).toHaveCount(0)
    await expect(minaChat.locator('[data-acting]')).toHaveCount(0)
    await expect
      .poll(async () => (await call<{ username: string }>(olivia, 'GET', '/api/profile')).username)
      .toBe('olivia')
    await expect.poll(async () => (await call<{ username: string }>(mina, 'GET', '/api/profile')).username).toBe('mina')
    await reloaded
    await waitUntilAtRest(oliviaChat)
  })

  await test.step('a page without a socket notices at the next click', async () => {
    await agency.allowAgain()
    await agency.grant('olivia', 'can_social')
    // An open page would load itself again for the other account, perhaps over the one that is opened next.
    await oliviaChat.goto('about:blank')
    await agency.act(olivia)
    await oliviaChat.goto('/')
    await expect(oliviaChat.locator('[data-acting]')).toBeVisible()
    await expect.poll(() => oliviaChat.evaluate(() => localStorage.getItem('impersonation_state'))).not.toBeNull()
    await agency.dissolve()
    const shown = oliviaChat.getByText('Fin de l’action au nom d’autrui : Autorisation refusée').waitFor()
    await oliviaChat.getByRole('link', { name: 'Découvrir' }).click()
    await shown
    await expect(oliviaChat.locator('[data-acting]')).toHaveCount(0)
    await expect
      .poll(async () => (await call<{ username: string }>(olivia, 'GET', '/api/profile')).username)
      .toBe('olivia')
  })
  for (const context of [mina, olivia, bob, fiona]) await context.close()
})
