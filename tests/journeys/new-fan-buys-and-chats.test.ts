import type { APIRequestContext, Page } from '@playwright/test'
import en from '../../messages/en.json' with { type: 'json' }
import { pictureDescriptions } from '../../seed/pictures.ts'
import { fillBirthdate } from '../support/birthdate.ts'
import { expect, test } from '../support/journey.ts'
import { killApi, restartApi } from '../support/processes.ts'
import { payAtProvider } from '../support/provider-page.ts'
import { signIn } from '../support/sign-in.ts'

/**
 * The main job (README): a newcomer with a phone signs up, finds alice, buys coins, subscribes, unlocks a photo and
 * writes with alice, who answers from a second window. In the middle the API is killed as a crash would, and nothing
 * that was acknowledged is lost. At the end coins, ledger and both windows agree.
 */
test('a new fan finds alice, buys coins, subscribes, unlocks a photo and chats live', async ({ browser }) => {
  const fan = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const stage = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  const page = await fan.newPage()
  const name = `nova${Date.now().toString(36)}`
  const email = `${name}@example.test`

  await test.step('signs up and chooses a name', async () => {
    await page.goto('/')
    await page.getByRole('link', { name: 'Sign up' }).first().click()
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Password').fill('a long enough secret')
    await page.getByRole('button', { name: 'Sign up' }).click()
    await expect(page).toHaveURL(/\/onboarding/)
    await page.getByLabel('Username').fill(name)
    await fillBirthdate(page, en, '1994-05-06')
    await page.getByRole('button', { name: 'Come in' }).click()
    await expect(page).toHaveURL(new RegExp(`/@${name}`))
  })

  await test.step('confirms the address from the mail', async () => {
    await page.goto(await linkInMail(page.request, email))
    await page.getByRole('button', { name: 'Confirm address' }).click()
    await expect(page.getByText('Your address is confirmed')).toBeVisible()
  })

  await test.step('finds alice', async () => {
    await page.goto('/search')
    await page.getByRole('searchbox').fill('alise')
    await expect(page).toHaveURL(/q=alise/)
    await page
      .getByRole('main')
      .getByRole('link', { name: /Alice Marchetti/ })
      .first()
      .click()
    await expect(page).toHaveURL(/\/@alice$/)
  })

  await test.step('buys coins in the sandbox', async () => {
    await page.goto('/settings/payments')
    await page.getByRole('group', { name: 'Amounts' }).getByRole('button', { name: /50/ }).click()
    await page.getByRole('button', { name: 'Pay €50.00' }).click()
    await expect(page.getByRole('heading', { name: '50 coins' })).toBeVisible()
    await payAtProvider(page).click()
    await expect(page).toHaveURL(/\/settings\/payments/)
    await expect.poll(() => coins(page.request)).toBe(50)
  })

  await test.step('subscribes to alice', async () => {
    await page.goto('/@alice')
    await page.getByRole('button', { name: /^Subscribe.*month/ }).click()
    const sheet = page.getByRole('dialog')
    await expect(sheet).toContainText('€9.99')
    await expect(sheet).toContainText('€40.01')
    await sheet.getByRole('button', { name: /Subscribe/ }).click()
    await expect(page.getByRole('main').getByText('Subscribed', { exact: true })).toBeVisible()
    await expect.poll(() => coins(page.request)).toBe(40.01)
  })

  await test.step('unlocks a photo for five coins', async () => {
    const post = page.getByRole('article').filter({ hasText: 'dressing room' })
    for (let tries = 0; tries < 6 && (await post.count()) === 0; tries++) await page.mouse.wheel(0, 4_000)
    await post.scrollIntoViewIfNeeded()
    // What they show is as locked as they are.
    const pictures = (['dressing-mirror', 'masks', 'bouquet'] as const).map((name) => pictureDescriptions[name])
    for (const words of pictures) await expect(post.getByRole('img', { name: words })).toHaveCount(0)
    await post.getByRole('button', { name: /5/ }).first().click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Unlock/ })
      .click()
    await expect.poll(() => coins(page.request)).toBe(35.01)
    for (const words of pictures) await expect(post.getByRole('img', { name: words })).toBeVisible()
    await expect(post.getByRole('button', { name: /Unlock/ })).toHaveCount(0)
  })

  const alice = await stage.newPage()
  await signIn(stage, 'alice@demo.test')

  await test.step('writes to alice, who answers live', async () => {
    await page.goto('/chat?u=@alice')
    await alice.goto(`/chat?mode=creator&u=${name}`)
    await write(page, 'Good evening, Alice.')
    await expect(alice.getByText('Good evening, Alice.').last()).toBeVisible()
    await write(alice, 'Good evening. Welcome to the third row.')
    await expect(page.getByText('Welcome to the third row.').last()).toBeVisible()
  })

  await test.step('the API is killed and restarts; nothing is lost', async () => {
    await killApi()
    await restartApi()
    expect(await coins(page.request)).toBe(35.01)
    await write(page, 'Are you still there?')
    await expect(alice.getByText('Are you still there?').last()).toBeVisible()
    await write(alice, 'Always.')
    await expect(page.getByText('Always.').last()).toBeVisible()
  })

  await test.step('coins, ledger and both windows agree', async () => {
    const history = await json<{ data: { kind: string; amount: number }[] }>(page.request, '/api/wallet/transactions')
    expect(history.data.map((it) => [it.kind, it.amount])).toEqual([
      ['post', -5],
      ['subscription', -9.99],
      ['topup', 50],
    ])
    expect(history.data.reduce((sum, it) => sum + Math.round(it.amount * 100), 0)).toBe(3_501)
    const me = await json<{ id: string }>(page.request, '/api/profile')
    const her = await json<{ id: string }>(stage.request, '/api/profile')
    const mine = await words(page.request, her.id)
    expect(mine).toEqual([
      'Always.',
      'Are you still there?',
      'Good evening. Welcome to the third row.',
      'Good evening, Alice.',
    ])
    expect(await words(stage.request, me.id)).toEqual(mine)
  })
  await fan.close()
  await stage.close()
})

async function write(page: Page, text: string): Promise<void> {
  const box = page.getByRole('textbox', { name: /^Message/ })
  await box.fill(text)
  await box.press('Enter')
  await expect(page.getByText(text).last()).toBeVisible()
}

async function linkInMail(request: APIRequestContext, to: string): Promise<string> {
  let link: string | undefined
  await expect
    .poll(async () => {
      const { data } = await json<{ data: { text: string }[] }>(request, `/dev/mail?to=${encodeURIComponent(to)}`)
      link = /https?:\/\/\S+/.exec(data[0]?.text ?? '')?.[0]
      return link
    })
    .toBeTruthy()
  return link ?? ''
}

async function json<T>(request: APIRequestContext, path: string): Promise<T> {
  const answer = await request.get(path, { headers: { accept: 'application/json' } })
  expect(answer.status(), path).toBe(200)
  return (await answer.json()) as T
}

const coins = async (request: APIRequestContext) => (await json<{ coins: number }>(request, '/api/wallet')).coins

/** What the two wrote to each other, newest first; what alice sends to everybody is not part of it. */
const words = async (request: APIRequestContext, userId: string) => {
  const path = `/api/chat/messages/${userId}`
  const { data } = await json<{ data: { content: string; type: string }[] }>(request, path)
  return data.filter((it) => it.type !== 'broadcast').map((it) => it.content)
}
