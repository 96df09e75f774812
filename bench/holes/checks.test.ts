import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { accessEdits } from './access.ts'
import { findChecks, instrument } from './checks.ts'
import { codeEdits } from './code.ts'
import { sqlEdits } from './sql-edits.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const guards = new Set(['requireOwner'])
const written = (text: string, file = 'api/features/x/x.ts') => {
  const source = { file, text }
  const edits = [...codeEdits(source, guards), ...sqlEdits(source), ...accessEdits(source)]
  return instrument(
    text,
    edits.map((it, at) => ({ ...it, id: at + 1, key: '', file, line: 1, text: '' })),
  )
}

it.each([
  ['a guard', 'await requireOwner(tx, id)', '__hole(1) || (await requireOwner(tx, id))'],
  [
    'each reason of a refusal',
    "if (a || !b) throw refuse('forbidden')",
    "if ((!__hole(1) && (a)) || (!__hole(2) && (!b))) throw refuse('forbidden')",
  ],
  [
    'a condition of SQL',
    'const s = `select 1 from t where owner_id = $1`',
    'const s = `select 1 from t where (/*h1*/(owner_id = $1))`',
  ],
  [
    'a condition of Drizzle',
    'db.delete(t).where(and(eq(t.id, id), eq(t.userId, me)))',
    'db.delete(t).where(and(eq(t.id, id), (__hole(1) ? undefined : eq(t.userId, me))))',
  ],
  [
    'what a right is made of',
    'const mayRead = (it) => it.isOwner && it.isOpen',
    'const mayRead = (it) => (__hole(1) || (it.isOwner)) && (__hole(2) || (it.isOpen))',
  ],
])('writes around %s', (_, before, after) => {
  expect(written(before)).toBe(after)
})

it('writes around every demand of an endpoint', () => {
  const text = "export const x = { get: endpoint({ access: creator('can_chat', { verified: true }) }) }"
  expect(written(text, 'contract/x.ts').match(/__access\(\d, '\w+'/g)).toEqual([
    "__access(1, 'who'",
    "__access(2, 'acting'",
    "__access(3, 'onboarded'",
    "__access(4, 'verified'",
  ])
})

it('writes the name of a demand that stands without one', () => {
  const text = "const access = creator('any')\nexport const x = { get: endpoint({ access }) }"
  expect(written(text, 'contract/x.ts')).toContain("({ access: __access(1, 'who', __access(2, 'onboarded', access)) })")
})

it('finds the checks of the review that no test noticed, and no reason without a check', () => {
  const { checks, problems } = findChecks(root)
  expect(problems).toEqual([])
  const found = (file: string, text: RegExp) => checks.some((it) => it.file === file && text.test(it.text))
  expect(found('api/identity/grants.ts', /g\.until > now\(\)/)).toBe(true)
  expect(found('api/identity/viewer.ts', /row\.email_verified/)).toBe(true)
  expect(found('api/identity/password.ts', /requireRecentAuth/)).toBe(true)
  expect(found('api/identity/auth-routes.ts', /requireRecentAuth/)).toBe(true)
})
