import { hash, randomBytes } from 'node:crypto'
import type { Db } from '../platform/db/db.ts'
import { recordDevice } from './statements.ts'
import { deviceOf } from './device-name.ts'
import type { IdentityHooks } from './hooks.ts'
import type { Services } from '../platform/services.ts'
import { sendMail } from '../platform/mail/mail.ts'

/** The cookie by which a browser is known again, for a year; it opens nothing. */
export const deviceCookie = { name: 'device', maxAge: 365 * 86_400 } as const
export const newDevice = (): string => randomBytes(24).toString('base64url')

/**
 * Notes a sign-in with this browser. Where the account knows other browsers and not this one, its owner gets a mail, and
 * `onNewDevice` is called: a stolen password is used from elsewhere. The first browser of an account is no news.
 */
export async function noteDevice(
  ctx: Services,
  hooks: IdentityHooks,
  user: { id: string; email: string },
  device: string,
  userAgent: string | null,
): Promise<void> {
  const { isNews, afterCommit } = await ctx.db.transact(async (tx) => {
    const isNews = await isNewDevice(tx, user.id, device)
    return { isNews, afterCommit: isNews ? await hooks.onNewDevice(tx, user.id) : null }
  })
  afterCommit?.()
  if (!isNews || !(await mayWrite(ctx, user.id))) return
  const { browser, system } = deviceOf(userAgent)
  const name = [browser, system].filter(Boolean).join(', ')
  await sendMail(ctx, {
    to: user.email,
    userId: user.id,
    kind: 'new_sign_in',
    url: `${ctx.env.PUBLIC_ORIGIN}/settings/account`,
    facts: { device: name === '' ? '?' : name },
  })
}

async function isNewDevice(tx: Db, userId: string, device: string): Promise<boolean> {
  const [row] = await tx.run(recordDevice, { user: userId, device: hash('sha256', device, 'base64url') })
  return row !== undefined && row.others > 0 && !row.here
}

/** A program that keeps no cookies is new each time; its owner's mailbox is not to drown. */
const mayWrite = (ctx: Services, userId: string): Promise<boolean> =>
  ctx.rates.take('mail', `sign-in ${userId}`).then(
    () => true,
    () => false,
  )
