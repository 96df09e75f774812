import * as v from 'valibot'
import { RefusalError } from '../../lib/refusal.ts'
import { paymentKeysKey } from '../../lib/storage-keys.ts'

/**
 * Keys of payments without an answer yet, by their input. They outlive the sheet, the page and the tab for half an hour,
 * so that a retry uses the same key.
 */
const storedKeys = v.record(v.string(), v.object({ key: v.pipe(v.string(), v.uuid()), at: v.number() }))
type Keys = v.InferOutput<typeof storedKeys>
const lifetimeMs = 30 * 60_000

/** The key of an unanswered call with the same input, else the new one. */
export const keyOf = (question: string, fresh: string): string => readKeys()[question]?.key ?? fresh

/** Keeps a key until its answer is there. */
export function holdKey(question: string, key: string): void {
  writeKeys({ ...readKeys(), [question]: { key, at: Date.now() } })
}

/** There is an answer, so the next payment is another one. */
function releaseKey(question: string): void {
  const { [question]: _, ...rest } = readKeys()
  writeKeys(rest)
}

/** Keeps the key of an attempt until its answer is there; what goes with `mutate`. */
export function attempt(question: string, key: string, done: () => void) {
  holdKey(question, key)
  return {
    onSuccess: () => {
      releaseKey(question)
      done()
    },
    onError: (error: Error) => {
      if (isAnswer(error)) releaseKey(question)
    },
  }
}

/** A refusal that says that nothing was moved, or that it was moved before. */
export const isAnswer = (error: Error): boolean =>
  error instanceof RefusalError && error.code !== 'unavailable' && error.code !== 'internal'

/** Without storage, the keys live as long as the page. */
let inMemory: Keys = {}

function readKeys(): Keys {
  let keys = inMemory
  try {
    const result = v.safeParse(storedKeys, JSON.parse(localStorage.getItem(paymentKeysKey) ?? '{}'))
    keys = result.success ? result.output : {}
  } catch {
    // Storage is closed, or holds something else.
  }
  const oldest = Date.now() - lifetimeMs
  return Object.fromEntries(Object.entries(keys).filter(([, { at }]) => at > oldest))
}

function writeKeys(keys: Keys): void {
  inMemory = keys
  try {
    localStorage.setItem(paymentKeysKey, JSON.stringify(keys))
  } catch {
    // See `inMemory`.
  }
}
