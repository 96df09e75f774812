import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { __unstable__loadDesignSystem as loadDesignSystem } from '@tailwindcss/node'
import { expect, it } from 'vitest'
import { calledName, child, type Node, walk } from '../bench/holes/syntax.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const styles = join(root, 'src/styles')
const ownClasses = readFileSync(join(styles, 'app.css'), 'utf8')
const system = await loadDesignSystem(ownClasses, { base: styles })

// Tailwind writes nothing for a class whose colour, size or breakpoint the tokens do not have, and says nothing either.
it('names no utility that does not exist', () => {
  const files = globSync('src/{routes,screens,ui}/**/*.{ts,tsx}', { cwd: root, exclude: ['**/*.test.*'] })
  expect(files.length).toBeGreaterThan(300)
  const missing = files.flatMap((file) => missingIn(file, readFileSync(join(root, file), 'utf8')))
  expect(missing).toEqual([])
})

it('finds them in attributes, calls and constants, and leaves the classes of app.css alone', () => {
  const text = `const link = 'flex rounded-huge'; const X = () => <p className={clsx('locked', { 'bg-nowhere': on }, \`7xl:flex p-4 \${link}\`)}>{m.x('text-nowhere')}</p>`
  expect(missingIn('x.tsx', text)).toEqual(['rounded-huge (x.tsx)', 'bg-nowhere (x.tsx)', '7xl:flex (x.tsx)'])
})

function missingIn(file: string, text: string): string[] {
  const names = classLists(file, text).flatMap((it) => it.split(/\s+/))
  const written = system.candidatesToCss(names)
  return names.filter((name, at) => written[at] === null && isUtility(name)).map((name) => `${name} (${file})`)
}

/** Whether it is written like a utility, perhaps after variants; app.css has classes that are written so too. */
function isUtility(name: string): boolean {
  const last = name.split(':').at(-1) ?? ''
  return /[-:]/.test(name) && !ownClasses.includes(`.${last}`) && system.parseCandidate(last).length > 0
}

/** The texts that stand in a `className`, in `clsx(…)`, or in a constant that is named like one. */
function classLists(file: string, text: string): string[] {
  const found: string[] = []
  walk(file, text, (node, enclosing) => {
    const words = wordsOf(node)
    if (words && enclosing.some(holdsClasses)) found.push(words)
  })
  return found
}

function wordsOf({ type, value }: Node): string | null {
  if (type === 'Literal') return typeof value === 'string' ? value : null
  return type === 'TemplateElement' ? (value as { cooked: string }).cooked : null
}

function holdsClasses(node: Node): boolean {
  if (node.type === 'JSXAttribute') return child(node, 'name')?.name === 'className'
  if (node.type === 'VariableDeclarator') return /(look|link|button|class(es)?|variants|sizes)$/i.test(nameOf(node))
  return calledName(node) === 'clsx'
}

const nameOf = (node: Node): string => String(child(node, 'id')?.name ?? '')
