import { parseEnvelope, symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import { and, asc, eq, gt } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '../../api/platform/db/db.ts'
import { twoFactors } from '../../api/platform/db/schema/account.ts'
import { accounts, mails } from '../../api/platform/db/schema/identity.ts'
import { markKeys } from '../../api/platform/db/schema/marks.ts'
import { payoutMethods } from '../../api/platform/db/schema/payouts.ts'
import { isCurrent, keyVersion, type Purpose, type Secrets, seal, secretsOf, unseal } from '../../api/platform/keys.ts'

/** A column that is encrypted under the installation's secret, and how its text is encrypted again. */
type Sealed = { table: PgTable & { id: PgColumn }; column: string; renew: (text: string) => Promise<string | null> }

/**
 * Encrypts under `SECRET` whatever `SECRET_PREVIOUS` has encrypted: accounts for payouts, the key of marks, waiting mails, second factors
 * and tokens of providers. Row by row, beside running nodes; a run that was broken off is begun again and does the rest.
 * Answers how many texts of each column it has encrypted. Throws for one that neither secret opens.
 */
export async function rotate(db: Db, secrets: Secrets): Promise<Record<string, number>> {
  const ours = (purpose: Purpose) => async (text: string) =>
    isCurrent(text, secrets) ? null : seal(unseal(text, purpose, secrets), purpose, secrets)
  const theirs = renewByBetterAuth(secrets)
  const columns: Record<string, Sealed> = {
    'payout_methods.sealed': { table: payoutMethods, column: 'sealed', renew: ours('payouts') },
    'mark_keys.sealed': { table: markKeys, column: 'sealed', renew: ours('marks') },
    'mails.sealed': { table: mails, column: 'sealed', renew: ours('mails') },
    'two_factors.secret': { table: twoFactors, column: 'secret', renew: theirs },
    'two_factors.backup_codes': { table: twoFactors, column: 'backupCodes', renew: theirs },
    'accounts.access_token': { table: accounts, column: 'accessToken', renew: theirs },
    'accounts.refresh_token': { table: accounts, column: 'refreshToken', renew: theirs },
  }
  const counts: Record<string, number> = {}
  for (const [name, sealed] of Object.entries(columns)) counts[name] = await rotateColumn(db, sealed)
  return counts
}

async function rotateColumn(db: Db, { table, column, renew }: Sealed): Promise<number> {
  const cell = (table as unknown as Record<string, PgColumn>)[column]
  if (cell === undefined) throw new Error(`There is no column ${column}.`)
  let renewed = 0
  for (let after: string | null = null; ; ) {
    const rows: { id: unknown; text: unknown }[] = await db
      .select({ id: table.id, text: cell })
      .from(table)
      .where(after === null ? undefined : gt(table.id, after))
      .orderBy(asc(table.id))
      .limit(500)
    for (const { id, text } of rows) {
      const next = typeof text === 'string' && text !== '' ? await renew(text) : null
      if (next === null) continue
      // What a node has changed meanwhile is under the present secret already.
      await db
        .update(table)
        .set({ [column]: next })
        .where(and(eq(table.id, id), eq(cell, text)))
      renewed++
    }
    if (rows.length === 0) return renewed
    after = String(rows.at(-1)?.id)
  }
}

function renewByBetterAuth(secrets: Secrets): Sealed['renew'] {
  const all = secretsOf(secrets)
  const currentVersion = keyVersion(secrets.SECRET)
  const legacySecret = all.at(-1) ?? secrets.SECRET
  const key = { keys: new Map(all.map((it) => [keyVersion(it), it])), currentVersion, legacySecret }
  return async (data) => {
    if (parseEnvelope(data)?.version === currentVersion) return null
    return symmetricEncrypt({ key, data: await symmetricDecrypt({ key, data }) })
  }
}
