import * as v from 'valibot'
import { endpoint, ownerOnly, user } from './endpoint.ts'
import { restrictedWordLength, restrictedWordsPerAgency } from './limits.ts'
import { isRestrictable } from './policy/restricted-words.ts'
import { coins, coinsIn, id, text } from './shapes.ts'

const rules = {
  /** Words and phrases that no operator may write to fans. */
  restricted_words: v.array(v.string()),
  /** The price of a message, in coins, above which an operator says yes twice; null asks at no price. */
  asks_above: v.nullable(coins),
}
const rulesShape = v.object(rules)
export type WritingRules = v.InferOutput<typeof rulesShape>

const wordIn = v.pipe(text(restrictedWordLength), v.check(isRestrictable, 'fewer than two letters or digits'))

/** What an agency asks of its operators when they write to fans (product §82). */
export const writingRules = {
  /** Before the next one, whose path would match it. */
  whileActing: endpoint({
    method: 'GET',
    path: '/api/agencies/impersonation/writing-rules',
    access: user('any'),
    input: v.object({}),
    output: rulesShape,
    errors: [],
    summary: 'The rules for what this session writes: those of the agency while it acts, else none.',
  }),
  ofAgency: endpoint({
    method: 'GET',
    path: '/api/agencies/{id}/writing-rules',
    access: ownerOnly(),
    input: v.object({ id }),
    output: v.object({ ...rules, may_edit: v.boolean() }),
    errors: ['not_found'],
    summary: 'What an agency of the user asks of its operators when they write to fans.',
  }),
  change: endpoint({
    method: 'PUT',
    path: '/api/agencies/{id}/writing-rules',
    access: ownerOnly({ verified: true }),
    input: v.object({
      id,
      restricted_words: v.pipe(v.array(wordIn), v.maxLength(restrictedWordsPerAgency)),
      asks_above: v.nullable(coinsIn),
    }),
    output: v.object({ ...rules, may_edit: v.boolean() }),
    errors: ['not_found', 'forbidden'],
    summary: 'Change them from now on, on every node; for owner and admins.',
  }),
}
