import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseAst } from 'vite'
import { expect, it } from 'vitest'

/** Every text is in `messages/`, in both languages, and none in the screens. */
const root = fileURLToPath(new URL('..', import.meta.url))
const textAttributes = new Set([
  'alt',
  'title',
  'label',
  'placeholder',
  'hint',
  'lead',
  'text',
  'description',
  'aria-label',
  'action',
])
/** Names and formats that are the same in every language. */
const names = new Set(['Fanfare', 'Google', 'Apple', 'PayPal', 'English', 'Français', 'FR-…'])

it('has no text of its own in a screen', () => {
  const files = globSync('src/{routes,screens,ui,lib,live}/**/*.tsx', { cwd: root, exclude: ['**/*.test.tsx'] })
  expect(files.length).toBeGreaterThan(100)
  const found = files.flatMap((file) => wordsIn(file, readFileSync(join(root, file), 'utf8')))
  expect(found).toEqual([])
})

it('keeps French punctuation, signs and quotes on the line of their word', () => {
  const texts = readFileSync(join(root, 'messages/fr.json'), 'utf8').split('\n')
  expect(texts.filter((it) => /\S [;:!?%€»]|« /.test(it))).toEqual([])
})

it('finds a sentence between tags and in an attribute', () => {
  const found = wordsIn(
    'x.tsx',
    `const X = () => <p title="Hello there">Welcome <b>{'to us'}</b>{m.hello()} · @ 12</p>`,
  )
  expect(found).toEqual(['x.tsx: Hello there', 'x.tsx: Welcome', 'x.tsx: to us'])
})

function wordsIn(file: string, text: string): string[] {
  const found: string[] = []
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    const node = value as Node
    if (node.type === 'JSXText') found.push(String(node.value))
    if (node.type === 'JSXElement' || node.type === 'JSXFragment')
      for (const child of node.children ?? []) if (isLiteral(child.expression)) found.push(child.expression.value)
    if (node.type === 'JSXAttribute' && textAttributes.has(nameOf(node.name)) && isLiteral(node.value))
      found.push(node.value.value)
    Object.values(value).forEach(visit)
  }
  visit(parseAst(text, { lang: 'tsx' }))
  return found
    .map((it) => it.trim())
    .filter((it) => /\p{L}{2,}/u.test(it) && !it.startsWith('/') && !names.has(it))
    .map((it) => `${file}: ${it}`)
}

type Node = { type: string; name?: unknown; value?: unknown; expression?: Node; children?: Node[] }
const nameOf = (name: unknown): string => String((name as { name?: unknown } | undefined)?.name)
const isLiteral = (value: unknown): value is { value: string } =>
  (value as Node | null | undefined)?.type === 'Literal' && typeof (value as Node).value === 'string'
