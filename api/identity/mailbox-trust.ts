import { and, eq, ne } from 'drizzle-orm'
import type { Db } from '../platform/db/db.ts'
import { emailChanges, passkeys, twoFactors } from '../platform/db/schema/account.ts'
import { accounts, users, verifications } from '../platform/db/schema/identity.ts'

/**
 * Ends what was sent or trusted before a password or an address changed, within the caller's transaction: reset links,
 * devices without a second factor, half-finished sign-ins, and a pending change of address.
 */
export async function forgetTrust(tx: Db, userId: string): Promise<void> {
  await tx.delete(verifications).where(eq(verifications.value, userId))
  await tx.delete(emailChanges).where(eq(emailChanges.userId, userId))
}

/**
 * Handles a password reset, which proves who owns the address. When the address was unverified until then, another
 * person may have made the account, so its passkeys, providers and second factor are removed.
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
