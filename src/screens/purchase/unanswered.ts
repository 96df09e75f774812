import { RefusalError } from '../../lib/refusal.ts'

/** Keys of payments whose answer has not come, by what was asked. They outlive the sheet: who asks again asks the same. */
const unanswered = new Map<string, string>()

/** The key under which this was asked before and not answered, else the new one. */
export const keyOf = (question: string, fresh: string): string => unanswered.get(question) ?? fresh

/** Keeps the key of an attempt until its answer is there; what goes with `mutate`. */
export function attempt(question: string, key: string, done: () => void) {
  unanswered.set(question, key)
  return {
    onSuccess: () => {
      unanswered.delete(question)
      done()
    },
    onError: (error: Error) => {
      if (isAnswer(error)) unanswered.delete(question)
    },
  }
}

/** A refusal that says that nothing was moved, or that it was moved before. */
const isAnswer = (error: Error): boolean =>
  error instanceof RefusalError && error.code !== 'unavailable' && error.code !== 'internal'
