import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { killOnExit } from './kill-on-exit.ts'
import { createDataDirectory, postgresOwner, postgresProgram } from './postgres-programs.ts'

export type OwnPostgres = {
  url: string
  kill: () => Promise<void>
  start: () => Promise<void>
  stop: () => Promise<void>
  /** Whether its first process lives; it starts the others again itself. */
  isRunning: () => boolean
}

/** Starts a PostgreSQL server that may be killed; in the foreground, so that its process is known. */
export async function startOwnPostgres(folder: string, port: number): Promise<OwnPostgres> {
  const owner = postgresOwner()
  const data = join(folder, 'postgres')
  chmodSync(folder, 0o755)
  createDataDirectory(data)
  execFileSync(postgresProgram('initdb'), [...initOptions, '-D', data], { ...owner, stdio: 'ignore' })
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=100']
  let child: ChildProcess
  const start = async () => {
    // After a kill the old processes may hold the shared memory for a moment more.
    for (let attempt = 0; attempt < 40; attempt++) {
      child = killOnExit(
        spawn(
          postgresProgram('postgres'),
          ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
          { ...owner, stdio: 'ignore' },
        ),
      )
      if (await isAnswering(url, child)) return
      await new Promise((resolve) => setTimeout(resolve, 250))
    }
    throw new Error('PostgreSQL did not start')
  }
  const isRunning = () => child.exitCode === null && child.signalCode === null
  const end = (signal: 'SIGKILL' | 'SIGINT') => {
    if (!isRunning()) return Promise.resolve()
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    child.kill(signal)
    return ended
  }
  await start()
  return { url, start, isRunning, kill: () => end('SIGKILL'), stop: () => end('SIGINT') }
}

const initOptions = ['-U', 'postgres', '-A', 'trust', '--encoding=UTF8', '--locale=C']

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
