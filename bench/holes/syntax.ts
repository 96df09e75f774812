import { parseSync } from 'vite'

/** A node of the syntax tree, as the parser of Vite answers it. */
export type Node = { type: string; start: number; end: number; [field: string]: unknown }

/** Parses a source and calls `visit` with every node and the nodes that enclose it, the nearest first. */
export function walk(file: string, source: string, visit: (node: Node, enclosing: readonly Node[]) => void): void {
  const { program, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  descend(program as unknown as Node, [])

  function descend(node: Node, enclosing: readonly Node[]): void {
    visit(node, enclosing)
    const next = [node, ...enclosing]
    for (const value of Object.values(node)) {
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) descend(child, next)
    }
  }
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string' && 'start' in value

export const child = (node: Node, field: string): Node | null => {
  const value = node[field]
  return isNode(value) ? value : null
}
export const children = (node: Node, field: string): Node[] =>
  Array.isArray(node[field]) ? (node[field] as unknown[]).filter(isNode) : []

/** The name that a call calls: `refuse` of `call.refuse('not_found')`. */
export function calledName(node: Node | null): string | null {
  if (node === null) return null
  if (node.type === 'AwaitExpression') return calledName(child(node, 'argument'))
  if (node.type !== 'CallExpression') return null
  const callee = child(node, 'callee')
  const name = callee?.type === 'MemberExpression' ? child(callee, 'property') : callee
  return typeof name?.name === 'string' ? name.name : null
}

export const bare = (node: Node | null): Node | null =>
  node?.type === 'ParenthesizedExpression' ? bare(child(node, 'expression')) : node
