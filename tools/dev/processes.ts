import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { appName } from '../../contract/limits.ts'
import { CommandError, root } from '../release/build.ts'

export type Running = {
  child: ChildProcess
  /** What the process has written so far, the last 200 lines. */
  lines: string[]
  ended: Promise<number>
  /** Its output goes to ours as well. */
  shown: boolean
}

/** Starts a Node program that ends when this process does, even by kill -9. */
export function startNode(parameters: string[], env: NodeJS.ProcessEnv, show: boolean): Running {
  const exitWithParent = join(root, 'tools', 'dev', 'exit-with-parent.mjs')
  const child = spawn(process.execPath, ['--import', exitWithParent, ...parameters], {
    cwd: root,
    env: show && process.stdout.isTTY ? { FORCE_COLOR: '1', ...env } : env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return watch(child, show)
}

/**
 * Starts a native program that ends when this process does. It cannot watch its parent, so a shell holds the end of a
 * pipe that closes then.
 */
export function startNative(program: string, parameters: string[], show: boolean): Running {
  const script = 'exec 3<&0; "$@" <&- & w=$!; (cat <&3 >/dev/null; kill $w 2>/dev/null) & wait $w'
  // A process group of its own keeps Ctrl-C from reaching it before the API has stopped.
  const child = spawn('sh', ['-c', script, 'sh', program, ...parameters], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  })
  const running = watch(child, show)
  child.on('exit', () => child.stdin?.destroy())
  return running
}

/** Ends a process with SIGTERM, and with SIGKILL if it is still there after `timeoutMs`. */
export async function end(running: Running | undefined, timeoutMs = 8_000): Promise<void> {
  if (!running || running.child.exitCode !== null || running.child.signalCode !== null) return
  if (running.child.stdin) running.child.stdin.destroy()
  else running.child.kill('SIGTERM')
  const forced = setTimeout(() => running.child.kill('SIGKILL'), timeoutMs)
  await running.ended
  clearTimeout(forced)
}

/** Waits until `ready` answers true; throws when the process ends or the time is over. */
export async function until(
  running: Running,
  ready: () => boolean | Promise<boolean>,
  what: string,
  withinMs: number,
): Promise<void> {
  const deadline = Date.now() + withinMs
  let ended = false
  void running.ended.then(() => {
    ended = true
  })
  while (!(await ready())) {
    // Output that was shown already is not repeated.
    if (ended) throw new CommandError(running.shown ? '' : (lastLine(running) ?? `${what} ended before it was ready.`))
    if (Date.now() > deadline) throw new CommandError(`${what} was not ready within ${withinMs / 1000} seconds.`)
    await new Promise((resolve) => setTimeout(resolve, 40))
  }
}

/** The loopback addresses on which a port can be opened; throws where another program holds it. */
export async function openAddresses(port: number, setting: string): Promise<string[]> {
  const free: string[] = []
  for (const address of ['127.0.0.1', '::1']) {
    const outcome = await tryListen(port, address)
    if (outcome === 'EADDRINUSE')
      throw new CommandError(await portTakenMessage(port, address.includes(':') ? `[${address}]` : address, setting))
    if (outcome === 'EACCES')
      throw new CommandError(`Port ${port} needs more rights than this user has; set ${setting} to one above 1023.`)
    if (outcome === null) free.push(address.includes(':') ? `[${address}]` : address)
  }
  return free
}

/** The message for a taken port. The description of its API shows whether Fanfare itself holds the port. */
async function portTakenMessage(port: number, address: string, setting: string): Promise<string> {
  const title = await fetch(`http://${address}:${port}/api/openapi.json`, { signal: AbortSignal.timeout(2_000) })
    .then(async (answer) => ((await answer.json()) as { info?: { title?: unknown } } | null)?.info?.title)
    .catch(() => undefined)
  if (title !== `${appName} API`)
    return `Port ${port} is taken by another program; stop it or set ${setting} to a free port.`
  const where = setting === 'PORT' ? `on http://localhost:${port}` : `with its API on port ${port}`
  return `${appName} is already running ${where}; stop it where it was started, or set PORT, API_PORT and DATA_DIR to start another one.`
}

/** The port that a setting names, or the fallback; throws where it is not a port. */
export function portOf(setting: string, fallback: number): number {
  const value = process.env[setting]
  if (!value) return fallback
  const port = Number(value)
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port
  throw new CommandError(`${setting} is “${value}”, which is no port number.`)
}

function tryListen(port: number, address: string): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'unknown'))
    server.listen({ port, host: address, exclusive: true }, () => server.close(() => resolve(null)))
  })
}

function watch(child: ChildProcess, show: boolean): Running {
  const lines: string[] = []
  for (const [stream, out] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ] as const) {
    let rest = ''
    stream?.on('data', (chunk: Buffer) => {
      if (show) out.write(chunk)
      const parts = (rest + chunk.toString()).split('\n')
      rest = parts.pop() ?? ''
      lines.push(...parts)
      if (lines.length > 200) lines.splice(0, lines.length - 200)
    })
  }
  const ended = new Promise<number>((resolve) => {
    child.on('error', () => resolve(1))
    child.on('close', (code) => resolve(code ?? 1))
  })
  return { child, lines, ended, shown: show }
}

/** The last line that a process wrote, which says why it did not start. */
function lastLine({ lines }: Running): string | null {
  return lines.findLast((line) => line.trim() !== '' && !/^\s+at |^Node\.js v/.test(line)) ?? null
}
