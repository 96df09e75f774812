import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { Refusal, root } from './build.ts'

export type Running = {
  child: ChildProcess
  /** What the process has written so far, the last 200 lines. */
  lines: string[]
  ended: Promise<number>
  /** Its output goes to ours as well. */
  shown: boolean
}

/** Starts a Node program that ends with us, even if we are killed. */
export function startNode(parameters: string[], env: NodeJS.ProcessEnv, show: boolean): Running {
  const leash = join(root, 'scripts', 'leash.mjs')
  const child = spawn(process.execPath, ['--import', leash, ...parameters], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return watch(child, show)
}

/**
 * Starts a native program that ends with us. It cannot watch its parent, so a shell holds the end of a pipe
 * that closes when we are gone.
 */
export function startNative(program: string, parameters: string[], show: boolean): Running {
  const script = 'exec 3<&0; "$@" <&- & w=$!; (cat <&3 >/dev/null; kill $w 2>/dev/null) & wait $w'
  // A group of its own keeps Ctrl-C from reaching it before the API has said goodbye.
  const child = spawn('sh', ['-c', script, 'sh', program, ...parameters], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  })
  const running = watch(child, show)
  child.on('exit', () => child.stdin?.destroy())
  return running
}

/** Ends a process: asks, then after `patienceMs` insists. */
export async function end(running: Running | undefined, patienceMs = 8_000): Promise<void> {
  if (!running || running.child.exitCode !== null || running.child.signalCode !== null) return
  if (running.child.stdin) running.child.stdin.destroy()
  else running.child.kill('SIGTERM')
  const late = setTimeout(() => running.child.kill('SIGKILL'), patienceMs)
  await running.ended
  clearTimeout(late)
}

/** Waits until `ready` says so; gives up when the process ends or the time is over. */
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
    // What has been shown already needs no second telling.
    if (ended) throw new Refusal(running.shown ? '' : (lastWords(running) ?? `${what} ended before it was ready.`))
    if (Date.now() > deadline) throw new Refusal(`${what} was not ready within ${withinMs / 1000} seconds.`)
    await new Promise((resolve) => setTimeout(resolve, 40))
  }
}

/** The addresses of this machine itself that a port can be opened on; refuses when somebody else holds it. */
export async function openAddresses(port: number, setting: string): Promise<string[]> {
  const free: string[] = []
  for (const address of ['127.0.0.1', '::1']) {
    const outcome = await tryListen(port, address)
    if (outcome === 'EADDRINUSE')
      throw new Refusal(`Port ${port} is taken by another program; stop it or set ${setting} to a free port.`)
    if (outcome === 'EACCES')
      throw new Refusal(`Port ${port} needs more rights than this user has; set ${setting} to one above 1023.`)
    if (outcome === null) free.push(address.includes(':') ? `[${address}]` : address)
  }
  return free
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

/** The last line that a process wrote: a program that refuses to start says why there. */
function lastWords({ lines }: Running): string | null {
  return lines.findLast((line) => line.trim() !== '' && !/^\s+at |^Node\.js v/.test(line)) ?? null
}
