import { and, eq, ne } from 'drizzle-orm'
import type { Db } from '../platform/db/db.ts'
import { emailChanges, passkeys, twoFactors } from '../platform/db/schema/account.ts'
import { accounts, users, verifications } from '../platform/db/schema/identity.ts'

/**
 * Ends what was sent or trusted before a password or an address changed, within the caller's transaction: links for a new
 * password, devices that need no second factor, half a sign-in, and a change of address on its way.
 */
export async function forgetTrust(tx: Db, userId: string): Promise<void> {
  await tx.delete(verifications).where(eq(verifications.value, userId))
  await tx.delete(emailChanges).where(eq(emailChanges.userId, userId))
}

/**
 * A new password by a link that was mailed proves whose the address is. Where nobody had proved that before, whoever made
 * the account may have been somebody else, and keeps no way in: passkeys, providers and second factor go.
 */
export async function trustMailbox(tx: Db, user: { id: string; emailVerified: boolean }): Promise<void> {
  await forgetTrust(tx, user.id)
  if (user.emailVerified) return
  await tx.delete(passkeys).where(eq(passkeys.userId, user.id))
  await tx.delete(twoFactors).where(eq(twoFactors.userId, user.id))
  await tx.delete(accounts).where(and(eq(accounts.userId, user.id), ne(accounts.providerId, 'credential')))
  await tx
    .update(users)
    .set({ emailVerified: true, twoFactorEnabled: false, updatedAt: new Date() })
    .where(eq(users.id, user.id))
}
