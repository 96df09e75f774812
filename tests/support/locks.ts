import { expect, inject } from 'vitest'
import { int, statement } from '../../api/platform/db/statement.ts'
import type { TestApi } from './api.ts'

/**
 * Waits until so many statements wait for a lock of another transaction. The embedded engine has one connection, where the
 * transaction itself makes the statement wait.
 */
export async function untilLockAwaited(api: TestApi, count = 1): Promise<void> {
  if (inject('begin').engine === 'pglite') return
  await expect.poll(async () => (await api.db.run(countLockWaits, {}))[0]?.waiting).toBe(count)
}

const countLockWaits = statement(
  'test_lock_waits',
  {},
  { waiting: int },
  () => `
    select count(*)::int as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`,
)
