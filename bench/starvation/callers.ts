import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export type Kind = 'search' | 'analytics' | 'export' | 'csv'
/** What came of the calls of one kind; `failed` were neither answered nor refused with a time to come back. */
export type Outcome = { answered: number; refused: number; failed: number }
export type Begin = { api: string; cookies: string[] }

/** Starts those who call what is dear, in a process of their own; `end` stops them and answers a line on each kind. */
export function startCallers(api: string, cookies: string[]) {
  const child = fork(fileURLToPath(new URL('caller.ts', import.meta.url)), { stdio: 'inherit' })
  child.send({ api, cookies } satisfies Begin)
  return {
    end: () =>
      new Promise<string>((resolve) => {
        child.once('message', (outcomes: Record<Kind, Outcome>) => {
          child.kill()
          resolve(
            Object.entries(outcomes)
              .map(([kind, it]) => `${kind}: ${it.answered} answered, ${it.refused} refused, ${it.failed} failed`)
              .join('\n'),
          )
        })
        child.send('end')
      }),
  }
}
