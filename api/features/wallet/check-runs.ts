import type { LedgerCheck, LedgerQuestion } from '../../../contract/staff-money.ts'
import { ledgerQuestions } from '../../../contract/staff-money.ts'
import { type Db, openReader, type Statement } from '../../platform/db/db.ts'
import { newId } from '../../platform/db/ids.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { sendMail } from '../../platform/mail/mail.ts'
import { notify } from '../notifications/notify.ts'
import { findViolations, type Violation } from './ledger-check.ts'

/**
 * Registers a run of the ledger check and answers its id; `already_done` while another one runs. A run that has given
 * no sign of life for a minute has died with its process and is closed.
 */
export async function beginCheck(db: Db, askedBy: string | null): Promise<string> {
  const now = new Date()
  await db.run(closingDead, [now, new Date(now.getTime() - deadMs)])
  const [row] = await db.run<{ id: string }>(beginning, [newId(), askedBy, now, ledgerQuestions.length])
  if (row === undefined) throw refuse('already_done')
  return row.id
}

/**
 * Runs a check that was begun, on a connection of its own that may read for hours, and keeps what it found for staff,
 * who are told by notification and mail when anything is wrong. Answers what is wrong.
 */
export async function runCheck(ctx: Services, id: string): Promise<Violation[]> {
  const alive = setInterval(() => void ctx.db.run(living, [id, new Date()]).catch(() => undefined), 5_000)
  const reader = await openReader(ctx.env.DATABASE_URL, ctx.db, hourMs)
  try {
    const asked = (question: LedgerQuestion, done: number) =>
      void ctx.db.run(progressing, [id, done, question, new Date()]).catch(() => undefined)
    const found = await findViolations(reader.db, asked)
    await ctx.db.run(finishing, [id, new Date(), JSON.stringify(found), null])
    if (found.length > 0) await alarm(ctx, found)
    return found
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error)
    console.error(JSON.stringify({ at: 'ledger', failure }))
    await ctx.db.run(finishing, [id, new Date(), null, failure.slice(0, 300)]).catch(() => undefined)
    throw error
  } finally {
    clearInterval(alive)
    await reader.close()
  }
}

/** What runs now, and what the last run that ended found. */
export async function readCheck(ctx: Services): Promise<LedgerCheck> {
  const rows = await ctx.db.run<CheckRow>(latest, [new Date(Date.now() - deadMs)])
  const running = rows.find((row) => row.finished_at === null)
  const last = rows.find((row) => row.finished_at !== null)
  return {
    running: running
      ? {
          started_at: running.started_at.toISOString(),
          done: running.done,
          total: running.total,
          asking: running.asking,
        }
      : null,
    last: last?.finished_at
      ? {
          started_at: last.started_at.toISOString(),
          finished_at: last.finished_at.toISOString(),
          by: last.asked_by === null ? null : { id: last.asked_by, username: last.username },
          violations: last.violations ?? [],
          failure: last.failure,
        }
      : null,
  }
}

/** Says it in the log of the process, and to every member of staff by notification and mail. */
async function alarm(ctx: Services, found: readonly Violation[]): Promise<void> {
  for (const violation of found) console.error(JSON.stringify({ at: 'ledger', violation }))
  const told: (() => void)[] = []
  const staff = await ctx.db.transact(async (tx) => {
    const people = await tx.run<{ id: string; email: string }>(everyStaff, [])
    for (const { id } of people)
      told.push(await notify(tx, ctx, { userId: id, type: 'ledger_violated', actorId: null, object: null }))
    return people
  })
  for (const afterCommit of told) afterCommit()
  for (const { id, email } of staff) {
    await sendMail(ctx, {
      to: email,
      userId: id,
      kind: 'ledger_violated',
      url: `${ctx.env.PUBLIC_ORIGIN}/staff?tab=money&view=ledger`,
      facts: { count: String(found.length) },
    })
  }
}

type CheckRow = {
  id: string
  asked_by: string | null
  username: string | null
  started_at: Date
  finished_at: Date | null
  done: number
  total: number
  asking: LedgerQuestion | null
  violations: Violation[] | null
  failure: string | null
}

const hourMs = 3_600_000
const deadMs = 60_000

const closingDead: Statement = {
  name: 'check_close_dead',
  text: `update ledger_checks set finished_at = $1, failure = 'interrupted' where finished_at is null and seen_at < $2`,
}
const beginning: Statement = {
  name: 'check_begin',
  text: `insert into ledger_checks (id, asked_by, started_at, seen_at, total) values ($1, $2, $3, $3, $4) on conflict do nothing returning id`,
}
const living: Statement = { name: 'check_live', text: `update ledger_checks set seen_at = $2 where id = $1` }
const progressing: Statement = {
  name: 'check_progress',
  text: `update ledger_checks set done = $2, asking = $3, seen_at = $4 where id = $1 and finished_at is null`,
}
const finishing: Statement = {
  name: 'check_finish',
  text: `update ledger_checks set finished_at = $2, violations = $3::jsonb, failure = $4, asking = null,
      done = case when $4::text is null then total else done end
    where id = $1`,
}
const latest: Statement = {
  name: 'check_latest',
  text: `
    (select c.*, u.username from ledger_checks c left join users u on u.id = c.asked_by
      where c.finished_at is null and c.seen_at >= $1 limit 1)
    union all
    (select c.*, u.username from ledger_checks c left join users u on u.id = c.asked_by
      where c.finished_at is not null order by c.finished_at desc limit 1)`,
}
const everyStaff: Statement = {
  name: 'check_staff',
  text: `select id, email from users where role = 'staff' and deleted_at is null`,
}
