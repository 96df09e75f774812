import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { appendFileSync, chmodSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { freePort } from '../tests/support/ports.ts'
import { openTcpProxy, type TcpProxy } from '../tests/support/tcp-proxy.ts'
import { killOnExit } from './kill-on-exit.ts'
import { createDataDirectory, postgresOwner, postgresProgram } from './postgres-programs.ts'

/** One of the two servers. `network` is all that leads to it. */
export type PairedServer = { name: string; data: string; port: number; network: TcpProxy; child: ChildProcess | null }

/**
 * Two PostgreSQL servers: a primary, and a standby that has every commit before it is acknowledged. As with Patroni's
 * `synchronous_mode`, a primary that was just promoted commits alone until the other server follows it.
 */
export class PostgresPair {
  primary: PairedServer
  standby: PairedServer

  private constructor(primary: PairedServer, standby: PairedServer) {
    this.primary = primary
    this.standby = standby
  }

  static async open(folder: string): Promise<PostgresPair> {
    chmodSync(folder, 0o755)
    const pair = new PostgresPair(await makeServer(folder, 'server_a'), await makeServer(folder, 'server_b'))
    const { primary, standby } = pair
    createDataDirectory(primary.data)
    await run('initdb', ['-D', primary.data, '-U', 'postgres', '-A', 'trust', '--encoding=UTF8', '--locale=C'])
    appendFileSync(join(primary.data, 'postgresql.conf'), settings.join('\n'))
    await start(primary)
    await copyPrimary(primary, standby)
    await start(standby)
    await pair.becomeSynchronous()
    return pair
  }

  /** Kills postmaster and children at once. */
  async killPrimary(): Promise<void> {
    const { child } = this.primary
    if (child?.pid === undefined) throw new Error('the primary does not run')
    const ended = new Promise((resolve) => child.once('exit', resolve))
    const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(child.pid)], { encoding: 'utf8' })
    child.kill('SIGKILL')
    for (const pid of children.split('\n').map(Number).filter(Boolean)) killProcess(pid)
    await ended
  }

  /** Makes the standby the primary; the former primary keeps whatever state it is in. */
  async promote(): Promise<void> {
    const { primary, standby } = this
    await runSql(standby.port, `alter system set synchronous_standby_names = ''`, 'select pg_reload_conf()')
    await runSql(standby.port, 'select pg_promote(true, 30)')
    this.primary = standby
    this.standby = primary
  }

  /** Lets the former primary follow the present one, dead or still alive; answers whether a rewind was enough. */
  async rebuildStandby(): Promise<'rewound' | 'copied'> {
    const { primary, standby } = this
    await stop(standby)
    standby.network.mend()
    // What is not on disk yet is not in a rewind either.
    await runSql(primary.port, 'checkpoint')
    const how = await rewind(primary, standby)
    if (how === 'copied') await copyPrimary(primary, standby)
    await start(standby)
    await this.becomeSynchronous()
    return how
  }

  /** Waits until the standby has everything and every further commit waits for it. */
  async becomeSynchronous(): Promise<void> {
    const { primary, standby } = this
    const isAtState = (states: string) =>
      poll(primary.port, `select 1 from pg_stat_replication where application_name = '${standby.name}' and ${states}`)
    await isAtState(`state = 'streaming'`)
    await runSql(primary.port, `alter system set synchronous_standby_names = 'ANY 1 (${standby.name})'`)
    await runSql(primary.port, 'select pg_reload_conf()')
    await isAtState(`sync_state in ('sync', 'quorum')`)
    // A commit of before the setting took effect may still be on its way.
    await new Promise((resolve) => setTimeout(resolve, 500))
    const [row] = await runSql(primary.port, 'select pg_current_wal_lsn()::text as lsn')
    await isAtState(`flush_lsn >= '${row?.lsn}'`)
  }

  /** From here on the standby may be late, and nothing waits for it. */
  async becomeAsynchronous(): Promise<void> {
    const { port } = this.primary
    await runSql(port, `alter system set synchronous_standby_names = ''`, 'select pg_reload_conf()')
  }

  /** Ends the standby at once, as a machine that is switched off. */
  stopStandby = (): Promise<void> => stop(this.standby)
  startStandby = (): Promise<void> => start(this.standby)

  async close(): Promise<void> {
    for (const server of [this.primary, this.standby]) {
      await stop(server)
      server.network.close()
    }
  }
}

/** Runs statements on a server, past its network; answers the rows of the last one. */
export async function runSql(port: number, ...statements: string[]): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: urlOf(port), connectionTimeoutMillis: 2_000 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    let rows: Record<string, unknown>[] = []
    for (const statement of statements) rows = (await client.query(statement)).rows
    return rows
  } finally {
    await client.end()
  }
}

export const urlOf = (port: number): string => `postgres://postgres@127.0.0.1:${port}/postgres`

async function makeServer(folder: string, name: string): Promise<PairedServer> {
  const port = await freePort()
  return { name, data: join(folder, name), port, network: await openTcpProxy(() => port), child: null }
}

/** In the file and not on the command line: the recovery that a rewind begins with reads only the file. */
const settings = [
  "listen_addresses = '127.0.0.1'",
  "unix_socket_directories = ''",
  'max_connections = 100',
  'synchronous_commit = on',
  'wal_log_hints = on',
  "wal_keep_size = '1GB'",
  "wal_sender_timeout = '5s'",
  "wal_receiver_timeout = '5s'",
  '',
]

async function start(server: PairedServer): Promise<void> {
  for (let attempt = 0; attempt < 40; attempt++) {
    const parameters = ['-D', server.data, '-p', String(server.port)]
    const child = killOnExit(spawn(postgresProgram('postgres'), parameters, { ...postgresOwner(), stdio: 'ignore' }))
    server.child = child
    for (let asked = 0; asked < 200 && child.exitCode === null; asked++) {
      const isUp = await runSql(server.port, 'select 1').then(
        () => true,
        () => false,
      )
      if (isUp) return
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    await stop(server)
    // After a kill the former processes may hold the shared memory for a moment more.
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  throw new Error(`${server.name} did not start`)
}

/** At once and without a checkpoint, as `pg_ctl stop -m immediate`. */
async function stop({ child }: PairedServer): Promise<void> {
  if (child === null || child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGQUIT')
  await ended
}

async function rewind(primary: PairedServer, standby: PairedServer): Promise<'rewound' | 'copied'> {
  try {
    await run('pg_rewind', ['-D', standby.data, '--source-server', connectionOf(primary, standby), '-R'])
    return 'rewound'
  } catch {
    return 'copied'
  }
}

async function copyPrimary(primary: PairedServer, standby: PairedServer): Promise<void> {
  rmSync(standby.data, { recursive: true, force: true })
  createDataDirectory(standby.data)
  const options = ['-X', 'stream', '-c', 'fast', '-R']
  await run('pg_basebackup', ['-D', standby.data, '-d', connectionOf(primary, standby), ...options])
}

const connectionOf = (primary: PairedServer, standby: PairedServer): string =>
  `host=127.0.0.1 port=${primary.network.port} user=postgres dbname=postgres application_name=${standby.name}`

/** Not in the way of the proxies, which are in this process. */
const run = async (program: string, parameters: string[]): Promise<unknown> =>
  promisify(execFile)(postgresProgram(program), parameters, { ...postgresOwner(), cwd: '/', timeout: 120_000 })

function killProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}

async function poll(port: number, sql: string): Promise<void> {
  for (let asked = 0; asked < 600; asked++) {
    if ((await runSql(port, sql)).length > 0) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`never true: ${sql}`)
}
