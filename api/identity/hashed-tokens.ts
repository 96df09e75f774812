import type { DBAdapter, Where } from '@better-auth/core/db/adapter'
import { sessionDays } from '../../contract/limits.ts'
import { rememberLast } from '../platform/remember-last.ts'
import { hashToken } from './viewer.ts'

/**
 * Stores session tokens hashed (safety §21). better-auth writes and looks up the plain token, so this adapter hashes it
 * on the way in, and restores it in the rows on the way out.
 */
export function withHashedTokens(adapter: DBAdapter): DBAdapter {
  const tokens = new Map<string, string>()
  const conceal = (model: string, where?: Where[]): Where[] | undefined =>
    model !== 'session'
      ? where
      : where?.map((clause) => (clause.field === 'token' ? concealClause(clause, tokens) : clause))
  const reveal = <T>(model: string, row: T): T => {
    if (model !== 'session' || row === null || typeof row !== 'object' || !('token' in row)) return row
    const plain = tokens.get(String(row.token))
    return plain === undefined ? row : { ...row, token: plain }
  }
  const concealData = <T extends Record<string, unknown>>(model: string, data: T): T =>
    model === 'session' && typeof data.token === 'string' ? { ...data, token: remember(data.token, tokens) } : data

  return {
    ...adapter,
    create: async (input) =>
      reveal(input.model, await adapter.create({ ...input, data: concealData(input.model, input.data) })) as never,
    findOne: async (input) => {
      const row = await adapter.findOne({ ...input, where: conceal(input.model, input.where) ?? [] })
      return (input.model === 'session' && isIdle(row) ? null : reveal(input.model, row)) as never
    },
    findMany: async (input) => {
      const rows = await adapter.findMany({ ...input, where: conceal(input.model, input.where) })
      return rows.map((row) => reveal(input.model, row)) as never
    },
    count: (input) => adapter.count({ ...input, where: conceal(input.model, input.where) }),
    update: async (input) =>
      reveal(
        input.model,
        await adapter.update({
          ...input,
          where: conceal(input.model, input.where) ?? [],
          update: concealData(input.model, input.update),
        }),
      ) as never,
    updateMany: (input) =>
      adapter.updateMany({
        ...input,
        where: conceal(input.model, input.where) ?? [],
        update: concealData(input.model, input.update),
      }),
    delete: (input) => adapter.delete({ ...input, where: conceal(input.model, input.where) ?? [] }),
    deleteMany: (input) => adapter.deleteMany({ ...input, where: conceal(input.model, input.where) ?? [] }),
    consumeOne: async (input) =>
      reveal(
        input.model,
        await adapter.consumeOne({ ...input, where: conceal(input.model, input.where) ?? [] }),
      ) as never,
    incrementOne: async (input) =>
      reveal(
        input.model,
        await adapter.incrementOne({ ...input, where: conceal(input.model, input.where) ?? [] }),
      ) as never,
    transaction: (work) => adapter.transaction((inner) => work(withHashedTokens(inner as DBAdapter))),
  }
}

/** A session that was idle for too long is ignored; `readViewer` says the same in SQL. */
function isIdle(row: unknown): boolean {
  if (row === null || typeof row !== 'object' || !('updatedAt' in row)) return false
  return Date.now() - new Date(row.updatedAt as Date).getTime() > sessionDays.idle * 86_400_000
}

function concealClause(clause: Where, tokens: Map<string, string>): Where {
  const { value } = clause
  if (typeof value === 'string') return { ...clause, value: remember(value, tokens) }
  if (Array.isArray(value)) return { ...clause, value: value.map((one) => remember(String(one), tokens)) }
  return clause
}

/** The last few thousand tokens of this process, to restore the token in a row. */
function remember(token: string, tokens: Map<string, string>): string {
  const hash = hashToken(token)
  rememberLast(tokens, hash, token, 5_000)
  return hash
}
