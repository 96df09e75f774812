import Stripe from 'stripe'
import { appName, currency } from '../../../../contract/limits.ts'
import type { Env } from '../../../platform/env.ts'
import type { DisputeUpdate } from '../disputes.ts'
import type { ProviderUpdate } from '../topups.ts'
import { checkoutMs, type Payments } from './payments.ts'

/** Stripe Checkout. A session is made once a purchase: Stripe's own idempotency key is its id. */
export function stripe(env: Env, secretKey: string): Payments {
  const client = new Stripe(secretKey, { timeout: 8_000, maxNetworkRetries: 1, ...place(env.STRIPE_API_ORIGIN) })
  return {
    name: 'stripe',
    async checkout(it) {
      const session = it.ref === null ? await begin(client, env, it) : await client.checkout.sessions.retrieve(it.ref)
      return { url: session.url ?? `${env.PUBLIC_ORIGIN}${it.returnPath}`, ref: session.id }
    },
    async ask({ ref, ageMs }) {
      // Without a name there was never a page to pay on.
      if (ref === null) return ageMs > checkoutMs ? { status: 'expired' } : null
      return became(await client.checkout.sessions.retrieve(ref, { expand: ['payment_intent.latest_charge'] }))
    },
  }
}

/** What a session says by itself, where its events were lost. */
function became(it: Stripe.Checkout.Session): ProviderUpdate | null {
  const payment = typeof it.payment_intent === 'string' ? null : it.payment_intent
  const charge = typeof payment?.latest_charge === 'string' ? null : payment?.latest_charge
  const paymentRef = nameOf(it.payment_intent) ?? undefined
  if (it.payment_status === 'paid') return { status: 'paid', paymentRef, refundedCents: charge?.amount_refunded ?? 0 }
  if (it.status === 'expired') return { status: 'expired', paymentRef }
  // A delayed method has completed the session and failed afterwards.
  const isOver = payment?.status === 'requires_payment_method' || payment?.status === 'canceled'
  return it.status === 'complete' && isOver ? { status: 'failed', paymentRef } : null
}

function begin(client: Stripe, env: Env, it: Parameters<Payments['checkout']>[0]) {
  const back = `${env.PUBLIC_ORIGIN}${it.returnPath}`
  return client.checkout.sessions.create(
    {
      mode: 'payment',
      client_reference_id: it.id,
      customer_email: it.email,
      locale: it.locale,
      success_url: back,
      cancel_url: back,
      metadata: { topup: it.id },
      payment_intent_data: { metadata: { topup: it.id } },
      line_items: [
        {
          quantity: 1,
          price_data: {
            currency: currency.toLowerCase(),
            unit_amount: it.amountCents,
            product_data: { name: `${appName}: ${it.amountCents / 100} coins` },
          },
        },
      ],
    },
    { idempotencyKey: `topup_${it.id}` },
  )
}

/** Another address for the provider, for tests against a stand-in. */
function place(origin: string | undefined): { host?: string; port?: number; protocol?: 'http' | 'https' } {
  if (origin === undefined) return {}
  const url = new URL(origin)
  const protocol = url.protocol === 'http:' ? 'http' : 'https'
  return { host: url.hostname, port: Number(url.port || (protocol === 'http' ? 80 : 443)), protocol }
}

/** A webhook whose signature is Stripe's, or null; signatures older than five minutes do not count. */
export async function readEvent(body: string, signature: string | null, secret: string): Promise<Stripe.Event | null> {
  if (signature === null) return null
  try {
    return await Stripe.webhooks.constructEventAsync(body, signature, secret, 300)
  } catch {
    return null
  }
}

/** What an event says about one of our purchases of coins; null for events that are none of our business. */
export function providerUpdateOf(
  event: Stripe.Event,
): { find: { id: string } | { provider: 'stripe'; paymentRef: string }; news: ProviderUpdate } | null {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
      // A delayed method completes unpaid first and is paid later.
      return event.data.object.payment_status === 'unpaid' ? null : session(event.data.object, 'paid')
    case 'checkout.session.async_payment_failed':
      return session(event.data.object, 'failed')
    case 'checkout.session.expired':
      return session(event.data.object, 'expired')
    case 'charge.refunded':
      return charge(event.data.object.metadata, event.data.object.payment_intent, {
        refundedCents: event.data.object.amount_refunded,
      })
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
    case 'charge.dispute.closed':
      return charge(null, event.data.object.payment_intent, {
        dispute: dispute(event.data.object, event.type, event.created),
      })
    default:
      return null
  }
}

function session(it: Stripe.Checkout.Session, status: 'paid' | 'failed' | 'expired') {
  const topup = it.client_reference_id
  if (topup === null || !uuid.test(topup)) return null
  return { find: { id: topup }, news: { status, paymentRef: nameOf(it.payment_intent) ?? undefined } }
}

/** An inquiry that was closed without becoming a dispute ends like one that was won: nothing is taken. */
function dispute(it: Stripe.Dispute, type: string, seconds: number): DisputeUpdate {
  const isWon = type.endsWith('funds_reinstated') || it.status === 'won' || it.status === 'warning_closed'
  return {
    ref: it.id,
    amountCents: it.amount,
    reason: it.reason,
    withdrawn: type.endsWith('funds_withdrawn'),
    ...(it.status === 'lost' ? { outcome: 'lost' as const } : isWon ? { outcome: 'won' as const } : {}),
    at: seconds * 1000,
  }
}

/** The metadata name our purchase, which finds it even when the payment is not known to us yet. */
function charge(metadata: Stripe.Metadata | null, payment: string | { id: string } | null, news: ProviderUpdate) {
  const topup = metadata?.topup
  const paymentRef = nameOf(payment)
  if (topup !== undefined && uuid.test(topup))
    return { find: { id: topup }, news: { ...news, ...(paymentRef === null ? {} : { paymentRef }) } }
  return paymentRef === null ? null : { find: { provider: 'stripe' as const, paymentRef }, news }
}

const nameOf = (it: string | { id: string } | null): string | null => (typeof it === 'string' ? it : (it?.id ?? null))
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
