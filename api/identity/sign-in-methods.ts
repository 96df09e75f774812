import { and, eq } from 'drizzle-orm'
import type { SignInMethods } from '../../contract/account.ts'
import { lockUser } from '../platform/db/lock-user.ts'
import { passkeys } from '../platform/db/schema/account.ts'
import { accounts, users } from '../platform/db/schema/identity.ts'
import { refuse } from '../platform/http/refusal.ts'
import type { Viewer } from '../platform/http/viewer.ts'
import type { Services } from '../platform/services.ts'
import { requireRecentAuth } from './recent-auth.ts'

/** The sign-in methods of a user. */
export async function readSignInMethods(ctx: Services, userId: string, db = ctx.db): Promise<SignInMethods> {
  const [user] = await db.select({ twoFactor: users.twoFactorEnabled }).from(users).where(eq(users.id, userId))
  const linked = await db.select().from(accounts).where(eq(accounts.userId, userId)).orderBy(accounts.createdAt)
  const keys = await db.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(passkeys.createdAt)
  return {
    has_password: linked.some((it) => it.password !== null),
    two_factor: user?.twoFactor ?? false,
    providers: linked.flatMap((it) =>
      it.providerId === 'google' || it.providerId === 'apple'
        ? [{ id: it.id, provider: it.providerId, linked_at: it.createdAt.toISOString() }]
        : [],
    ),
    passkeys: keys.map((it) => ({ id: it.id, name: it.name, added_at: it.createdAt?.toISOString() ?? null })),
  }
}

/** Removes a provider or a passkey; `own_thing` for the last sign-in method (product §22). */
export async function removeSignInMethod(ctx: Services, viewer: Viewer, id: string): Promise<SignInMethods> {
  requireRecentAuth(viewer)
  return ctx.db.transact(async (tx) => {
    // Two concurrent removals cannot remove both methods.
    await tx.run(lockUser, { id: viewer.id })
    const before = await readSignInMethods(ctx, viewer.id, tx)
    const known = [...before.providers, ...before.passkeys].some((it) => it.id === id)
    if (!known) throw refuse('not_found')
    if (Number(before.has_password) + before.providers.length + before.passkeys.length < 2) throw refuse('own_thing')
    await tx.delete(accounts).where(and(eq(accounts.id, id), eq(accounts.userId, viewer.id)))
    await tx.delete(passkeys).where(and(eq(passkeys.id, id), eq(passkeys.userId, viewer.id)))
    return readSignInMethods(ctx, viewer.id, tx)
  })
}
