import { fork } from 'node:child_process'
import { setPriority } from 'node:os'

type MediaProcess<T> = {
  program: string
  args: string[]
  env?: Record<string, string>
  /** Whether what it says of its end is shown. */
  stderr: 'inherit' | 'ignore'
  mostMs: number
  /** As `nice` counts it; requests come before any. */
  priority?: number
  /** What it counts as when the process dies, or is killed for taking longer than `mostMs`. */
  dead: T
  /** What is done with the progress that it says before it answers. */
  onProgress?: ((part: number) => void) | undefined
}

/** What a process may say before it answers: the part that is made, from 0 to 1. */
export type ProcessProgress = { progress: number }

/**
 * Runs a program that answers once, in a process of its own. Throws where the process was asked to stop, as a terminal
 * asks every process of a command: then the file is not at fault, and the task is tried again. One that is killed is
 * started again, and counts as dead the third time: a system that has run out of memory kills it each time.
 */
export async function answerOfProcess<T>(task: MediaProcess<T>): Promise<T> {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const ended = await run(task)
    if ('answer' in ended) return ended.answer
    if (!ended.isKilled) return task.dead
  }
  return task.dead
}

async function run<T>({
  program,
  args,
  env = {},
  stderr,
  mostMs,
  priority = 10,
  onProgress,
}: MediaProcess<T>): Promise<Ended<T>> {
  const child = fork(program, args, { execArgv: [], env, stdio: ['ignore', 'ignore', stderr, 'ipc'] })
  let isTooSlow = false
  const limit = setTimeout(() => {
    isTooSlow = true
    child.kill('SIGKILL')
  }, mostMs)
  try {
    return await new Promise<Ended<T>>((resolve, reject) => {
      child.on('message', (it) => {
        if (isProgress(it)) onProgress?.(it.progress)
        else resolve({ answer: it as T })
      })
      child.once('error', reject)
      child.once('exit', (_, signal) => {
        if (signal !== null && stopSignals.has(signal)) reject(new Error(`its process was stopped by ${signal}`))
        else resolve({ isKilled: signal === 'SIGKILL' && !isTooSlow })
      })
      if (child.pid !== undefined) setPriority(child.pid, priority)
    })
  } finally {
    clearTimeout(limit)
    child.kill('SIGKILL')
  }
}

const isProgress = (it: unknown): it is ProcessProgress => typeof it === 'object' && it !== null && 'progress' in it
type Ended<T> = { answer: T } | { isKilled: boolean }

const attempts = 3
const stopSignals: ReadonlySet<NodeJS.Signals> = new Set(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
