import type { Services } from '../services.ts'
import { sqlState } from './sql-state.ts'

/**
 * Turns one statement over many inputs into a function of one input. Calls that arrive while a statement runs wait and
 * share the next one, so a busy process makes few round trips and an idle one adds no delay. The statement of a call
 * always begins after the call. Every call gets its own answer or error: when the database rejects a batch, and so has
 * written nothing, each input is tried in a statement of its own. Inputs of the same `key` never run concurrently.
 */
export function batch<In, Out>({ run, key }: BatchOptions<In, Out>): (input: In) => Promise<Out> {
  let waiting: Call<In, Out>[] = []
  let underWay = 0
  const keysUnderWay = new Set<string>()
  let scheduled = false
  let late: NodeJS.Timeout | null = null

  function schedule(): void {
    if (scheduled) return
    scheduled = true
    setImmediate(flush)
  }

  function flush(): void {
    scheduled = false
    if (late !== null) clearTimeout(late)
    late = null
    const calls = take()
    if (calls.length > 0) void settle(calls)
    if (waiting.length > 0) startTimer()
  }

  /** Calls that wait too long for a slow statement start another one concurrently. */
  function startTimer(): void {
    late ??= setTimeout(schedule, patienceMs)
  }

  function take(): Call<In, Out>[] {
    if (key === undefined) return waiting.splice(0, most)
    const [now, later]: [Call<In, Out>[], Call<In, Out>[]] = [[], []]
    for (const call of waiting) {
      const inputKey = key(call.input)
      const fits = now.length < most && !keysUnderWay.has(inputKey)
      if (fits) keysUnderWay.add(inputKey)
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
      if (calls.length === 1 || !wasRolledBack(error)) for (const call of calls) call.reject(error)
      else await Promise.all(calls.map((call) => answer([call])))
    }
  }

  return (input) =>
    new Promise((resolve, reject) => {
      waiting.push({ input, resolve, reject })
      if (underWay === 0) schedule()
      else startTimer()
    })
}

/** Calls a batched statement: `batched(ctx, sessionsByHash, hash)`. Calls share a batch through `ctx.batches`. */
export function batched<In, Out>(ctx: Services, of: Batched<In, Out>, input: In): Promise<Out> {
  const known = ctx.batches.get(of)
  const call = (known ?? batch({ key: of.key, run: (inputs: In[]) => of.run(ctx, inputs) })) as (
    input: In,
  ) => Promise<Out>
  if (known === undefined) ctx.batches.set(of, call)
  return call(input)
}

/** A statement over many inputs, declared once when its module loads. */
export type Batched<In, Out> = {
  /** Answers in the order of the inputs. */
  run: (ctx: Services, inputs: In[]) => Promise<Out[]>
  key?: ((input: In) => string) | undefined
}
type BatchOptions<In, Out> = {
  run: (inputs: In[]) => Promise<Out[]>
  key?: ((input: In) => string) | undefined
}
type Call<In, Out> = { input: In; resolve: (answer: Out) => void; reject: (error: unknown) => void }

/** Whether the database rejected the statement and wrote nothing; after a lost connection that is unknown. */
function wasRolledBack(error: unknown): boolean {
  const state = sqlState(error)
  return state !== undefined && !/^(08|57P)/.test(state)
}

const patienceMs = 12
const most = 64
