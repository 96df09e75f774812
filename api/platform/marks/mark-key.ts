import { randomBytes } from 'node:crypto'
import { statement, text, timestamptz } from '../db/statement.ts'
import { refuse } from '../http/refusal.ts'
import { seal, unseal } from '../keys.ts'
import { log } from '../log.ts'
import type { Services } from '../services.ts'

/**
 * The key from which every mark of this installation is derived. It is random and stored encrypted, so that marks outlive
 * a change of `SECRET`; without it no copy can be traced any more, so it is in the backups too. Refuses `unavailable` where
 * its secret is gone (docs/operations.md, "Changing SECRET").
 */
export async function markKey(ctx: Services): Promise<Uint8Array> {
  const before = known.get(ctx)
  if (before !== undefined) return before
  const key = await readKey(ctx)
  known.set(ctx, key)
  return key
}

/** It never changes, and every part of a marked film needs it. */
const known = new WeakMap<Services, Uint8Array>()

async function readKey(ctx: Services): Promise<Uint8Array> {
  const [row] = await ctx.db.run(readMarkKey, {})
  if (row === undefined) {
    const sealed = seal(randomBytes(32).toString('base64'), 'marks', ctx.env)
    await ctx.db.run(addMarkKey, { sealed, now: new Date(ctx.now()) })
    return readKey(ctx)
  }
  try {
    return Buffer.from(unseal(row.sealed, 'marks', ctx.env), 'base64')
  } catch (error) {
    log.error('the key of the marks in pictures cannot be opened', { error: String(error) })
    throw refuse('unavailable')
  }
}

const readMarkKey = statement('marks_key', {}, { sealed: text }, () => `select sealed from mark_keys`)

/** The first node to write a key wins. */
const addMarkKey = statement(
  'marks_add_key',
  { sealed: text, now: timestamptz },
  {},
  ({ sealed, now }) =>
    `insert into mark_keys (id, sealed, created_at) values ('first', ${sealed}, ${now}) on conflict (id) do nothing`,
)
