import type { Edit, Source } from './edit.ts'
import { bare, calledName, child, children, type Node, walk } from './syntax.ts'

/** The checks in TypeScript: calls of guards, conditions of refusals, and what a permission is made of. */
export function codeEdits({ file, text }: Source, guards: ReadonlySet<string>): Edit[] {
  const found: Edit[] = []
  const isPolicy = policies.test(file)
  walk(file, text, (node, enclosing) => {
    if (node.type === 'ExpressionStatement') {
      const call = child(node, 'expression')
      if (call !== null && guards.has(calledName(call) ?? '')) found.push(guard(call))
    }
    if (node.type === 'IfStatement' && refuses(node, text, isPolicy)) found.push(...refusals(child(node, 'test')))
    if (node.type === 'ConditionalExpression') found.push(...chosenRefusal(node))
    if (node.type === 'LogicalExpression' && node.operator === '&&' && isPermission(node, enclosing, file))
      found.push(...operands(node, '&&').map(permission))
    if (node.type === 'VariableDeclarator') found.push(...listed(node, text))
    if (node.type === 'CallExpression' && calledName(node) === 'where') found.push(...drizzleConditions(node, text))
  })
  return found
}

const policies = /^contract\/policy\/(?!username|return-path)/
/** Where a boolean that a function answers is a right, whatever it is called. */
const rights = /^(?:contract\/policy|api\/identity|api\/people)\/|event-permissions|may-fetch|agencies\/access/
const rightNames = /^(?:may|can|is[A-Z]|has[A-Z]|.*[hH]olds|allows|owns|sees)/

const guard = ({ start, end }: Node): Edit => ({ kind: 'guard', start, end, before: '__hole(#) || (', after: ')' })
const refusal = ({ start, end }: Node): Edit => ({
  kind: 'refusal',
  start,
  end,
  before: '(!__hole(#) && (',
  after: '))',
})
const permission = ({ start, end }: Node): Edit => ({
  kind: 'policy',
  start,
  end,
  before: '(__hole(#) || (',
  after: '))',
})

/** Each operand of an `or` refuses by itself. */
const refusals = (test: Node | null): Edit[] => operands(test, '||').map(refusal)

function operands(node: Node | null, operator: string): Node[] {
  const inner = bare(node)
  if (inner === null) return []
  if (inner.type !== 'LogicalExpression' || inner.operator !== operator) return [inner]
  return [...operands(child(inner, 'left'), operator), ...operands(child(inner, 'right'), operator)]
}

/** Whether an `if` only refuses: throws a refusal, or answers one. */
function refuses(node: Node, text: string, isPolicy: boolean): boolean {
  const then = child(node, 'consequent')
  const last = then?.type === 'BlockStatement' ? children(then, 'body').at(-1) : then
  if (last === undefined || last === null) return false
  const value = child(last, 'argument')
  if (last.type !== 'ReturnStatement' && last.type !== 'ThrowStatement') return false
  if (isRefusal(value, text)) return true
  if (last.type === 'ThrowStatement') return false
  const answer = value === null ? '' : text.slice(value.start, value.end)
  return isPolicy && !/allowed: true|^true$|^'allowed'$/.test(answer)
}

function isRefusal(value: Node | null, text: string): boolean {
  if (value === null) return false
  const name = calledName(value)
  if (name !== null && /^(?:refus|taken|denied|notFound|forbidden|unauthorised|closed|gone|missing)/.test(name))
    return true
  return /\b(?:status: ?40[0-9]|40[134]\))/.test(text.slice(value.start, value.end))
}

/** `condition ? refuse(…) : null`, either way round. */
function chosenRefusal(node: Node): Edit[] {
  const [test, then, otherwise] = [child(node, 'test'), child(node, 'consequent'), child(node, 'alternate')]
  const isNull = (it: Node | null) => it?.type === 'Literal' && it.value === null
  const isCalled = (it: Node | null) => calledName(it) === 'refuse'
  if (isCalled(then) && isNull(otherwise)) return refusals(test)
  if (isNull(then) && isCalled(otherwise)) return operands(test, '&&').map(permission)
  return []
}

/** Whether an `&&` is the whole answer of a function about a right. */
function isPermission(node: Node, enclosing: readonly Node[], file: string): boolean {
  const outer = enclosing.filter((it) => it.type !== 'ParenthesizedExpression')
  const [first, second, third, fourth] = outer
  const isBody = first?.type === 'ArrowFunctionExpression' && first.body !== undefined
  const isAnswer = first?.type === 'ReturnStatement'
  if (!isBody && !isAnswer) return false
  if (!operands(node, '&&').every(isBoolean)) return false
  if (rights.test(file)) return true
  const declared = isBody ? second : third?.type === 'FunctionDeclaration' ? third : fourth
  const id = declared === undefined || declared === null ? null : child(declared, 'id')
  return typeof id?.name === 'string' && rightNames.test(id.name)
}

/** Paths that a guard is for: each element of `const needsRecentAuth = new Set([…])`. */
function listed(node: Node, text: string): Edit[] {
  const [id, init] = [child(node, 'id'), child(node, 'init')]
  if (typeof id?.name !== 'string' || !/^(?:needs|humanChecked|closed)/.test(id.name)) return []
  if (init?.type !== 'NewExpression' || child(init, 'callee')?.name !== 'Set') return []
  return children(children(init, 'arguments')[0] ?? init, 'elements').map((element) => {
    const name = text.slice(element.start, element.end)
    return { kind: 'guard', start: init.start, end: init.end, before: `__without(#, ${name}, `, after: ')', name }
  })
}

const isBoolean = (node: Node): boolean =>
  /^(?:BinaryExpression|UnaryExpression|CallExpression|LogicalExpression|MemberExpression|Identifier|ChainExpression)$/.test(
    node.type,
  )

/** The conditions of `.where(and(eq(…), …))`, and a single one. */
function drizzleConditions(call: Node, text: string): Edit[] {
  const [condition] = children(call, 'arguments')
  if (condition === undefined) return []
  const each = calledName(condition) === 'and' ? children(condition, 'arguments') : [condition]
  return each
    .filter((it) => it.type === 'CallExpression' && concerns.test(text.slice(it.start, it.end)))
    .map(({ start, end }) => ({ kind: 'drizzle', start, end, before: '(__hole(#) ? undefined : ', after: ')' }))
}

/** Words of conditions about a person, a grant, a time or a state. */
export const concerns =
  /_?(?:user|owner|creator|author|receiver|sender|fan|operator|member|viewer|actor|subject|buyer|seller|inviter|invited|referr\w+|blocke[rd]|reporter|uploader|giver|reader|role|is_creator|grant|agency|agencies|link)(?:_id|Id)?s?\b|_at\b|At\b|until|expires|now\(|status|state|deleted|revoked|banned|suspended|block|active|published|visib|verified|ended|dissolved|hidden|can_|show_in|receive|subscri|follow|bought|owns|holds/i
