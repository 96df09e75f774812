import { createServer, type Server } from 'node:http'
import type { Browser, Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { humanCheckAction } from '../../contract/limits.ts'
import en from '../../messages/en.json' with { type: 'json' }
import { startBrowser } from '../support/browser.ts'
import { freePort } from '../support/ports.ts'
import { startWholeProduct, type WholeProduct } from '../support/whole-product.ts'

/**
 * With Turnstile's keys the sign-in forms show its widget under the real content policy. Doubles replace Cloudflare's
 * script, frame and verdict. The test answers their requests below the content policy, which therefore still names Cloudflare.
 */
const keys = { TURNSTILE_SITE_KEY: 'site-key-of-the-test', TURNSTILE_SECRET_KEY: 'secret' }
const password = 'a-long-enough-password'
let product: WholeProduct
let verdicts: Server
let browser: Browser
const spent: string[] = []

beforeAll(async () => {
  const port = await freePort()
  verdicts = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => {
      text += chunk
    })
    request.on('end', () => {
      const token = new URLSearchParams(text).get('response') ?? ''
      const isGood = token.startsWith('token-') && !spent.includes(token)
      spent.push(token)
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ success: isGood, hostname: 'localhost', action: humanCheckAction }))
    })
  })
  await new Promise<void>((resolve) => verdicts.listen(port, '127.0.0.1', resolve))
  product = await startWholeProduct({ HUMAN_CHECK: 'turnstile', TURNSTILE_ORIGIN: `http://127.0.0.1:${port}`, ...keys })
  browser = await startBrowser()
}, 240_000)
afterAll(async () => {
  await browser?.close()
  await product?.stop()
  verdicts?.close()
})

describe('the forms to sign up and sign in', () => {
  it('show the widget and send its token', { timeout: 60_000 }, async () => {
    const email = `t${Date.now()}@example.test`
    const { page, violations } = await openPage()
    await page.goto(`${product.url}/signup`)
    await page.getByLabel(en.auth_email).fill(email)
    await page.getByLabel(en.auth_password).fill(password)
    await widgetShown(page)
    await page.getByRole('button', { name: en.nav_sign_up }).click()
    await page.waitForURL(/\/onboarding$/)

    await page.context().clearCookies({ name: /session_token/ })
    await page.goto(`${product.url}/login`)
    await widgetShown(page)
    await page.getByLabel(en.auth_email).fill(email)
    await page.getByLabel(en.auth_password).fill('not-the-password')
    await page.getByRole('button', { name: en.nav_sign_in, exact: true }).click()
    await page.getByRole('alert').getByText(en.auth_wrong_credentials).waitFor()
    // The first token is spent, and the widget has issued another one.
    await page.getByLabel(en.auth_password).fill(password)
    await page.getByRole('button', { name: en.nav_sign_in, exact: true }).click()
    await page.waitForURL(/\/onboarding$/)

    await page.context().clearCookies({ name: /session_token/ })
    // A reset takes the e-mail only (spec §5).
    await page.goto(`${product.url}/forgot-password`)
    await page.getByLabel(en.auth_email).fill(email)
    await page.getByRole('button', { name: en.auth_forgot_action }).click()
    await page.getByText(en.auth_forgot_sent).waitFor()

    expect(spent).toHaveLength(3)
    expect(new Set(spent).size).toBe(3)
    expect(violations).toEqual([])
    await page.context().close()
  })

  it('show an error and refuse to submit when the widget cannot load, until a retry loads it', {
    timeout: 60_000,
  }, async () => {
    const { page } = await openPage('blocked')
    await page.goto(`${product.url}/login`)
    await page.getByText(en.auth_human_check_missing).waitFor()
    await page.getByLabel(en.auth_email).fill('fan@example.test')
    await page.getByLabel(en.auth_password).fill(password)
    const before = spent.length
    // A refused form takes a new check by itself; once that has failed too, only the button asks again.
    const failedAgain = page.waitForEvent('requestfailed', (it) =>
      it.url().startsWith('https://challenges.cloudflare.com'),
    )
    await page.getByRole('button', { name: en.nav_sign_in, exact: true }).click()
    await page.getByRole('alert').getByText(en.refusal_human_check_failed).waitFor()
    await failedAgain
    expect(spent).toHaveLength(before)
    await page.unroute(script)
    await page.route(script, (route) => route.fulfill({ contentType: 'text/javascript', body: widget }))
    await page.getByRole('button', { name: en.auth_human_check_again }).click()
    await widgetShown(page)
    await page.context().close()
  })

  it('have a content policy that allows Cloudflare and no other origin', async () => {
    const policy = (await fetch(`${product.url}/login`)).headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/script-src 'self' 'nonce-[\w-]+' https:\/\/challenges\.cloudflare\.com;/)
    expect(policy).toContain("frame-src 'self' https://challenges.cloudflare.com;")
  })
})

const script = 'https://challenges.cloudflare.com/turnstile/v0/api.js*'

async function openPage(widgetScript: 'served' | 'blocked' = 'served'): Promise<{ page: Page; violations: string[] }> {
  const page = await browser.newPage({ locale: 'en-US' })
  const violations: string[] = []
  page.on('console', (it) => it.type() === 'error' && /Content Security/.test(it.text()) && violations.push(it.text()))
  await page.route('https://challenges.cloudflare.com/frame', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><p>Human?</p>' }),
  )
  await page.route(script, (route) =>
    widgetScript === 'blocked' ? route.abort() : route.fulfill({ contentType: 'text/javascript', body: widget }),
  )
  return { page, violations }
}

const widgetShown = (page: Page) => page.frameLocator('iframe[title="Turnstile"]').getByText('Human?').waitFor()

/** Behaves like Cloudflare's script: adds a frame of its own origin, then issues a token. */
const widget = `window.turnstile = {
  render(box, options) {
    if (options.sitekey !== '${keys.TURNSTILE_SITE_KEY}') throw new Error('another key')
    const frame = document.createElement('iframe')
    frame.title = 'Turnstile'
    frame.src = 'https://challenges.cloudflare.com/frame'
    frame.addEventListener('load', () => options.callback('token-' + Math.random()))
    box.replaceChildren(frame)
    return frame.src
  },
  remove() { document.querySelector('iframe[title="Turnstile"]')?.remove() },
}`
