import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setPriority } from 'node:os'
import { MediaRefusalError, type MediaRefusalReason } from '../media/media-refusal.ts'

/** A process that answers one order after the other. */
export type SearchChild<Order, Answer> = {
  /** Throws MediaRefusal for a file that cannot be searched, also where the process died of it. */
  ask(order: Order): Promise<Answer>
  end(): void
}
export type SearchRefusal = { refused: MediaRefusalReason }

/** Starts the program of a search, which is killed after `mostMs`. */
export function startSearch<Order extends object, Answer extends object>(
  program: string,
  mostMs: number,
): SearchChild<Order, Answer> {
  const child = fork(program, [], {
    execArgv: [],
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  let isOver = false
  child.once('exit', () => {
    isOver = true
  })
  const limit = setTimeout(() => child.kill('SIGKILL'), mostMs)
  // Requests come before it.
  if (child.pid !== undefined) setPriority(child.pid, 10)
  return {
    ask: async (order) => {
      if (isOver) throw new MediaRefusalError('unreadable')
      const done = new AbortController()
      const signal = { signal: done.signal }
      const answer = await Promise.race([
        once(child, 'message', signal).then(([it]) => it as Answer | SearchRefusal),
        once(child, 'exit', signal).then((): SearchRefusal => ({ refused: 'unreadable' })),
        new Promise<never>((_, reject) => child.send(order, (error) => error && reject(error))),
      ]).finally(() => done.abort())
      if ('refused' in answer) throw new MediaRefusalError(answer.refused)
      return answer
    },
    end: () => {
      clearTimeout(limit)
      child.kill('SIGKILL')
    },
  }
}
