import { hash, randomBytes } from 'node:crypto'
import type { Db } from '../platform/db/db.ts'
import { sendMail } from '../platform/mail/mail.ts'
import type { Services } from '../platform/services.ts'
import { deviceOf } from './device-name.ts'
import type { IdentityHooks } from './hooks.ts'
import { devicesOf, knowsDevice, recordDevice } from './statements.ts'

/** The cookie that recognises a browser for a year; it grants nothing. */
export const deviceCookie = { name: 'device', maxAge: 365 * 86_400 } as const
export const newDevice = (): string => randomBytes(24).toString('base64url')

/**
 * Records a sign-in with this browser. When the account knows other browsers and not this one, its owner gets a mail
 * and `onNewDevice` is called, because the password may be stolen. The first browser of an account is not reported.
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
  const known = { user: userId, device: hash('sha256', device, 'base64url') }
  const rows = await tx.run(recordDevice, known)
  return rows.some((it) => it.others > 0 && !it.here)
}

/** The stored form of the browser's cookie if its owner has signed in to this account with it, else null. */
export async function knownDevice(ctx: Services, email: string, cookieHeader: string | undefined) {
  const cookie = new RegExp(`(?:^|;)\\s*(?:__Secure-)?fanfare\\.${deviceCookie.name}=([\\w-]+)`).exec(
    cookieHeader ?? '',
  )
  if (cookie?.[1] === undefined) return null
  const device = hash('sha256', cookie[1], 'base64url')
  return (await ctx.db.run(knowsDevice, { email, device })).length > 0 ? device : null
}

/** Under which wrong passwords are counted: for the account, or for one of the browsers that it knows. */
export const guesserKey = (email: string, device: string | null): string =>
  device === null ? email : `${email} ${device}`

/** Lets the owner try again everywhere: who has forgotten a password has guessed before the reset. */
export async function forgiveGuesses(ctx: Services, user: { id: string; email: string }): Promise<void> {
  const devices = await ctx.db.run(devicesOf, { user: user.id })
  for (const device of [null, ...devices.map((row) => row.device)])
    await ctx.rates.forgive('guess', guesserKey(user.email.toLowerCase(), device))
}

/** A program without cookies is a new device each time, so the mails are limited. */
const mayWrite = (ctx: Services, userId: string): Promise<boolean> =>
  ctx.rates.take('mail', `sign-in ${userId}`).then(
    () => true,
    () => false,
  )
