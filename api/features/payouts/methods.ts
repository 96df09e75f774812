import { eq } from 'drizzle-orm'
import type { PayoutMethod } from '../../../contract/payouts.ts'
import { methodVerdict } from '../../../contract/policy/payout.ts'
import { requireRecentAuth } from '../../identity/recent-auth.ts'
import type { Db } from '../../platform/db/db.ts'
import { newId } from '../../platform/db/ids.ts'
import { users } from '../../platform/db/schema/identity.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { seal } from '../../platform/keys.ts'
import { type Locale, sendMailIn } from '../../platform/mail/mail.ts'
import type { Services } from '../../platform/services.ts'
import { notify } from '../notifications/notify.ts'
import { deleteMethod, insertMethod, methodsOfUser } from './method-statements.ts'
import { isIban } from './payouts.ts'

/** Where a creator can be paid to, newest first, each with the time from which it is usable (product §8). */
export async function listMethods(ctx: Services, userId: string): Promise<PayoutMethod[]> {
  const rows = await ctx.db.run(methodsOfUser, { user: userId })
  return rows.map(({ created_at, ...method }) => ({ ...method, ...methodVerdict(created_at.getTime(), ctx.now()) }))
}

type NewMethod = { kind: 'iban' | 'paypal'; account: string; holder: string }

/** Adds a bank account or a PayPal address, and reports it; only its label is ever shown again. */
export async function addMethod(ctx: Services, viewer: Viewer, input: NewMethod): Promise<PayoutMethod> {
  requireRecentAuth(viewer)
  const { method, afterCommit } = await ctx.db.transact(async (tx) => {
    const method = await storeMethod(tx, ctx, viewer.id, input)
    const facts = { day: (locale: Locale) => dayText(method.usable_from, locale) }
    return { method, afterCommit: await report(tx, ctx, viewer.id, 'payout_method_added', facts) }
  })
  afterCommit()
  return method
}

/** Stores a method with its account encrypted. Throws `invalid_input` for what is no account. */
export async function storeMethod(tx: Db, ctx: Services, userId: string, input: NewMethod): Promise<PayoutMethod> {
  const account = input.kind === 'iban' ? input.account.replaceAll(/\s/g, '').toUpperCase() : input.account
  if (input.kind === 'iban' ? !isIban(account) : !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(account)) {
    throw refuse('invalid_input', { fields: { account: ['not valid'] } })
  }
  const label =
    input.kind === 'iban' ? `${account.slice(0, 2)}·· ${account.slice(-4)}` : account.replace(/^(.).*(@.*)$/, '$1···$2')
  const now = ctx.now()
  const method = { id: newId(), kind: input.kind, label, holder: input.holder }
  await tx.run(insertMethod, {
    ...method,
    user: userId,
    sealed: seal(account, 'payouts', ctx.env),
    now: new Date(now),
  })
  return { ...method, ...methodVerdict(now, now) }
}

/** Removes a method, and reports it; throws `not_found` for one that is gone or another user's. */
export async function removeMethod(ctx: Services, viewer: Viewer, id: string): Promise<void> {
  requireRecentAuth(viewer)
  const afterCommit = await ctx.db.transact(async (tx) => {
    const removed = await tx.run(deleteMethod, { id, user: viewer.id, now: new Date(ctx.now()) })
    if (removed.length === 0) throw refuse('not_found')
    return report(tx, ctx, viewer.id, 'payout_method_removed')
  })
  afterCommit()
}

/**
 * Notifies the creator in the app and by mail, in the transaction of the change: no change goes unreported. The mail
 * names no account, so that it is discreet for every reader.
 */
async function report(
  tx: Db,
  ctx: Services,
  userId: string,
  type: 'payout_method_added' | 'payout_method_removed',
  { day }: { day?: (locale: Locale) => string } = {},
): Promise<() => void> {
  const [user] = await tx.select({ email: users.email, locale: users.locale }).from(users).where(eq(users.id, userId))
  if (user === undefined) throw refuse('unauthorised')
  const url = `${ctx.env.PUBLIC_ORIGIN}/settings/payouts`
  await sendMailIn(tx, ctx, { to: user.email, userId, kind: type, url, facts: { day: day?.(user.locale) ?? '' } })
  return notify(tx, ctx, { userId, type, actorId: null, object: null })
}

/** A day like `20 November 2026`, in UTC as on the screens. */
const dayText = (iso: string, locale: Locale): string =>
  new Intl.DateTimeFormat(locale === 'fr' ? 'fr-FR' : 'en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(iso),
  )
