import type { Endpoint } from '../../../contract/endpoint.ts'
import { restrictedWordIn } from '../../../contract/policy/restricted-words.ts'
import { refuse } from './refusal.ts'
import type { Viewer } from './viewer.ts'

/**
 * Holds what an operator writes to fans to the words of their agency (product §82); refuses `restricted_word {word}`.
 * Which fields of an endpoint fans read stands in the contract, as `fansRead`.
 */
export function requireAllowedWords(viewer: Viewer | null, { fansRead = [] }: Endpoint, input: unknown): void {
  const words = viewer?.acting?.rules.restrictedWords ?? []
  if (words.length === 0 || fansRead.length === 0) return
  const fields = input as Record<string, unknown>
  for (const text of fansRead.flatMap((field) => textsIn(fields[field]))) {
    const word = restrictedWordIn(text, words)
    if (word !== null) throw refuse('restricted_word', { word })
  }
}

/** The texts of a field; captions, for example, are a list of objects. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}
