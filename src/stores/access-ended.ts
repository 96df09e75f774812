import { create } from 'zustand'
import { accessEndedKey } from '../lib/storage-keys.ts'

/** Words that were not sent; `to` says for whom or what they were. */
export type Unsent = { to: string; text: string }
type AccessEnded = { creatorId: string; words: readonly Unsent[] }

/**
 * What an operator was writing for a creator when their access ended. It outlives the reload in this tab alone, until
 * its sheet is closed; `undefined` before it was read.
 */
export const useAccessEnded = create<{ ended: AccessEnded | null | undefined }>(() => ({ ended: undefined }))

export function keepAccessEnded(ended: AccessEnded): void {
  useAccessEnded.setState({ ended })
  try {
    sessionStorage.setItem(accessEndedKey, JSON.stringify(ended))
  } catch {
    // Without storage the words are gone with the page.
  }
}

/** Reads what the page before the reload has stored. */
export function restoreAccessEnded(): void {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(accessEndedKey) ?? 'null')
    useAccessEnded.setState({ ended: isAccessEnded(stored) ? stored : null })
  } catch {
    useAccessEnded.setState({ ended: null })
  }
}

export function dropAccessEnded(): void {
  useAccessEnded.setState({ ended: null })
  try {
    sessionStorage.removeItem(accessEndedKey)
  } catch {
    // Without storage nothing was kept.
  }
}

/** Notes the fields that the operator types in, for `typedWords`. Returns how to stop. */
export function watchTyping(): () => void {
  const note = ({ target }: Event) => target instanceof HTMLTextAreaElement && typed.add(target)
  document.addEventListener('input', note, true)
  return () => {
    document.removeEventListener('input', note, true)
    typed.clear()
  }
}
const typed = new Set<HTMLTextAreaElement>()

/** The text of the fields that the operator has typed in. */
export const typedWords = (): Unsent[] =>
  [...typed]
    .filter((it) => it.isConnected && it.value.trim() !== '')
    .map((it) => ({ to: it.ariaLabel ?? it.labels[0]?.textContent ?? '', text: it.value }))

const isAccessEnded = (value: unknown): value is AccessEnded =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as AccessEnded).creatorId === 'string' &&
  Array.isArray((value as AccessEnded).words)
