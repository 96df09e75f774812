import type { Context, Hono } from 'hono'
import { html } from 'hono/html'
import { coinsOf } from '../../../../contract/coins.ts'
import { currency } from '../../../../contract/limits.ts'
import { isUuid } from '../../../../contract/uuid.ts'
import en from '../../../../messages/en.json' with { type: 'json' }
import fr from '../../../../messages/fr.json' with { type: 'json' }
import { readBoundedText } from '../../../platform/http/body.ts'
import { failure, type Vars } from '../../../platform/http/implement.ts'
import { renderPage } from '../../../platform/http/page.ts'
import { refuse } from '../../../platform/http/refusal.ts'
import type { Services } from '../../../platform/services.ts'
import { deleteProviderEvent, insertProviderEvent, type TopupRow } from '../topup-statements.ts'
import { applyProviderUpdate, readTopup, returnPathOf } from '../topups.ts'
import { type ProviderEvent, providerUpdateOf, readEvent } from './stripe.ts'

/** The two addresses beside the contract: the sandbox's checkout page and the webhook of Stripe. */
export function paymentPages(app: Hono<Vars>, ctx: Services): void {
  const serve = (method: 'GET' | 'POST', path: string, work: (c: Context<Vars>, ctx: Services) => Promise<Response>) =>
    app.on(method, path, async (c) => {
      try {
        return await work(c, ctx)
      } catch (error) {
        return failure(error, null, `${method} ${path}`, c.get('locale'), c.get('requestId'))
      }
    })
  if (!ctx.env.production && ctx.env.STRIPE_SECRET_KEY === undefined) {
    serve('GET', '/api/wallet/sandbox/:id', renderSandbox)
    serve('POST', '/api/wallet/sandbox/:id', settleSandbox)
  }
  serve('POST', '/api/wallet/stripe-webhook', receiveWebhook)
}

async function renderSandbox(c: Context<Vars>, ctx: Services): Promise<Response> {
  return page(c, await getSandboxTopup(c, ctx))
}

/** `outcome=paid|declined` settles the topup once; a later request is only redirected. */
async function settleSandbox(c: Context<Vars>, ctx: Services): Promise<Response> {
  const topup = await getSandboxTopup(c, ctx)
  const outcome = new URLSearchParams(await readBoundedText(c.req.raw, mostFormBytes)).get('outcome')
  if (outcome !== 'paid' && outcome !== 'declined')
    throw refuse('invalid_input', { fields: { outcome: ['paid or declined'] } })
  if (topup.status === 'pending') {
    const afterCommit = await ctx.db.transact((tx) =>
      applyProviderUpdate(
        tx,
        ctx,
        { id: topup.id },
        { status: outcome === 'paid' ? 'paid' : 'failed', onlyOpen: true },
      ),
    )
    afterCommit?.()
  }
  return c.redirect(returnPathOf(topup), 303)
}

async function getSandboxTopup(c: Context<Vars>, ctx: Services): Promise<TopupRow> {
  const id = c.req.param('id') ?? ''
  const topup = isUuid(id) ? await readTopup(ctx.db, id) : null
  if (topup?.provider !== 'sandbox') throw refuse('not_found')
  return topup
}

/**
 * Applies an event once, in one transaction with the money that it moves. An event about a payment that is not known
 * yet is answered with 404, so that Stripe sends it again later.
 */
async function receiveWebhook(c: Context<Vars>, ctx: Services): Promise<Response> {
  const secret = ctx.env.STRIPE_WEBHOOK_SECRET
  if (secret === undefined) throw refuse('not_found')
  const text = await readBoundedText(c.req.raw, mostEventBytes)
  const event = await readEvent(text, c.req.header('stripe-signature') ?? null, secret)
  const measure = (outcome: string) => ctx.metrics.webhooks.inc({ outcome })
  if (event === null) {
    measure('invalid')
    throw refuse('invalid_input', { fields: { 'stripe-signature': ['not valid'] } })
  }
  const outcome = await applyEvent(ctx, event).catch((error: unknown) => {
    measure('failed')
    throw error
  })
  measure(outcome)
  if (outcome === 'unknown') throw refuse('not_found')
  return c.json({ received: true })
}
const mostFormBytes = 4096
const mostEventBytes = 512 * 1024

type Outcome = 'applied' | 'ignored' | 'repeated' | 'unknown'

async function applyEvent(ctx: Services, event: ProviderEvent): Promise<Outcome> {
  const found = providerUpdateOf(event)
  if (found === null) return 'ignored'
  const result = await ctx.db.transact(async (tx) => {
    const inserted = await tx.run(insertProviderEvent, { id: event.id, type: event.type, now: new Date(ctx.now()) })
    if (inserted.length === 0) return 'repeated' as const
    const afterCommit = await applyProviderUpdate(tx, ctx, found.topup, found.update)
    if (afterCommit === null) await tx.run(deleteProviderEvent, { id: event.id })
    return afterCommit
  })
  if (result === null) return 'unknown'
  if (result === 'repeated') return result
  result()
  return 'applied'
}

function page(c: Context<Vars>, topup: TopupRow) {
  const locale = c.get('locale')
  const labels = { en, fr }[locale]
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency }).format(coinsOf(topup.amount_cents))
  const coins = new Intl.NumberFormat(locale).format(coinsOf(topup.amount_cents))
  const isOpen = topup.status === 'pending'
  const main = html`<div class="mark">${labels.wallet_sandbox_mark}</div>
<h1>${labels.wallet_sandbox_buy.replace('{coins}', coins)}</h1>
<div class="money">${money}</div>
<p>${isOpen ? labels.wallet_sandbox_text : labels.wallet_sandbox_settled}</p>
${
  isOpen
    ? html`<form method="post">
<button class="pay" name="outcome" value="paid">${labels.wallet_sandbox_pay.replace('{money}', money)}</button>
<button name="outcome" value="declined">${labels.wallet_sandbox_decline}</button>
</form>`
    : html`<a href="${returnPathOf(topup)}">${labels.wallet_sandbox_back}</a>`
}`
  return renderPage(c, { locale, title: labels.wallet_sandbox_title, style, main })
}

const style = `
:root { color-scheme: light dark; --paper: oklch(0.985 0.006 80); --ink: oklch(0.19 0.02 320); --soft: oklch(0.45 0.02 320); --line: oklch(0.88 0.01 80); --signal: oklch(0.55 0.2 27); --brass: oklch(0.77 0.13 82) }
@media (prefers-color-scheme: dark) { :root { --paper: oklch(0.19 0.02 320); --ink: oklch(0.96 0.006 80); --soft: oklch(0.75 0.01 80); --line: oklch(0.33 0.02 320); --signal: oklch(0.58 0.2 27) } }
* { box-sizing: border-box }
body { margin: 0; min-height: 100dvh; display: grid; place-items: center; padding: 24px; background: var(--paper); color: var(--ink); font: 16px/1.5 Inter, system-ui, sans-serif }
main { width: 100%; max-width: 400px }
.mark { display: inline-block; margin: 0 0 24px; padding: 4px 10px; border-radius: 10px; background: var(--brass); color: oklch(0.19 0.02 320); font-size: 14px; font-weight: 600 }
h1 { margin: 0; font-size: 40px; line-height: 1.1; letter-spacing: -0.02em; font-variant-numeric: tabular-nums }
.money { margin: 4px 0 24px; font-size: 20px; color: var(--soft); font-variant-numeric: tabular-nums }
p { margin: 0 0 24px }
form { display: grid; gap: 12px; padding-top: 24px; border-top: 1px solid var(--line) }
button, a { min-height: 48px; border-radius: 10px; border: 1px solid var(--line); background: none; color: inherit; font: inherit; font-weight: 600; cursor: pointer; display: grid; place-items: center; text-decoration: none }
button.pay { background: var(--signal); border-color: var(--signal); color: #fff }
:focus-visible { outline: 3px solid var(--brass); outline-offset: 2px }
`
