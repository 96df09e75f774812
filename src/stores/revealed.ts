import { create } from 'zustand'

/** The pictures from fans that a creator has chosen to see; the others are covered, again after each visit. */
export const useRevealed = create<{ ids: ReadonlySet<string> }>(() => ({ ids: new Set() }))

/** Covers all of them again. */
export const coverAll = () => useRevealed.setState({ ids: new Set() })

export function reveal(mediaId: string): void {
  useRevealed.setState(({ ids }) => ({ ids: new Set(ids).add(mediaId) }))
}
