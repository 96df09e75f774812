import { randomBytes } from 'node:crypto'
import type { Begin, Kind, Outcome } from './callers.ts'

/** The program of `callers.ts`: 30 callers of each kind, who call again as soon as they are answered. */
const outcomes: Record<Kind, Outcome> = { search: none(), analytics: none(), export: none(), csv: none() }
const pathOf: Record<Kind, () => string> = {
  search: () => `/api/search?q=${randomBytes(4).toString('hex')}`,
  analytics: () => '/api/creator/analytics?by=month',
  export: () => '/api/account/export',
  csv: () => '/api/creator/audience/export',
}

process.on('message', (message: Begin | 'end') => {
  if (message === 'end') process.send?.(outcomes)
  else
    for (const kind of Object.keys(pathOf) as Kind[])
      for (const cookie of message.cookies) void callForEver(message.api, kind, kind === 'search' ? null : cookie)
})

async function callForEver(api: string, kind: Kind, cookie: string | null): Promise<never> {
  for (;;) {
    const waitMs = await call(`${api}${pathOf[kind]()}`, kind, cookie).catch(() => {
      outcomes[kind].failed += 1
      return 1_000
    })
    await new Promise((resolve) => setTimeout(resolve, waitMs))
  }
}

/** Answers for how many ms the caller was told to wait. */
async function call(url: string, kind: Kind, cookie: string | null): Promise<number> {
  const answer = await fetch(url, { headers: cookie === null ? {} : { cookie } })
  for await (const _ of answer.body ?? []) {
    // Thrown away: a file of the largest world must not be held here.
  }
  const after = Number(answer.headers.get('retry-after') ?? 0)
  if (answer.ok) outcomes[kind].answered += 1
  else if (after > 0) outcomes[kind].refused += 1
  else outcomes[kind].failed += 1
  return after * 1_000
}

function none(): Outcome {
  return { answered: 0, refused: 0, failed: 0 }
}
