import { type ChildProcess, spawn } from 'node:child_process'
import { killOnExit } from './kill-on-exit.ts'

export type ApiNode = {
  url: string
  start: () => Promise<void>
  /** With -9, as a crash would. */
  kill: () => Promise<void>
  stop: () => Promise<void>
}

/** An API process that can be killed and started again; without a database URL on the embedded engine. */
export function apiNode(
  dataDir: string,
  port: number,
  databaseUrl: string | undefined,
  more: NodeJS.ProcessEnv = {},
): ApiNode {
  let child: ChildProcess | null = null
  const url = `http://127.0.0.1:${port}`
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    DATA_DIR: dataDir,
    API_PORT: String(port),
    DEMO: '0',
    RATE_LIMITS: 'off',
    HUMAN_CHECK: 'off',
    DATABASE_URL: databaseUrl ?? '',
    ...more,
  }
  const end = (signal: 'SIGKILL' | 'SIGTERM') => {
    const ending = child
    if (ending === null || ending.exitCode !== null || ending.signalCode !== null) return Promise.resolve()
    const ended = new Promise<void>((resolve) => ending.once('exit', () => resolve()))
    ending.kill(signal)
    return ended
  }
  const start = async () => {
    for (let attempt = 0; attempt < 60; attempt++) {
      const started = killOnExit(spawn(process.execPath, ['api/main.ts'], { env, stdio: 'ignore' }))
      child = started
      while (started.exitCode === null) {
        if ((await fetch(`${url}/readyz`).catch(() => null))?.ok) return
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
      // The killed process may still hold its lock, or the database be on its way up.
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
    throw new Error('the API does not start')
  }
  return { url, start, kill: () => end('SIGKILL'), stop: () => end('SIGTERM') }
}
