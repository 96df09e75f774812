import type { Locator, Page } from '@playwright/test'
import type { Agency } from '../../contract/agency-shapes.ts'
import { expect, test } from '../support/journey.ts'
import { call } from '../support/shift.ts'
import { signIn } from '../support/sign-in.ts'

/**
 * Bob's own agency, so that other journeys keep olivia's grant on alice: mina founds it, bob accepts with limits, mina
 * acts in weekly shifts, of which the first is over while she is at work. Bob sees it live, ends it with one tap, and
 * mina's page tells so, reloads after a second, and is mina's again: on the agency's page, with the words that she was
 * writing, of which nothing was sent.
 */
test('a creator ends the access of an operator at work, whose open page says so and reloads', async ({ browser }) => {
  const phone = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const laptop = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  await signIn(phone, 'bob@demo.test')
  await signIn(laptop, 'mina@demo.test')
  const bob = await phone.newPage()
  const mina = await laptop.newPage()
  const agency = `Night shift ${Date.now().toString(36)}`
  const onShift = hours(-1, 3)
  const shiftWords = `Every day ${onShift.from}–${onShift.to}, UTC`
  const manager = await browser.newContext()
  await signIn(manager, 'mina@demo.test')

  /** Begins to act as bob, and to write. */
  const act = async (where: Page | Locator) => {
    await where.getByRole('button', { name: 'Act as' }).click()
    await expect(mina).toHaveURL(/\/@bob$/)
    await expect(mina.locator('[data-acting]')).toContainText('You act as @bob')
    await mina.goto('/chat?mode=creator&u=fiona')
    await mina.getByLabel('Message to @fiona').fill('Only as bob')
  }
  /** As another manager of the agency would, while mina is at work. */
  const setShift = async ({ from, to }: Hours) => {
    const agencies = await call<{ data: Agency[] }>(manager, 'GET', '/api/agencies')
    const { id, grants: [grant] = [] } = agencies.data.find((it) => it.name === agency) ?? {}
    const windows = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from, to }))
    await call(manager, 'PUT', `/api/agencies/${id}/grants/${grant?.member_id}/${grant?.creator_id}`, {
      permissions: grant?.permissions,
      shift: { zone: 'UTC', windows },
    })
  }

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
    await sheet.getByRole('switch', { name: 'Only in weekly shifts' }).click()
    for (const day of ['Saturday', 'Sunday']) await sheet.getByRole('button', { name: day }).click()
    await sheet.getByLabel('From').fill(onShift.from)
    await sheet.getByLabel('Until').fill(onShift.to)
    await sheet.getByLabel('Time zone').selectOption('UTC')
    await expect(sheet.getByRole('status')).toHaveText(`${shiftWords} · 28 h a week`)
    await sheet.getByRole('button', { name: 'Save' }).click()
    await expect(sheet).toHaveCount(0)
    await expect(mina.getByText(shiftWords)).toBeVisible()
    await mina.getByRole('link', { name: 'Creators', exact: true }).click()
    await act(mina)
  })

  await test.step('her shift ends at work: the page says so with her words, and when the next one begins', async () => {
    // It stays for a second only, so it is waited for before it can be there.
    const endShown = mina.getByText('Impersonation ended: Permission denied').waitFor()
    await setShift(hours(1, 2))
    await endShown
    const ended = mina.getByRole('dialog', { name: 'Your access to Bob Ferrier has ended' })
    await expect(ended.getByText(/^Your shift ended .+\. The next one begins .+\.$/)).toBeVisible()
    await expect(ended.getByText('Only as bob')).toBeVisible()
    await ended.getByRole('button', { name: 'Close' }).last().click()
    await mina.goto('/agencies')
    const own = mina.locator('section').filter({ hasText: agency }).last()
    await expect(own.getByText(/^Shift begins /)).toBeVisible()
    await expect(own.getByRole('button', { name: 'Act as' })).toHaveCount(0)
    await setShift(onShift)
    await mina.reload()
    await expect(own.getByText('On shift', { exact: true })).toBeVisible()
    await act(own)
  })

  await test.step('bob sees it live', async () => {
    await bob.goto('/settings/accounts')
    const section = bob.getByRole('region', { name: 'Who may act as you' })
    await expect(section.getByText('acts as you now')).toBeVisible()
    // The activity below names the shift too, once it has come, but in no span.
    await expect(section.getByText(shiftWords).and(section.locator('span'))).toBeVisible()
    await expect(section.getByText('On shift', { exact: true })).toBeVisible()
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
  await manager.close()
  await phone.close()
  await laptop.close()
})

type Hours = { from: string; to: string }
/** Times of the day by the clocks of UTC, so many hours from now. */
const hours = (from: number, to: number): Hours => {
  const at = (hour: number) => new Date(Date.now() + hour * 3_600_000).toISOString().slice(11, 16)
  return { from: at(from), to: at(to) }
}
