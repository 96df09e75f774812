import type { DBAdapter } from '@better-auth/core/db/adapter'
import { memoryAdapter } from 'better-auth/adapters/memory'
import { describe, expect, it } from 'vitest'
import { withHashedTokens } from './hashed-tokens.ts'
import { hashToken } from './viewer.ts'

const session = { userId: 'u1', expiresAt: new Date('2100-01-01'), createdAt: new Date(), updatedAt: new Date() }
const byToken = { model: 'session', where: [{ field: 'token', value: 'plain' }] }

describe("better-auth's adapter with hashed tokens", () => {
  /** A new method may carry a session's token: hash it in `withHashedTokens`, then add its name here. */
  it('has no method that leaves session tokens unhashed', () => {
    const { adapter } = open()
    const methods = Object.entries(adapter).flatMap(([name, it]) => (typeof it === 'function' ? [name] : []))
    const finding = ['findOne', 'findMany', 'count', 'consumeOne', 'incrementOne']
    const writing = ['create', 'update', 'updateMany', 'delete', 'deleteMany', 'transaction']
    expect(methods.sort()).toEqual([...finding, ...writing].sort())
  })

  it('stores a hash and answers with the plain token', async () => {
    const { adapter, tables } = open()
    await adapter.create({ model: 'session', data: { ...session, token: 'plain' } })
    expect(tables.session.map((it) => it.token)).toEqual([hashToken('plain')])
    expect(await adapter.findOne(byToken)).toMatchObject({ token: 'plain' })
    expect(await adapter.consumeOne(byToken)).toMatchObject({ token: 'plain' })
    expect(tables.session).toEqual([])
  })

  it('hashes the token of an updated session', async () => {
    const { adapter, tables } = open()
    await adapter.create({ model: 'session', data: { ...session, token: 'plain' } })
    await adapter.updateMany({ ...byToken, update: { token: 'other' } })
    expect(tables.session.map((it) => it.token)).toEqual([hashToken('other')])
  })
})

function open(): { adapter: DBAdapter; tables: { session: { token: string }[] } } {
  const tables = { session: [] as { token: string }[], user: [] }
  return { adapter: withHashedTokens(memoryAdapter(tables)({})), tables }
}
