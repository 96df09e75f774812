import type { Edit, Source } from './edit.ts'
import { bare, child, type Node, walk } from './syntax.ts'

/** What an endpoint demands in `contract/`: each demand of `access` is a check of its own. */
export function accessEdits({ file, text }: Source): Edit[] {
  if (!file.startsWith('contract/')) return []
  const found: Edit[] = []
  let name = ''
  walk(file, text, (node, enclosing) => {
    if (node.type === 'Property' && keyOf(node) === 'access' && isOfEndpoint(enclosing)) {
      name = keyOf(enclosing.find((it) => it.type === 'Property') ?? node) ?? ''
      const value = bare(child(node, 'value'))
      if (value === null) return
      const written = declared(text.slice(value.start, value.end), text)
      for (const [at, demand] of demandsOf(written).entries()) {
        const before = `${node.shorthand === true && at === 0 ? 'access: ' : ''}__access(#, '${demand}', `
        found.push({
          kind: 'access',
          start: value.start,
          end: value.end,
          before,
          after: ')',
          name: `${name} ${demand}`,
        })
      }
    }
  })
  return found
}

/** An access that several endpoints share is a constant of its file. */
const declared = (written: string, text: string): string =>
  /^\w+$/.test(written) ? (new RegExp(`^const ${written} = (.*)$`, 'm').exec(text)?.[1] ?? written) : written

/** Weaker than it is written: another role, any operator, before onboarding, an unconfirmed address. */
function demandsOf(written: string): string[] {
  const demands: string[] = []
  if (/^creator\(|^staff\b/.test(written)) demands.push('who')
  if (!/^anyone\(|^staff\b|'any'/.test(written)) demands.push('acting')
  if (!/^anyone\(|onboarded: false/.test(written)) demands.push('onboarded')
  if (/verified: true|^staff\b/.test(written)) demands.push('verified')
  return demands
}

const isOfEndpoint = (enclosing: readonly Node[]): boolean => {
  const call = enclosing[1]
  const callee = call === undefined ? null : child(call, 'callee')
  return call?.type === 'CallExpression' && callee?.name === 'endpoint'
}

const keyOf = (property: Node): string | null => {
  const key = child(property, 'key')
  return typeof key?.name === 'string' ? key.name : typeof key?.value === 'string' ? key.value : null
}
