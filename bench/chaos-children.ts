import type { ChildProcess } from 'node:child_process'

const living = new Set<ChildProcess>()

/** Whatever ends the chaos test ends its processes too: a crash, Ctrl-C, or somebody's patience. */
export function leashed(child: ChildProcess): ChildProcess {
  living.add(child)
  child.once('exit', () => living.delete(child))
  return child
}

process.on('exit', () => {
  for (const child of living) child.kill('SIGKILL')
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
