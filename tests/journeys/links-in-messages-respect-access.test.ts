import { barriers } from '../support/axe.ts'
import { expect, test } from '../support/journey.ts'
import { signIn } from '../support/sign-in.ts'

type Found = { data: { id: string; text: string | null; access: { allowed: boolean }; media: { locked: boolean }[] }[] }

/** Links in messages: those that lead away are only links, those into this site have a card with what its reader may see. */
test('links in a conversation have cards with what their reader may see, and external ones none', async ({
  browser,
}) => {
  const laptop = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const phone = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'fr-FR' })
  await signIn(laptop, 'alice@demo.test')
  await signIn(phone, 'frank@demo.test')
  const base = process.env.BASE_URL ?? ''
  const { data: all } = (await (await laptop.request.get(`${base}/api/users/alice/posts`)).json()) as Found
  const { data: seen } = (await (await phone.request.get(`${base}/api/users/alice/posts`)).json()) as Found
  const locked = seen.find((it) => !it.access.allowed && it.media.some((one) => one.locked))
  const open = seen.find((it) => it.access.allowed && it.text)
  const secret = all.find((it) => it.id === locked?.id)
  expect(secret?.media.length).toBeGreaterThan(0)

  const unique = Date.now().toString(36)
  const alice = await laptop.newPage()
  const frank = await phone.newPage()
  const asked: string[] = []
  frank.on('request', (request) => asked.push(request.url()))
  await frank.goto('/chat?u=@alice')
  await alice.goto('/chat?mode=creator&u=frank')
  const write = async (text: string) => {
    await alice.getByRole('textbox', { name: 'Message to @frank' }).fill(text)
    await alice.keyboard.press('Enter')
    await expect(frank.getByRole('log').getByText(unique).last()).toBeVisible()
  }

  await test.step('an external link has no card', async () => {
    await write(`${unique} https://аpple.example/x, javascript:alert(1)`)
    const link = frank.getByRole('link', { name: 'xn--pple-43d.example/x' })
    await expect(link).toHaveAttribute('rel', 'noopener nofollow ugc')
    await expect(link).toHaveAttribute('href', 'https://xn--pple-43d.example/x')
    await expect(frank.getByRole('link', { name: /javascript/ })).toHaveCount(0)
    expect(asked.filter((it) => it.includes('pple'))).toEqual([])
  })

  await test.step('a locked post stays locked on its card, and opens its page', async () => {
    await write(`${unique} ${base}/@alice/${locked?.id}`)
    const card = frank.getByRole('link', { name: /Verrouillé · Publication de @alice/ })
    await expect(card).toBeVisible()
    await expect(
      alice
        .getByRole('log')
        .getByRole('link', { name: /Post by @alice/ })
        .last(),
    ).toBeVisible()
    const source = await card.getByRole('img').first().getAttribute('src')
    expect(source).toMatch(/^data:image\/webp/)
    await frank.screenshot({ path: 'test-results/link-card.png' })
    await card.click()
    await expect(frank).toHaveURL(new RegExp(`/@alice/${locked?.id}$`))
    await frank.goBack()
  })

  await test.step('an open post and a profile have cards; a missing post has none', async () => {
    await write(`${unique} ${base}/@alice/${open?.id}`)
    await expect(frank.getByRole('link', { name: /Publication de @alice/ }).last()).toBeVisible()
    await write(`${unique} ${base}/@bob`)
    await expect(frank.getByRole('link', { name: /@bob$/ }).last()).toBeVisible()
    await write(`${unique} ${base}/@nobody_here_at_all last`)
    await expect(frank.getByRole('log').getByText('last')).toBeVisible()
    await expect(frank.getByRole('log').locator('a[href="/@nobody_here_at_all"]')).toHaveCount(1)
  })

  for (const page of [alice, frank]) {
    expect(await barriers(page)).toEqual([])
    await page.context().close()
  }
})
