import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

/** Names are the field's standard terms (STYLE.md 4): no identifier and no file has one of our own former words. */
const root = fileURLToPath(new URL('..', import.meta.url))
const formerWords = new Set(
  `door doors greet dress tell tells told announce announced reach reaches reached crowd rush proving unproven recall
  landed uncovered ear ears hear hears heard bury buried entomb asking naming counted kept said dear heir awake
  companion leash drill judge floors together whoever nobody somebody anew`.split(/\s+/),
)
const formerNames = /turnedAway|TurnPool|inTurn|onceInOne|mayOwe|needFresh|waysIn|logAct|pressAgain|strangersHost/
/** Names that are not ours to choose, or that clients know. */
const reasons: Record<string, string> = {
  namingFunction: 'An option of @tus/server.',
  asking: 'A field on the wire and a column: the question that a ledger check is at.',
}
const files = globSync('{api,bench,contract,edge,seed,src,tests,tools,vendor}/**/*.{ts,tsx,mjs}', { cwd: root })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !/src\/paraglide|routeTree\.gen|\/dist\/|node_modules|^tests\/names\.test\.ts$/.test(file))

it('no file has a former word in its name', () => {
  expect(files.filter((file) => file.split(/[/.-]/).some((word) => formerWords.has(word)))).toEqual([])
})

it('no identifier has a former word in it', () => {
  const found = files.flatMap((file) =>
    [...new Set(identifiersOf(readFileSync(join(root, file), 'utf8')))]
      .filter((name) => isFormer(name) && reasons[name] === undefined)
      .map((name) => `${file}: ${name}`),
  )
  expect(found).toEqual([])
})

it('finds former words in whatever case, and not in comments and texts', () => {
  const code = [
    "const toldUntil = 'kept' // whoever",
    '/* nobody */ export type LastEar = `door $' + '{wasHeard}`',
    '<p>Nobody was told</p>',
  ].join('\n')
  expect(identifiersOf(code).filter(isFormer)).toEqual(['toldUntil', 'LastEar', 'wasHeard'])
})

const isFormer = (name: string): boolean =>
  formerNames.test(name) ||
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[ _$]/)
    .some((word) => formerWords.has(word))

/** The identifiers of code, without what stands in comments, strings and the text of elements. */
function identifiersOf(code: string): string[] {
  const bare = code
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/(^|[^:])\/\/.*$/gm, '$1')
    .replace(/`(?:\\.|\$\{[^}]*\}|[^`\\])*`/g, (text) =>
      [...text.matchAll(/\$\{([^}]*)\}/g)].map(([, it]) => it).join(' '),
    )
    .replace(/'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/g, '')
    .replace(/>[^<>{}]*</g, '><')
  return bare.match(/[A-Za-z_$][\w$]*/g) ?? []
}
