/** One condition of a piece of SQL: the text between two offsets, which stands alone between `and`s or after a keyword. */
export type Span = { start: number; end: number }

/** Characters that stand for an interpolation while a template is split. */
export const interpolation = '§'

/**
 * The conditions in a piece of SQL: the operands of every `and`, and what alone stands after `where`, `on` or `when`. An
 * operand beside an `or` is left out, because removing it closes something instead of opening it.
 */
export function conditionsOf(sql: string): Span[] {
  const tokens = tokensOf(sql)
  const found: Span[] = []
  let level = newLevel('start')
  const above: Level[] = []
  for (const [at, token] of tokens.entries()) {
    if (token.text === '(') {
      extend(level, token)
      above.push(level)
      level = newLevel('start')
    } else if (token.text === ')') {
      closeOperand(level, found)
      level = above.pop() ?? newLevel('start')
      extend(level, token)
    } else if (token.text === 'and' && level.isBetween) {
      level.isBetween = false
      extend(level, token)
    } else if (token.text === 'and' || token.text === 'or') {
      finishOperand(level, token.text, found)
    } else if (token.text === 'from' && tokens[at - 1]?.text === 'distinct') {
      extend(level, token)
    } else if (breaks.has(token.text) || isFragment(sql, tokens, at)) {
      closeOperand(level, found)
      startClause(level, token.text, tokens[at + 1]?.text, tokens[at - 1]?.text)
    } else {
      if (token.text === 'between') level.isBetween = true
      extend(level, token)
    }
  }
  for (const open of [level, ...above.reverse()]) closeOperand(open, found)
  // What begins a fragment may be a whole query to which the fragment adds.
  const isQuery = ({ start, end }: Span) =>
    /(?:^|\()\s*$/.test(sql.slice(0, start)) && /^§+$/.test(sql.slice(start, end))
  return found.filter((it) => !isQuery(it)).sort((a, b) => a.start - b.start)
}

/** `before` is what joins the operand to the one before it, `clause` the keyword after which both stand. */
type Level = {
  clause: string
  before: 'and' | 'or' | null
  operand: Span | null
  isBetween: boolean
}
const newLevel = (clause: string): Level => ({ clause, before: null, operand: null, isBetween: false })

function extend(level: Level, token: Token): void {
  if (level.operand === null) level.operand = { start: token.start, end: token.end }
  else level.operand.end = token.end
}

function finishOperand(level: Level, joint: 'and' | 'or', found: Span[]): void {
  if (joint === 'and' || level.before === 'and') record(level, found)
  level.before = joint
  level.operand = null
}

function closeOperand(level: Level, found: Span[]): void {
  const standsAlone = level.before === null && conditional.has(level.clause)
  if (level.before === 'and' || standsAlone) record(level, found)
  level.before = null
  level.operand = null
}

function record({ clause, operand }: Level, found: Span[]): void {
  if (operand !== null && !unsafe.has(clause)) found.push({ ...operand })
}

function startClause(level: Level, word: string, next: string | undefined, previous: string | undefined): void {
  if (word === ',' || word === interpolation) {
    // A list goes on: of columns, of assignments or of tables.
    if (conditional.has(level.clause)) level.clause = 'list'
    return
  }
  if (word === 'on' && next === 'conflict') level.clause = 'conflict'
  else if (word === 'where' && (level.clause === 'conflict' || previous === 'conflict')) level.clause = 'arbiter'
  else if (word === 'set' || word === 'update') level.clause = level.clause === 'do' || word === 'set' ? 'set' : word
  else level.clause = word
}

const conditional = new Set(['where', 'on', 'when', 'having'])
/** Assignments, and the predicate that has to name a partial index. */
const unsafe = new Set(['set', 'conflict', 'arbiter'])
const breaks = new Set(
  `select where on when having then else end case from join left right inner cross full lateral group order limit offset
  for returning union except intersect window set update do values insert delete using as asc desc nulls with , ;`.split(
    /\s+/,
  ),
)

/** Whether an interpolation follows a whole operand: a fragment of its own, which may begin with `and` or be empty. */
function isFragment(sql: string, tokens: readonly Token[], at: number): boolean {
  const [token, before] = [tokens[at], tokens[at - 1]]
  if (token?.text !== interpolation || before === undefined) return false
  if (!/\s/.test(sql.slice(before.end, token.start))) return false
  return (
    before.text === ')' || before.text === interpolation || (/^['\w]/.test(before.text) && !expecting.has(before.text))
  )
}
const expecting = new Set([
  ...breaks,
  ...'and or not is in like ilike any all exists distinct by between interval array'.split(' '),
])

type Token = { text: string; start: number; end: number }

function tokensOf(sql: string): Token[] {
  const pattern = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"[^"]*"|§+|[a-z_][\w.]*|\d[\d.]*|[^\s\w]/gi
  return [...sql.matchAll(pattern)]
    .filter(([text]) => !text.startsWith('--') && !text.startsWith('/*'))
    .map((match) => {
      const text = match[0].startsWith(interpolation) ? interpolation : match[0].toLowerCase()
      return { text, start: match.index, end: match.index + match[0].length }
    })
}
