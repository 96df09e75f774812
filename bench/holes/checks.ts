import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { accessEdits } from './access.ts'
import { codeEdits } from './code.ts'
import type { Edit, Source } from './edit.ts'
import { leftOut } from './left-out.ts'
import { sqlEdits } from './sql-edits.ts'
import { type Node, walk } from './syntax.ts'

/** A permission check of the API, and how its source is written around so that a number takes it away at run time. */
export type Check = Edit & { id: number; key: string; file: string; line: number; text: string }

/** Every check of the sources, in their order, and those of them that `leftOut` names. */
export function findChecks(root: string): { checks: Check[]; omitted: Check[]; problems: string[] } {
  const sources = globSync('{api,contract}/**/*.ts', { cwd: root })
    .filter((file) => !/\.test\.ts$|\.d\.ts$|\/migrations\/|db\/schema\/|\/backup\//.test(file))
    .sort()
    .map((file): Source => ({ file, text: readFileSync(join(root, file), 'utf8') }))
  const guards = guardsOf(sources)
  const all: Check[] = []
  for (const source of sources) {
    const edits = [...codeEdits(source, guards), ...sqlEdits(source), ...accessEdits(source)]
    for (const edit of edits.sort((a, b) => a.start - b.start || b.end - a.end)) all.push(toCheck(source, edit, all))
  }
  const used = new Set<string>()
  const omitted = all.filter((check) => {
    const reasons = leftOut.filter((it) => it.file.test(check.file) && it.text.test(check.text))
    for (const it of reasons) used.add(it.reason)
    return reasons.length > 0
  })
  const problems = leftOut.filter((it) => !used.has(it.reason)).map((it) => `nothing is left out because ${it.reason}`)
  return { checks: all.filter((it) => !omitted.includes(it)), omitted, problems }
}

/** The key of a check stays the same while other lines of its file change. */
function toCheck({ file, text }: Source, edit: Edit, earlier: readonly Check[]): Check {
  const its = `${edit.name === undefined ? '' : `${edit.name}: `}${text.slice(edit.start, edit.end)}`.replaceAll(
    /\s+/g,
    ' ',
  )
  const key = `${file} ${edit.kind} ${its}`
  const same = earlier.filter((it) => it.key === key || it.key.startsWith(`${key} #`)).length
  const line = text.slice(0, edit.start).split('\n').length
  return { ...edit, id: earlier.length + 1, key: same === 0 ? key : `${key} #${same + 1}`, file, line, text: its }
}

/** Functions that only check: they refuse, themselves or through another one, and are called what they demand. */
function guardsOf(sources: readonly Source[]): ReadonlySet<string> {
  const named = /^(?:require|refuse|check|assert|ensure|demand|forbid)[A-Z]/
  const found = new Set<string>()
  for (const { file, text } of sources) {
    walk(file, text, (node) => {
      const name = declaredFunction(node)
      if (name !== null && named.test(name)) found.add(name)
    })
  }
  return found
}

function declaredFunction(node: Node): string | null {
  const id = node.id as Node | null | undefined
  if (node.type === 'FunctionDeclaration') return typeof id?.name === 'string' ? id.name : null
  if (node.type !== 'VariableDeclarator') return null
  const init = node.init as Node | null
  return init?.type === 'ArrowFunctionExpression' && typeof id?.name === 'string' ? id.name : null
}

/** A source with every check written around: the one whose number is set is away, the others hold. */
export function instrument(text: string, checks: readonly Check[]): string {
  const pieces = checks.flatMap((it) => [
    { at: it.start, isEnd: false, order: -it.end, text: it.before.replaceAll('#', String(it.id)) },
    { at: it.end, isEnd: true, order: -it.start, text: it.after },
  ])
  // At one place the inner span ends first, and what ends comes before what begins.
  pieces.sort((a, b) => a.at - b.at || Number(b.isEnd) - Number(a.isEnd) || a.order - b.order)
  let out = ''
  let from = 0
  for (const piece of pieces) {
    out += text.slice(from, piece.at) + piece.text
    from = piece.at
  }
  return out + text.slice(from)
}
