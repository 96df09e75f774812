import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import en from '../messages/en.json'
import fr from '../messages/fr.json'

/**
 * Rules about names and files, and one name for a feature in every layer; rules about imports are in
 * `.dependency-cruiser.mjs`.
 */
const root = fileURLToPath(new URL('..', import.meta.url))
const generated = /^src\/paraglide\/|\/routeTree\.gen\.ts$|\/dist\/|node_modules/
const files = globSync('{contract,api,seed,src,edge,tools,tests,bench,vendor}/**/*.{ts,tsx,mjs}', { cwd: root })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !generated.test(file))
const textOf = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]))
const self = 'tests/architecture.test.ts'
const isTest = (file: string) => /\.test\.tsx?$/.test(file)
const product = files.filter((file) => !isTest(file) && /^(?:contract|api|src|edge|vendor)\//.test(file))

describe('imports', () => {
  it('name the whole file when they are relative', () => {
    const wrong = files.flatMap((file) =>
      importsOf(file)
        .filter(
          (name) =>
            name.startsWith('.') && !/\.(?:tsx?|mjs|json|css|svg|woff2)(?:\?[\w-]+)?$|\/paraglide\/\w+\.js$/.test(name),
        )
        .map((name) => `${file}: ${name}`),
    )
    expect(wrong).toEqual([])
  })

  it('name an index.ts only where a Worker starts, because barrel files hide dependencies', () => {
    expect(files.filter((file) => /\/index\.ts$/.test(file))).toEqual(['edge/index.ts'])
  })
})

describe('source files', () => {
  it('contains no test that is skipped or runs alone', () => {
    expect(
      having(
        files.filter(isTest),
        /\b(?:it|test|describe)\.(?:skip|only|todo|fixme|skipIf|runIf)\b|\bx(?:it|describe)\(/,
      ),
    ).toEqual([])
  })

  it('contains no test that sleeps or measures time', () => {
    const sleep = /\bwaitForTimeout\(|timers\/promises|\((\w+)\) => (?:\{\s*)?setTimeout\(\1\b/
    const clock = /\b(?:Date|performance)\.now\(\) - (?:at|before|beg[au]n|begin|since|start\w*|t0|then)\b/
    const tests = files.filter((file) => (isTest(file) || file.startsWith('tests/')) && file !== self)
    expect([...having(tests, sleep), ...having(tests, clock)]).toEqual([])
  })

  it('contains no TODO and no suppressed compiler error', () => {
    const others = files.filter((file) => file !== self)
    expect(having(others, /\b(?:TODO|FIXME|XXX|HACK)\b|@ts-(?:ignore|nocheck|expect-error)|\bas any\b|<any>/)).toEqual(
      [],
    )
  })

  it('contains no enums, namespaces or parameter properties, so that Node runs it as it is', () => {
    const shared = files.filter((file) => /^(?:contract|api|seed|tools|tests)\//.test(file) && file !== self)
    expect(
      having(
        shared,
        /^\s*(?:export )?(?:const )?(?:enum|namespace) \w+|constructor\([^)]*\b(?:private|public|readonly) /m,
      ),
    ).toEqual([])
  })

  it('has at most 300 lines a file', () => {
    const lengthOf = (file: string) => (textOf.get(file) ?? '').trimEnd().split('\n').length
    expect(files.filter((file) => lengthOf(file) > 300).map((file) => `${file} has ${lengthOf(file)} lines`)).toEqual(
      [],
    )
  })

  it('has file names in kebab-case', () => {
    const names = files.filter((file) => !/(?:^|\/)src\/routes\//.test(file))
    expect(names.filter((file) => !/^(?:[a-z0-9-]+\/)*[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:tsx?|mjs)$/.test(file))).toEqual(
      [],
    )
  })
})

describe('SQL', () => {
  /** Files beside api/platform/db/rules.ts that may contain parts of the rules, and why. */
  const reasons: Record<string, string> = {
    'api/features/users/statements.ts': 'The list of the people one blocks.',
    'api/features/gifts/statements.ts': 'A subscription without an end, which a gift cannot lengthen.',
  }

  it('contains the rules of blocks and of subscriptions in rules.ts only', () => {
    const handWritten = /\b(?:from|join) blocks\b|\bactive_until (?:>|is null)/
    const others = product.filter((file) => file.startsWith('api/') && file !== 'api/platform/db/rules.ts')
    expect(having(others, handWritten).sort()).toEqual(Object.keys(reasons).sort())
  })
})

describe('messages', () => {
  const keys = Object.keys(en).filter((key) => key !== '$schema')

  it('exist in both languages, with the same placeholders', () => {
    expect(
      Object.keys(fr)
        .filter((key) => key !== '$schema')
        .sort(),
    ).toEqual([...keys].sort())
    const [english, french] = [en, fr] as Record<string, unknown>[]
    const differing = keys.filter((key) => placesIn(english?.[key]).join() !== placesIn(french?.[key]).join())
    expect(differing).toEqual([])
  })

  it('are all used', () => {
    const text = product.map((file) => textOf.get(file)).join('\n')
    const words = new Set(text.match(/\b[a-z][a-z0-9]*(?:_[a-z0-9]+)+\b/g))
    const patterns = [...text.matchAll(/`([a-z][a-z0-9_]*_)\$\{[^`]*`/g)].map((match) => match[1] ?? '')
    expect(keys.filter((key) => !words.has(key) && !patterns.some((start) => key.startsWith(start)))).toEqual([])
  })
})

describe('features', () => {
  /** Features of the API without a file of their own in a layer, and why. */
  const reasons: Record<string, string> = {
    'contract/backups.ts': 'A weekly job, which no client calls.',
    'src/queries/backups.ts': 'The same.',
    'src/queries/sitemap.ts': 'Only the edge reads it: edge/sitemap.ts.',
    'src/queries/share-cards.ts':
      'Other sites ask for the pictures, by the tags of a page: src/lib/share-card-tags.ts.',
    'src/queries/profile.ts': 'The profile is who is signed in: src/queries/session.ts.',
  }
  const features = existsSync(join(root, 'api/features')) ? readdirSync(join(root, 'api/features')) : []

  it.each(features)('%s has a contract and queries', (feature) => {
    const expected = [`contract/${feature}.ts`, `src/queries/${feature}.ts`]
    expect(expected.filter((file) => !existsSync(join(root, file)) && !reasons[file])).toEqual([])
  })
})

describe('one verb per endpoint', () => {
  const serverFunctions = files
    .filter((file) => /^src\/server\/.*\.functions\.ts$/.test(file))
    .flatMap((file) =>
      [
        ...(textOf.get(file) ?? '').matchAll(
          /^export const (\w+) = createServerFn\(\{ method: '(\w+)'[\s\S]*?\bcallApi\((\w+)\.(\w+)/gm,
        ),
      ].map(([, name = '', method, contract = '', key = '']) => ({ file, name, method, contract, key })),
    )

  it('begins the name of a server function with the verb of its endpoint', () => {
    const drifting = serverFunctions.filter(({ name, method, key }) => {
      const [verb, ...object] = key.split(/(?=[A-Z])/)
      const repeatsKey = name.startsWith(key) || new RegExp(`^${verb}\\w*${object.join('')}$`).test(name)
      return !repeatsKey && !(method === 'GET' && name.startsWith('get'))
    })
    expect(serverFunctions.length).toBeGreaterThan(150)
    expect(drifting.map(({ name, contract, key }) => `${contract}.${key}: ${name}`)).toEqual([])
  })

  it('keeps a server function in the file that is named after its contract file', () => {
    const misplaced = serverFunctions.filter(({ file, contract }) => {
      const source = importsOf(file).find(
        (from) => /\/contract\/|^\.\/identity\.ts$/.test(from) && declares(file, from, contract),
      )
      return source === undefined || stem(source) !== stem(file)
    })
    expect(misplaced.map(({ file, name }) => `${file}: ${name}`)).toEqual([])
  })

  it('names the hook of a server function after it', () => {
    const reasons: Record<string, string> = {
      useShowNewPosts: 'Puts the newest page of the feed in the place of the pages that are shown.',
      useSignOutEverywhere: 'Ends every session with `endSessions`, this one too, and leaves the page.',
    }
    const names = new Set(serverFunctions.map(({ name }) => name))
    const drifting = product
      .filter((file) => file.startsWith('src/queries/'))
      .flatMap((file) =>
        (textOf.get(file) ?? '').split(/^(?=export )/m).flatMap((code) => {
          const hook = /^export (?:const|function) (use[A-Z]\w+)/.exec(code)?.[1]
          const body = code.split(/^}$|^$/m)[0] ?? ''
          const called = [...new Set(body.match(/\b\w+(?=\()/g))].filter((name) => names.has(name))
          const [only, ...more] = called
          if (hook === undefined || hook in reasons || only === undefined || more.length > 0) return []
          return hook.toLowerCase() === `use${only}`.toLowerCase() ? [] : [`${file}: ${hook} calls ${only}`]
        }),
      )
    expect(drifting).toEqual([])
  })

  const stem = (path: string) => /([\w-]+)(?:\.functions)?\.ts$/.exec(path)?.[1]
  const declares = (file: string, from: string, name: string) =>
    new RegExp(`import (?:type )?\\{[^}]*\\b${name}\\b[^}]*\\} from '${from.replaceAll('.', '\\.')}'`).test(
      textOf.get(file) ?? '',
    )
})

function importsOf(file: string): string[] {
  const code = textOf.get(file) ?? ''
  return [
    ...code.matchAll(
      /^(?:import|export)\b[^'"]*?from\s*['"]([^'"]+)['"]|^import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm,
    ),
  ].map((match) => match[1] ?? match[2] ?? match[3] ?? '')
}

function having(among: string[], pattern: RegExp): string[] {
  return among.filter((file) => pattern.test(textOf.get(file) ?? ''))
}

function placesIn(message: unknown): string[] {
  const found = [...JSON.stringify(message ?? '').matchAll(/\{([a-zA-Z]\w*)\}/g)].map((match) => match[1] ?? '')
  return [...new Set(found)].sort()
}
