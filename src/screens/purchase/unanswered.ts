import { RefusalError } from '../../lib/refusal.ts'

/**
 * Keys of payments without an answer yet, by their input. They outlive the sheet, so that a retry uses the same key.
 */
const unanswered = new Map<string, string>()

/** The key of an unanswered call with the same input, else the new one. */
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
