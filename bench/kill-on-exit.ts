import type { ChildProcess } from 'node:child_process'

const running = new Set<ChildProcess>()

/** Kills the child when this process ends, whether by a crash, Ctrl-C or SIGTERM. */
export function killOnExit(child: ChildProcess): ChildProcess {
  running.add(child)
  child.once('exit', () => running.delete(child))
  return child
}

process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
