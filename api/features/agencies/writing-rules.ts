import { coinsOf } from '../../../contract/coins.ts'
import type { Answer } from '../../../contract/endpoint.ts'
import { differentWords } from '../../../contract/policy/restricted-words.ts'
import { managesAgency } from '../../../contract/policy/supervision.ts'
import type { WritingRules, writingRules } from '../../../contract/writing-rules.ts'
import type { Db } from '../../platform/db/db.ts'
import { int, orNull, statement, texts, uuid } from '../../platform/db/statement.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { Services } from '../../platform/services.ts'
import { getMember, requireManager } from './members.ts'
import type { Member } from './statements.ts'

type OfAgency = Answer<typeof writingRules.ofAgency>

/** What an agency of the viewer asks of those who write to fans for it (product §82). */
export async function readWritingRules(ctx: Services, viewer: Viewer, agencyId: string): Promise<OfAgency> {
  return present(ctx.db, agencyId, await getMember(ctx.db, viewer.id, agencyId))
}

/** Changes them; they hold from an operator's next call, which reads them with the session. `asks_above` is in cents here. */
export async function changeWritingRules(
  ctx: Services,
  viewer: Viewer,
  { id, restricted_words: words, asks_above: asksAbove }: { id: string } & WritingRules,
): Promise<OfAgency> {
  return ctx.db.transact(async (tx) => {
    const me = await requireManager(tx, viewer.id, id)
    await tx.run(setRules, { agency: id, words: differentWords(words), asksAbove })
    return present(tx, id, me)
  })
}

/** The rules for what this session writes to fans: none in person. */
export function rulesOf({ acting }: Viewer): WritingRules {
  const { restrictedWords = [], asksAboveCents = null } = acting?.rules ?? {}
  return {
    restricted_words: [...restrictedWords],
    asks_above: asksAboveCents === null ? null : coinsOf(asksAboveCents),
  }
}

async function present(db: Db, agencyId: string, { role }: Member): Promise<OfAgency> {
  const [row] = await db.run(readRules, { agency: agencyId })
  if (row === undefined) throw refuse('not_found')
  return {
    restricted_words: row.restricted_words,
    asks_above: row.asks_above_cents === null ? null : coinsOf(row.asks_above_cents),
    may_edit: managesAgency(role),
  }
}

const readRules = statement(
  'agencies_writing_rules',
  { agency: uuid },
  { restricted_words: texts, asks_above_cents: orNull(int) },
  ({ agency }) => `select restricted_words, asks_above_cents from agencies where id = ${agency}`,
)

const setRules = statement(
  'agencies_set_writing_rules',
  { agency: uuid, words: texts, asksAbove: orNull(int) },
  {},
  ({ agency, words, asksAbove }) => `
    update agencies set restricted_words = ${words}, asks_above_cents = ${asksAbove} where id = ${agency}`,
)
