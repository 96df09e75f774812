import type { Db } from '../db/db.ts'
import { bool, float, int, json, orNull, type RowOf, statement } from '../db/statement.ts'
import type { Metrics } from './metrics.ts'

/** Seconds since 1970, for a gauge; 0 for never. */
const moment = (time: string) => `coalesce(extract(epoch from ${time}), 0)::double precision`
const age = (since: string) => `coalesce(extract(epoch from now() - ${since}), 0)::double precision`
const payoutStates = ['requested', 'approved', 'processing'] as const

/** Everything that a scrape asks the database, in one statement. Each part reads an index of what is open, or a small table. */
const readFacts = statement(
  'metrics_read',
  {},
  {
    queues: json<{ queue: string; due: number; seconds: number }[]>(),
    payouts: json<{ status: string; count: number; seconds: number }[]>(),
    mails_waiting: int,
    mails_seconds: float,
    mails_given_up: int,
    topups_open: int,
    topups_seconds: float,
    ledger_run: float,
    ledger_success: float,
    ledger_violations: int,
    backup_success: float,
    backup_failed: bool,
    backup_seconds: orNull(float),
  },
  () => `
    select
      (select coalesce(json_agg(q), '[]') from (
        select name as queue, count(*)::int as due,
          ${age('min(start_after)')} as seconds
        from jobs.job where state < 'active' and not blocked and start_after < now() group by 1) q) as queues,
      (select coalesce(json_agg(p), '[]') from (
        select status, count(*)::int as count, ${age('min(created_at)')} as seconds from payouts
        where status = any('{${payoutStates}}') group by status) p) as payouts,
      m.waiting as mails_waiting, m.seconds as mails_seconds, m.given_up as mails_given_up,
      t.open as topups_open, t.seconds as topups_seconds,
      l.run as ledger_run, l.success as ledger_success, l.violations as ledger_violations,
      b.success as backup_success, b.failed as backup_failed, b.seconds as backup_seconds
    from
      (select count(*) filter (where is_waiting)::int as waiting, count(*) filter (where not is_waiting)::int as given_up,
        ${age('min(created_at) filter (where is_waiting)')} as seconds
        from (select created_at, sealed is not null or text <> '' as is_waiting from mails where sent_at is null) unsent) m,
      (select count(*)::int as open, ${age('min(created_at)')} as seconds from topups where status = 'pending') t,
      (select ${moment('max(finished_at)')} as run, ${moment('max(finished_at) filter (where failure is null)')} as success,
        coalesce(jsonb_array_length((array_agg(violations order by finished_at desc) filter (where violations is not null))[1]), 0) as violations
        from ledger_checks where finished_at is not null) l,
      (select ${moment('max(finished_at) filter (where failure is null)')} as success,
        coalesce((array_agg(failure is not null order by finished_at desc))[1], false) as failed,
        (array_agg(extract(epoch from finished_at - started_at) order by finished_at desc))[1]::double precision as seconds
        from backup_checks where finished_at is not null) b`,
)

type Facts = RowOf<typeof readFacts>

/** Reads the facts at most every `everyMs`, however many ask; null where the database does not answer in time. */
export function createFactsReader(db: Db, everyMs = 5_000, patienceMs = 2_000): () => Promise<Facts | null> {
  let last: { at: number; facts: Promise<Facts | null> } | null = null
  const read = async () => (await db.run(readFacts, {}))[0] ?? null
  return () => {
    const now = Date.now()
    if (last === null || now - last.at >= everyMs) last = { at: now, facts: inTime(read(), patienceMs) }
    return last.facts
  }
}

async function inTime(reading: Promise<Facts | null>, ms: number): Promise<Facts | null> {
  const late = Promise.withResolvers<null>()
  const timer = setTimeout(late.resolve, ms, null)
  const facts = await Promise.race([reading.catch(() => null), late.promise])
  clearTimeout(timer)
  return facts
}

/** Without facts the figures are absent, so that no old one looks like a present one. */
export function setFacts({ scraped }: Metrics, facts: Facts | null): void {
  scraped.databaseRead.set(facts === null ? 0 : 1)
  for (const gauge of [scraped.queueDue, scraped.queueAge, scraped.payoutsWaiting, scraped.payoutsAge]) gauge.reset()
  const plain = [
    [scraped.mailsWaiting, facts?.mails_waiting],
    [scraped.mailsAge, facts?.mails_seconds],
    [scraped.mailsFailed, facts?.mails_given_up],
    [scraped.topupsOpen, facts?.topups_open],
    [scraped.topupsAge, facts?.topups_seconds],
    [scraped.ledgerRun, facts?.ledger_run],
    [scraped.ledgerSuccess, facts?.ledger_success],
    [scraped.ledgerViolations, facts?.ledger_violations],
    [scraped.backupSuccess, facts?.backup_success],
    [scraped.backupFailed, facts && Number(facts.backup_failed)],
    [scraped.backupDuration, facts?.backup_seconds],
  ] as const
  for (const [gauge, value] of plain) {
    if (value == null) gauge.remove()
    else gauge.set(value)
  }
  if (facts === null) return
  for (const { queue, due, seconds } of facts.queues) {
    scraped.queueDue.set({ queue }, due)
    scraped.queueAge.set({ queue }, seconds)
  }
  for (const state of payoutStates) {
    const found = facts.payouts.find((it) => it.status === state)
    scraped.payoutsWaiting.set({ state }, found?.count ?? 0)
    scraped.payoutsAge.set({ state }, found?.seconds ?? 0)
  }
}
