import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../release/build.ts'

const migrations = 'api/platform/db/migrations'

/** Tests about the schema itself: a new column, table or index turns them red in the version before it. */
const aboutTheSchema = ['api/features/account/personal-data.test.ts', 'api/platform/db/statements.test.ts']

/**
 * The commit whose nodes still serve while this version migrates: PREVIOUS_VERSION, else the commit that others have,
 * else the one before. Null where the repository has no such commit, as in a shallow clone.
 */
export function previousVersion(): string | null {
  const head = commitOf('HEAD')
  const wanted = process.env.PREVIOUS_VERSION
  if (wanted !== undefined && wanted !== '') return commitOf(wanted)
  const shared = git(root, 'merge-base', 'HEAD', '@{upstream}')?.trim() ?? null
  return shared !== null && shared !== head ? shared : commitOf('HEAD~1')
}

/** The migrations of this working copy that a commit does not have. */
export function migrationsSince(commit: string): string[] {
  const before = new Set(lines(git(root, 'ls-tree', '-r', '--name-only', commit, migrations)))
  const now = lines(git(root, 'ls-files', '--cached', '--others', '--exclude-standard', migrations))
  return now.filter((file) => file.endsWith('.sql') && !before.has(file))
}

/**
 * Runs `work` in a folder with the files of a commit, but the migrations and packages of this working copy, and without
 * the tests about the schema itself.
 */
export async function inPreviousVersion<T>(commit: string, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'fanfare-previous-'))
  try {
    const archive = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 1e9 })
    execFileSync('tar', ['-x', '-C', folder], { input: archive })
    rmSync(join(folder, migrations), { recursive: true })
    cpSync(join(root, migrations), join(folder, migrations), { recursive: true })
    for (const file of aboutTheSchema) rmSync(join(folder, file), { force: true })
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const commitOf = (name: string): string | null => git(root, 'rev-parse', '--verify', `${name}^{commit}`)?.trim() ?? null

function git(cwd: string, ...parameters: string[]): string | null {
  try {
    return execFileSync('git', parameters, { cwd, stdio: ['ignore', 'pipe', 'ignore'] }).toString()
  } catch {
    return null
  }
}

const lines = (text: string | null): string[] => (text ?? '').split('\n').filter(Boolean)
