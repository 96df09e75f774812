import type { LedgerCheck, LedgerQuestion } from '../../../contract/staff-money.ts'
import { ledgerQuestions } from '../../../contract/staff-money.ts'
import { type Db, openReader } from '../../platform/db/db.ts'
import { newId } from '../../platform/db/ids.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { log } from '../../platform/log.ts'
import { sendMail } from '../../platform/mail/mail.ts'
import type { Services } from '../../platform/services.ts'
import { notify } from '../notifications/notify.ts'
import {
  closeDeadRuns,
  finishRun,
  insertRun,
  lastWholeCheck,
  latestRuns,
  staffToAlarm,
  touchRun,
  updateProgress,
  type Violation,
} from './check-statements.ts'
import { distinct, findNewViolations, proveAll, safeMark } from './incremental-check.ts'
import { findViolations } from './ledger-check.ts'

/**
 * Registers a run of the ledger check and answers its id; refuses `already_done` while another one runs. A run that has
 * given no sign of life for a minute has died with its process and is closed.
 */
export async function beginCheck(db: Db, startedBy: string | null, isWhole = true): Promise<string> {
  const now = new Date()
  await db.run(closeDeadRuns, { now, seenBefore: new Date(now.getTime() - deadMs) })
  const [row] = await db.run(insertRun, { id: newId(), startedBy, now, total: ledgerQuestions.length, isWhole })
  if (row === undefined) throw refuse('already_done')
  return row.id
}

/**
 * Runs a check that was begun, on a connection of its own that may read for hours, and stores the violations for staff,
 * who get a notification and a mail if there are any. Answers the violations. An incremental one repeats what the last
 * whole check found, since only the next whole check can show that it was mended.
 */
export async function runCheck(ctx: Services, id: string, isWhole = true): Promise<Violation[]> {
  const alive = setInterval(() => void ctx.db.run(touchRun, { id, now: new Date() }).catch(() => undefined), 5_000)
  const reader = await openReader(ctx.env.DATABASE_URL, ctx.db, hourMs)
  try {
    const onQuestion = (question: LedgerQuestion, done: number) =>
      void ctx.db.run(updateProgress, { id, done, question, now: new Date() }).catch(() => undefined)
    const violations = isWhole ? await checkAll(reader.db, onQuestion) : await checkNew(reader.db)
    await ctx.db.run(finishRun, { id, now: new Date(), violations, failure: null })
    if (violations.length > 0) await alarm(ctx, violations)
    return violations
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error)
    log.error('ledger check', { error: failure })
    const result = { violations: null, failure: failure.slice(0, 300) }
    await ctx.db.run(finishRun, { id, now: new Date(), ...result }).catch(() => undefined)
    throw error
  } finally {
    clearInterval(alive)
    await reader.close()
  }
}

type OnQuestion = (question: LedgerQuestion, done: number) => void

async function checkAll(db: Db, onQuestion: OnQuestion): Promise<Violation[]> {
  const mark = await safeMark(db)
  const violations = await findViolations(db, onQuestion)
  await proveAll(db, mark)
  return violations
}

async function checkNew(db: Db): Promise<Violation[]> {
  const [whole] = await db.run(lastWholeCheck, {})
  return distinct([...(whole?.violations ?? []), ...(await findNewViolations(db))])
}

/** Whether no check of all rows has ended with a result for almost a week. */
export async function isWholeCheckDue(db: Db): Promise<boolean> {
  const [last] = await db.run(lastWholeCheck, {})
  return last === undefined || Date.now() - last.finished_at.getTime() > wholeEveryMs
}

/** The run that is under way, and the result of the last one that ended. */
export async function readCheck(ctx: Services): Promise<LedgerCheck> {
  const rows = await ctx.db.run(latestRuns, { seenSince: new Date(Date.now() - deadMs) })
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

/** Reports the violations in the log of the process, and to every staff member by notification and mail. */
async function alarm(ctx: Services, violations: readonly Violation[]): Promise<void> {
  for (const violation of violations) log.error('ledger violated', violation)
  const effects: (() => void)[] = []
  const staff = await ctx.db.transact(async (tx) => {
    const people = await tx.run(staffToAlarm, {})
    for (const { id } of people)
      effects.push(await notify(tx, ctx, { userId: id, type: 'ledger_violated', actorId: null, object: null }))
    return people
  })
  for (const afterCommit of effects) afterCommit()
  for (const { id, email } of staff) {
    await sendMail(ctx, {
      to: email,
      userId: id,
      kind: 'ledger_violated',
      url: `${ctx.env.PUBLIC_ORIGIN}/staff?tab=money&view=ledger`,
      facts: { count: String(violations.length) },
    })
  }
}

const hourMs = 3_600_000
/** Half a day less than a week, because the job does not begin at the same second every night. */
const wholeEveryMs = 6.5 * 24 * hourMs
const deadMs = 60_000
