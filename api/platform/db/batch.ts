import type { Services } from '../services.ts'
import { sqlState } from './db.ts'

/**
 * Turns one statement over many inputs into a function of one input: calls that arrive while a statement is under way
 * wait for it and go together in the next one, so that a busy process pays for few round trips and a quiet one waits
 * for nobody. The statement of a call always begins after the call. Every call has an answer or an error of its own:
 * when the statement fails for what one of them holds (the database has then taken everything back), each is tried
 * alone. Inputs of the same `key` go one after the other, in their order.
 */
export function batch<In, Out>({ run, key }: Kind<In, Out>): (it: In) => Promise<Out> {
  let waiting: Call<In, Out>[] = []
  let underWay = 0
  const keysUnderWay = new Set<string>()
  let scheduled = false
  let late: NodeJS.Timeout | null = null

  function schedule(): void {
    if (scheduled) return
    scheduled = true
    setImmediate(go)
  }

  function go(): void {
    scheduled = false
    if (late !== null) clearTimeout(late)
    late = null
    const calls = take()
    if (calls.length > 0) void settle(calls)
    if (waiting.length > 0) expect()
  }

  /** What waits too long behind a slow statement goes beside it. */
  function expect(): void {
    late ??= setTimeout(schedule, patienceMs)
  }

  function take(): Call<In, Out>[] {
    if (key === undefined) return waiting.splice(0, most)
    const [now, later]: [Call<In, Out>[], Call<In, Out>[]] = [[], []]
    for (const call of waiting) {
      const its = key(call.input)
      const fits = now.length < most && !keysUnderWay.has(its)
      if (fits) keysUnderWay.add(its)
      ;(fits ? now : later).push(call)
    }
    waiting = later
    return now
  }

  async function settle(calls: Call<In, Out>[]): Promise<void> {
    underWay += 1
    await answer(calls)
    underWay -= 1
    if (key !== undefined) for (const call of calls) keysUnderWay.delete(key(call.input))
    if (waiting.length > 0) schedule()
  }

  async function answer(calls: Call<In, Out>[]): Promise<void> {
    try {
      const answers = await run(calls.map((call) => call.input))
      for (const [at, call] of calls.entries()) call.resolve(answers[at] as Out)
    } catch (error) {
      if (calls.length === 1 || !wasTakenBack(error)) for (const call of calls) call.reject(error)
      else await Promise.all(calls.map((call) => answer([call])))
    }
  }

  return (input) =>
    new Promise((resolve, reject) => {
      waiting.push({ input, resolve, reject })
      if (underWay === 0) schedule()
      else expect()
    })
}

/** Calls a batched statement: `batched(ctx, sessionsByHash, hash)`. The services hold what makes calls share it. */
export function batched<In, Out>(ctx: Services, of: Batched<In, Out>, input: In): Promise<Out> {
  const known = ctx.batches.get(of)
  const call = (known ?? batch({ key: of.key, run: (inputs: In[]) => of.run(ctx, inputs) })) as (it: In) => Promise<Out>
  if (known === undefined) ctx.batches.set(of, call)
  return call(input)
}

/** A statement over many inputs, made once where the module loads. */
export type Batched<In, Out> = {
  /** Answers in the order of the inputs. */
  run: (ctx: Services, inputs: In[]) => Promise<Out[]>
  key?: ((input: In) => string) | undefined
}
type Kind<In, Out> = {
  run: (inputs: In[]) => Promise<Out[]>
  key?: ((input: In) => string) | undefined
}
type Call<In, Out> = { input: In; resolve: (answer: Out) => void; reject: (error: unknown) => void }

/** Whether the database itself refused the statement, which then wrote nothing; of a lost connection nobody knows. */
function wasTakenBack(error: unknown): boolean {
  const state = sqlState(error)
  return state !== undefined && !/^(08|57P)/.test(state)
}

const patienceMs = 12
const most = 64
