import type { LedgerQuestion } from '../../../contract/staff-money.ts'
import type { Db } from '../../platform/db/db.ts'
import { questionStatements, type Violation } from './check-statements.ts'

/**
 * Checks the ledger's invariants: answers one sentence for each violation. It only reads.
 */
export async function checkLedger(db: Db): Promise<string[]> {
  return (await findViolations(db)).map((it) => `${sentences[it.question]}: ${it.what}`)
}

/** `checkLedger` question by question, at most twenty answers each; `onQuestion` is called before each. */
export async function findViolations(
  db: Db,
  onQuestion: (question: LedgerQuestion, done: number) => void = () => undefined,
): Promise<Violation[]> {
  const found: Violation[] = []
  for (const [done, { question, find }] of questionStatements.entries()) {
    onQuestion(question, done)
    const rows = await db.run(find, {})
    found.push(...rows.map(({ what }) => ({ question, what })))
  }
  return found
}

const sentences: Record<LedgerQuestion, string> = {
  overall: 'All postings together do not sum to zero',
  entries: 'The postings of an entry do not sum to zero',
  empty: 'An entry has no two postings',
  orphans: 'A posting has no entry or no account',
  balances: 'A balance is not the sum of its postings',
  running: 'The last running balance of an account is not its balance',
  negative: 'An account is below zero that may not be',
  entitled: 'An entitlement has no purchase that was paid exactly once',
  purchased: 'A purchase has no paid entry of its price',
  paid: 'A paid entry has no purchase',
  topups: 'A purchase of coins is not what the ledger credits',
  payouts: 'A payout is not what the ledger paid',
  escrow: 'What waits in escrow is not what open gifts and requests hold',
  spending: 'What a fan has paid a creator is not the sum of their postings',
  earnings: 'What is shown as earned on a day is not what the postings say',
  subscriptions: 'What is counted of subscriptions on a day is not what happened',
  links: 'What a tracking link has brought is not what its fans did and paid',
  cohorts: 'What is counted of the fans of a month is not what they did and paid',
  sold: 'What is counted of sales is not what was bought and not refunded',
  broadcasts: 'What a broadcast has brought is not what its messages and their purchases say',
}
