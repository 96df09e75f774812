import { concerns } from './code.ts'
import type { Edit, Source } from './edit.ts'
import { conditionsOf, interpolation } from './sql.ts'
import { children, type Node, walk } from './syntax.ts'

/** The conditions of SQL in templates. Taken away, a condition is `true or (…)`, so its parameters keep their types. */
export function sqlEdits({ file, text }: Source): Edit[] {
  if (!file.startsWith('api/')) return []
  const found: Edit[] = []
  walk(file, text, (node) => {
    if (node.type !== 'TemplateLiteral' && !isText(node)) return
    const sql = node.type === 'TemplateLiteral' ? plain(node, text) : text.slice(node.start + 1, node.end - 1)
    if (!looksLikeSql.test(sql)) return
    for (const span of conditionsOf(sql)) {
      const [start, end] = [node.start + 1 + span.start, node.start + 1 + span.end]
      if (isCheck(text.slice(start, end))) found.push({ kind: 'sql', start, end, before: '(/*h#*/(', after: '))' })
    }
  })
  return found
}

const isText = (node: Node): boolean => node.type === 'Literal' && typeof node.value === 'string'
const looksLikeSql = /\b(?:where|and|on|when)\b[\s\S]*(?:[=<>§]|\bis\b|\bnot\b|\bexists\b|\bin\b)|[=<>§][\s\S]*\band\b/

/** The template's text at its own offsets, with a mark over each interpolation. */
function plain(template: Node, text: string): string {
  let sql = text.slice(template.start + 1, template.end - 1)
  for (const expression of children(template, 'expressions')) {
    const from = text.lastIndexOf('${', expression.start) - template.start - 1
    const to = text.indexOf('}', expression.end) - template.start
    sql = sql.slice(0, from) + interpolation.repeat(to - from) + sql.slice(to)
  }
  return sql
}

/** Keys of joins are structure: each side of them is a column, and one is the id of what is joined. */
function isCheck(condition: string): boolean {
  if (/^\w+\.\w+ = \w+\.\w+$/.test(condition)) return !/\.id\b|\.(\w+) = \w+\.\1$/.test(condition)
  // The position of a page (`(at, id) < (…)`) and the kinds of accounts and entries open nothing.
  if (/^\(?(?:\$\{[\w.]+\} is null\s+or )?\([\w., ]+\) [<>]|^[\w.]*kind\b|^\$\{kind\}/.test(condition)) return false
  return concerns.test(condition) && /[=<>$]|\bis\b|\bnot\b|\bexists\b|\bin\b|^\w+\.\w+$/.test(condition)
}
