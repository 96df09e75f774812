import { execFileSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { root } from '../release/build.ts'

/** Who imports whom, by file: the importers of each. */
export type Importers = ReadonlyMap<string, readonly string[]>

/**
 * The test files that a change touches: those beside a changed file, those that import it over any number of steps,
 * those that read the whole repository, and for the API the tables over all endpoints and statements. Imports are not
 * followed through files that compose everything, since then every change would touch every test; a change of such a
 * file itself does. Null means all tests.
 */
export function testsOf(changed: readonly string[], files: readonly string[], importers: Importers): string[] | null {
  if (changed.some((file) => composesAll.test(file))) return null
  const affected = new Set(changed)
  for (const file of affected)
    for (const importer of importers.get(file) ?? []) if (!composesAll.test(importer)) affected.add(importer)
  const folders = new Set(changed.filter((file) => isCode.test(file)).map((file) => dirname(file)))
  const isOfApi = changed.some((file) => /^(?:api|contract)\//.test(file))
  const isTouched = (file: string) =>
    affected.has(file) || folders.has(dirname(file)) || readsAll.test(file) || (isOfApi && triesAll.test(file))
  return files.filter((file) => isTest.test(file) && isTouched(file))
}

const isTest = /\.test\.tsx?$/
const isCode = /\.(?:tsx?|mjs|sql)$/
const composesAll =
  /^(?:api\/(?:app|features|jobs|main|raw-routes)\.ts|tests\/support\/.*|package(?:-lock)?\.json|vitest\.config\.ts)$/
const readsAll = /^tests\/[^/]+\.test\.ts$/
/** Tables over every endpoint and every statement. */
const triesAll = /^tests\/contract\/[^/]+\.test\.ts$|^api\/platform\/db\/statements\.test\.ts$/

/** The same for the changes of this working copy since a commit. */
export function changedTests(since: string): string[] | null {
  const git = (...parameters: string[]) =>
    execFileSync('git', parameters, { cwd: root, maxBuffer: 1e8 }).toString().split('\n').filter(Boolean)
  const changed = [...git('diff', '--name-only', since), ...git('ls-files', '--others', '--exclude-standard')]
  return testsOf(changed, [...git('ls-files'), ...changed], readImporters())
}

type Cruised = { modules: { source: string; dependencies: { resolved: string }[] }[] }

function readImporters(): Importers {
  const depcruise = join(root, 'node_modules', '.bin', 'depcruise')
  const folders = ['api', 'bench', 'contract', 'edge', 'seed', 'src', 'tests', 'tools', 'vendor']
  const output = execFileSync(depcruise, ['--output-type', 'json', ...folders], { cwd: root, maxBuffer: 1e9 })
  const importers = new Map<string, string[]>()
  for (const { source, dependencies } of (JSON.parse(output.toString()) as Cruised).modules)
    for (const { resolved } of dependencies) importers.set(resolved, [...(importers.get(resolved) ?? []), source])
  return importers
}
