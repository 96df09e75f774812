import type { Page } from '@playwright/test'
import { waitForHydration } from '../support/hydrated.ts'
import { expect, test } from '../support/journey.ts'
import { call, endShifts, foundAgency } from '../support/shift.ts'
import { signIn } from '../support/sign-in.ts'

test.afterEach(endShifts)

const stateKey = 'impersonation_state'

/** Calls that flags decide, each with a harmless body; their answers are the truth. */
const entryPoints = [
  ['GET', '/api/profile'],
  ['GET', '/api/agencies/impersonation/status'],
  ['GET', '/api/chat/sessions?mode=creator'],
  ['GET', '/api/feed'],
  ['GET', '/api/private-medias'],
  ['GET', '/api/creator/earnings'],
  ['GET', '/api/creator/analytics'],
  ['GET', '/api/wallet'],
  ['GET', '/api/agencies'],
  ['GET', '/api/notifications'],
  ['PATCH', '/api/profile'],
  ['PUT', '/api/creator/subscription-price'],
  ['POST', '/api/posts'],
  ['POST', '/api/payouts'],
] as const

/** Status and refusal of every call, made by the page itself with its own cookies. */
const answers = (page: Page): Promise<string[]> =>
  page.evaluate(async (list) => {
    const lines: string[] = []
    for (const [method, path] of list) {
      const init = method === 'GET' ? {} : { body: '{}', headers: { 'content-type': 'application/json' } }
      const answer = await fetch(path, { method, ...init })
      const { error, flag, id, isImpersonating } = await answer.json()
      lines.push(`${method} ${path}: ${answer.status} ${error} ${flag} ${id} ${isImpersonating}`)
    }
    return lines
  }, entryPoints)

test('an operator forges local storage and gains no access', async ({ browser }) => {
  const olivia = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  const bob = await browser.newContext()
  const mina = await browser.newContext()
  for (const [context, name] of [
    [olivia, 'olivia'],
    [bob, 'bob'],
    [mina, 'mina'],
  ] as const)
    await signIn(context, `${name}@demo.test`)
  const agency = await foundAgency(mina, bob, [olivia])
  await agency.grant('olivia', 'can_chat')
  const alice = await call<{ id: string; username: string }>(olivia, 'GET', '/api/users/alice')
  const me = await call<{ id: string }>(olivia, 'GET', '/api/profile')
  const page = await olivia.newPage()
  const logged: string[] = []
  page.on('console', (message) => message.type() === 'error' && logged.push(message.text()))
  const everything = (value: unknown) => ({
    can_chat: value,
    can_payment: value,
    can_medias: value,
    can_profile: value,
    can_social: value,
    show_in_analytics: value,
  })
  const forged = (value: unknown) =>
    JSON.stringify({
      isImpersonating: true,
      targetUser: { id: alice.id, username: 'alice' },
      impersonationData: {
        real_user_id: me.id,
        target_user_id: alice.id,
        agency_id: agency.id,
        permissions: everything(value),
      },
    })

  for (const acts of [false, true]) {
    await test.step(acts ? 'while acting for bob with the chat alone' : 'as oneself', async () => {
      if (acts) await agency.act(olivia)
      await page.goto('/about')
      const before = await answers(page)
      const shown = acts ? 'bob' : null
      for (const value of [true, 'true', 1, [true]]) {
        await page.evaluate(([key, text]) => localStorage.setItem(key, text), [stateKey, forged(value)] as const)
        expect(await answers(page), `flags ${JSON.stringify(value)}`).toEqual(before)
        await page.reload()
        expect(await answers(page), `flags ${JSON.stringify(value)}, reloaded`).toEqual(before)
        // The page then asks the server whom it acts for, and shows that.
        await expect
          .poll(() =>
            page.evaluate(
              (key) => JSON.parse(localStorage.getItem(key) ?? 'null')?.targetUser?.username ?? null,
              stateKey,
            ),
          )
          .toBe(shown)
      }
      await expect(page.locator('[data-acting]')).toHaveCount(acts ? 1 : 0)
    })
  }

  await test.step('an invalid state is logged and cleared', async () => {
    for (const text of ['{', 'null', '"acting"', '{"isImpersonating":1}', '{"isImpersonating":true,"targetUser":7}']) {
      // The page that is left may still write what it has just heard over it; then it is forged again.
      await expect(async () => {
        logged.length = 0
        await page.evaluate(([key, value]) => localStorage.setItem(key, value), [stateKey, text] as const)
        await page.reload()
        await expect
          .poll(() => logged.join('\n'), { timeout: 2_000 })
          .toContain('Failed to restore impersonation state:')
      }).toPass({ timeout: 60_000 })
      await expect.poll(() => page.evaluate((key) => localStorage.getItem(key), stateKey)).not.toBe(text)
      await expect(page.locator('[data-acting]')).toContainText('You act as @bob')
    }
  })
  await call(olivia, 'POST', '/api/agencies/stop-impersonation')
  await agency.dissolve()
  for (const context of [olivia, bob, mina]) await context.close()
})

test('an operator stops acting before hydration and without scripts, and no other site can do it', async ({
  browser,
}) => {
  const mina = await browser.newContext()
  const bob = await browser.newContext()
  await signIn(mina, 'mina@demo.test')
  await signIn(bob, 'bob@demo.test')
  const agency = await foundAgency(mina, bob, [])
  await agency.grant('mina', 'can_chat', 'can_social')
  const whoAmI = async (context: typeof mina) =>
    (await call<{ username: string }>(context, 'GET', '/api/profile')).username

  await test.step('without scripts', async () => {
    const plain = await browser.newContext({ javaScriptEnabled: false, locale: 'fr-FR' })
    await signIn(plain, 'mina@demo.test')
    await agency.act(plain)
    const page = await plain.newPage()
    await page.goto('/chat', { waitUntil: 'load' })
    await expect(page.locator('[data-acting]')).toContainText('Vous agissez en tant que @bob')
    await page.getByRole('button', { name: 'Arrêter' }).click()
    await expect(page).toHaveURL(new RegExp(`/agency/${agency.id}$`))
    expect(await whoAmI(plain)).toBe('mina')
    await plain.close()
  })

  await test.step('at every moment of loading', async () => {
    const moments: [string, (page: Page) => Promise<unknown>][] = [
      ['when the page begins', async () => undefined],
      ['when its HTML is read', (page) => page.waitForLoadState('domcontentloaded')],
      ['when its scripts are loaded', (page) => page.waitForLoadState('load')],
      ['when it is hydrated', waitForHydration],
    ]
    for (const [moment, untilReady] of moments) {
      const quick = await browser.newContext()
      await signIn(quick, 'mina@demo.test')
      await agency.act(quick)
      const page = await quick.newPage()
      await page.goto('/chat', { waitUntil: 'commit' })
      await untilReady(page)
      await page.getByRole('button', { name: 'Stop' }).click()
      await expect(page, moment).toHaveURL(new RegExp(`/agency/${agency.id}$`))
      await expect(page.locator('[data-acting]')).toHaveCount(0)
      expect(await whoAmI(quick), moment).toBe('mina')
      await quick.close()
    }
  })

  await test.step('not from another site', async () => {
    const other = await browser.newContext()
    await signIn(other, 'mina@demo.test')
    await agency.act(other)
    for (const origin of ['https://evil.test', 'null']) {
      const answer = await other.request.post('/api/agencies/stop-impersonation', {
        headers: { origin, 'content-type': 'application/x-www-form-urlencoded' },
        maxRedirects: 0,
      })
      expect(answer.status(), origin).toBe(403)
    }
    expect(await whoAmI(other)).toBe('bob')
    await call(other, 'POST', '/api/agencies/stop-impersonation')
    await other.close()
  })
  await agency.dissolve()
  await mina.close()
  await bob.close()
})
