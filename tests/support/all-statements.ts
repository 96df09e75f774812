import { globSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type Statement, statements } from '../../api/platform/db/statement.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Every statement of the program, whose code is loaded for it; not those of tests. */
export async function allStatements(): Promise<Statement[]> {
  const files = globSync('{api,contract,seed}/**/*.ts', { cwd: root, exclude: (name) => /\.test\.ts$/.test(name) })
    .map((file) => file.replaceAll('\\', '/'))
    // Programs run when they are loaded.
    .filter((file) => file !== 'api/main.ts' && !/-(?:process|worker)\.ts$/.test(file))
  for (const file of files) await import(/* @vite-ignore */ pathToFileURL(join(root, file)).href)
  return [...statements.values()].filter((it) => !it.name.startsWith('test_'))
}
