import type { BrowserContext, Page } from '@playwright/test'
import { expect, test } from '../support/journey.ts'
import { signIn } from '../support/sign-in.ts'

/**
 * Bob and frank have written a lot. Frank reads far up while bob writes on: he sees how many have come, jumps down
 * with one press, and is taken down when he writes himself. What bob writes to all is still there after a reload, and a
 * moment that has passed is no time to send it.
 */
test('a reader far up in a conversation jumps to new messages, and a broadcast draft survives a reload', async ({
  browser,
}) => {
  const [bobs, franks] = [await browser.newContext(), await browser.newContext()]
  await signIn(bobs, 'bob@demo.test')
  await signIn(franks, 'frank@demo.test')
  const [bob, frank] = [await bobs.newPage(), await franks.newPage()]
  const unique = Date.now().toString(36)
  const write = await writer(bobs, franks)
  for (let at = 1; at <= 40; at++) await write(`line ${at} ${unique}`)
  const log = frank.getByRole('log')
  const down = frank.getByRole('button', { name: /^Newest messages/ })

  await test.step('a reader far up sees the count of new messages and jumps to them', async () => {
    await frank.goto('/chat?u=@bob')
    await expect(log.getByText(`line 40 ${unique}`)).toBeVisible()
    await expect(down).toHaveCount(0)
    await up(log)
    await expect(down).toBeVisible()
    await write(`one more ${unique}`)
    await write(`and another ${unique}`)
    await expect(down).toHaveAccessibleName('Newest messages (2)')
    await down.click()
    await expect(log.getByText(`and another ${unique}`)).toBeInViewport()
    await expect(down).toHaveCount(0)
    await expect(log).toBeFocused()
  })

  await test.step('sending a message scrolls to it', async () => {
    await up(log)
    await expect(down).toBeVisible()
    await frank.getByRole('textbox', { name: 'Message to @bob' }).fill(`my turn ${unique}`)
    await frank.keyboard.press('Enter')
    await expect(log.getByText(`my turn ${unique}`)).toBeInViewport()
    await expect(down).toHaveCount(0)
  })

  await test.step('a broadcast draft survives a reload, and a past time is refused', async () => {
    await bob.goto('/chat/creator-channel')
    const text = bob.getByRole('textbox', { name: 'Text' })
    await text.fill(`for all of you ${unique}`)
    // What is typed before the page's code has come is taken over by it, and until then it is the browser's alone.
    await expect(bob.getByText('The draft is saved')).toBeVisible()
    await bob.reload()
    await expect(text).toHaveValue(`for all of you ${unique}`)
    await bob.getByLabel(/^When/).fill('2020-01-01T10:00')
    await expect(bob.getByRole('button', { name: 'Plan', exact: true })).toHaveAccessibleDescription(
      'That moment has passed',
    )
  })
  await bobs.close()
  await franks.close()
})

/** Writes from one to the other past the screen. */
async function writer(from: BrowserContext, to: BrowserContext): Promise<(content: string) => Promise<void>> {
  const origin = process.env.BASE_URL ?? ''
  const { id } = (await (await to.request.get(`${origin}/api/profile`)).json()) as { id: string }
  return async (content) => {
    const data = { receiver_id: id, content }
    const answer = await from.request.post(`${origin}/api/chat/messages`, { data, headers: { origin } })
    expect(answer.status()).toBe(201)
  }
}

const up = (log: ReturnType<Page['getByRole']>) => log.evaluate((it) => it.scrollTo({ top: -2_000 }))
