import Stripe from 'stripe'
import { coinsOf } from '../../../../contract/coins.ts'
import { appName, currency } from '../../../../contract/limits.ts'
import { isUuid } from '../../../../contract/uuid.ts'
import type { Env } from '../../../platform/env.ts'
import type { DisputeUpdate } from '../disputes.ts'
import type { ProviderUpdate } from '../topups.ts'
import { type Checkout, checkoutMs, type Payments } from './payments.ts'

/** Stripe Checkout. A topup gets one session: its id is Stripe's idempotency key. */
export function stripe(env: Env, secretKey: string): Payments {
  const client = new Stripe(secretKey, { ...forCaller, ...addressOf(env.STRIPE_API_ORIGIN) })
  return {
    name: 'stripe',
    async checkout(topup) {
      const session =
        topup.ref === null
          ? await createSession(client, env, topup)
          : await client.checkout.sessions.retrieve(topup.ref)
      return { url: session.url ?? `${env.PUBLIC_ORIGIN}${topup.returnPath}`, ref: session.id }
    },
    async readStatus({ ref, ageMs }) {
      // Without a reference there was never a page to pay on.
      if (ref === null) return ageMs > checkoutMs ? { status: 'expired' } : null
      const expanded = { expand: ['payment_intent.latest_charge'] }
      return updateOfSession(await client.checkout.sessions.retrieve(ref, expanded, forJob))
    },
  }
}

/** A fan waits: who is refused within two seconds may press again, and gets the session that was created meanwhile. */
const forCaller = { timeout: 1_800, maxNetworkRetries: 0 }
/** No caller waits for a poll. */
const forJob = { timeout: 8_000, maxNetworkRetries: 1 }

/** The update in a session itself, for when its events were lost. */
function updateOfSession(session: Stripe.Checkout.Session): ProviderUpdate | null {
  const payment = typeof session.payment_intent === 'string' ? null : session.payment_intent
  const charge = typeof payment?.latest_charge === 'string' ? null : payment?.latest_charge
  const known = { paymentRef: refOf(session.payment_intent) ?? undefined, checkout: checkoutOf(session) }
  if (session.payment_status === 'paid')
    return { status: 'paid', ...known, refundedCents: charge?.amount_refunded ?? 0 }
  if (session.status === 'expired') return { status: 'expired', ...known }
  // A delayed method has completed the session and failed afterwards.
  const isOver = payment?.status === 'requires_payment_method' || payment?.status === 'canceled'
  return session.status === 'complete' && isOver ? { status: 'failed', ...known } : null
}

function createSession(client: Stripe, env: Env, topup: Checkout) {
  const back = `${env.PUBLIC_ORIGIN}${topup.returnPath}`
  return client.checkout.sessions.create(
    {
      mode: 'payment',
      client_reference_id: topup.id,
      customer_email: topup.email,
      locale: topup.locale,
      success_url: back,
      cancel_url: back,
      metadata: { topup: topup.id },
      payment_intent_data: { metadata: { topup: topup.id } },
      line_items: [
        {
          quantity: 1,
          price_data: {
            currency: currency.toLowerCase(),
            unit_amount: topup.amountCents,
            product_data: { name: `${appName}: ${coinsOf(topup.amountCents)} coins` },
          },
        },
      ],
    },
    { idempotencyKey: `topup_${topup.id}` },
  )
}

/** Another origin of the provider's API, for tests against a fake. */
function addressOf(origin: string | undefined): { host?: string; port?: number; protocol?: 'http' | 'https' } {
  if (origin === undefined) return {}
  const url = new URL(origin)
  const protocol = url.protocol === 'http:' ? 'http' : 'https'
  return { host: url.hostname, port: Number(url.port || (protocol === 'http' ? 80 : 443)), protocol }
}

export type ProviderEvent = Stripe.Event

/** A webhook whose signature is Stripe's, or null; signatures older than five minutes do not count. */
export async function readEvent(body: string, signature: string | null, secret: string): Promise<Stripe.Event | null> {
  if (signature === null) return null
  try {
    return await Stripe.webhooks.constructEventAsync(body, signature, secret, 300)
  } catch {
    return null
  }
}

/** The topup and the update that an event is about; null for events that change no topup. */
export function providerUpdateOf(
  event: Stripe.Event,
): { topup: { id: string } | { provider: 'stripe'; paymentRef: string }; update: ProviderUpdate } | null {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
      // A delayed method completes unpaid first and is paid later; a session without a price pays nothing.
      return event.data.object.payment_status === 'paid' ? ofSession(event.data.object, 'paid') : null
    case 'checkout.session.async_payment_failed':
      return ofSession(event.data.object, 'failed')
    case 'checkout.session.expired':
      return ofSession(event.data.object, 'expired')
    case 'charge.refunded':
      return ofCharge(event.data.object.metadata, event.data.object.payment_intent, {
        refundedCents: event.data.object.amount_refunded,
      })
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
    case 'charge.dispute.closed':
      return ofCharge(null, event.data.object.payment_intent, {
        dispute: toDispute(event.data.object, event.type, event.created),
      })
    default:
      return null
  }
}

function ofSession(session: Stripe.Checkout.Session, status: 'paid' | 'failed' | 'expired') {
  const id = session.client_reference_id
  if (id === null || !isUuid(id)) return null
  const paymentRef = refOf(session.payment_intent) ?? undefined
  return { topup: { id }, update: { status, paymentRef, checkout: checkoutOf(session) } }
}

/** Anybody who knows a topup's id can name it in a session of a Payment Link, so the session itself has to be ours. */
const checkoutOf = (session: Stripe.Checkout.Session) => ({
  ref: session.id,
  amountCents: session.amount_total,
  currency: session.currency,
})

/** An inquiry that was closed without becoming a dispute counts as won: nothing is taken. */
function toDispute(dispute: Stripe.Dispute, type: string, seconds: number): DisputeUpdate {
  const isWon = type.endsWith('funds_reinstated') || dispute.status === 'won' || dispute.status === 'warning_closed'
  return {
    ref: dispute.id,
    amountCents: dispute.amount,
    reason: dispute.reason,
    withdrawn: type.endsWith('funds_withdrawn'),
    ...(dispute.status === 'lost' ? { outcome: 'lost' as const } : isWon ? { outcome: 'won' as const } : {}),
    at: seconds * 1000,
  }
}

/** The metadata hold the topup's id, which finds it even when its payment is not known here yet. */
function ofCharge(metadata: Stripe.Metadata | null, payment: string | { id: string } | null, update: ProviderUpdate) {
  const id = metadata?.topup
  const paymentRef = refOf(payment)
  if (id !== undefined && isUuid(id))
    return { topup: { id }, update: { ...update, ...(paymentRef === null ? {} : { paymentRef }) } }
  return paymentRef === null ? null : { topup: { provider: 'stripe' as const, paymentRef }, update }
}

const refOf = (object: string | { id: string } | null): string | null =>
  typeof object === 'string' ? object : (object?.id ?? null)
