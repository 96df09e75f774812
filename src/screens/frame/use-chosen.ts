import { useState } from 'react'

/**
 * The line that Enter takes: the first, until an arrow key goes to another, which stays the chosen one when the lines
 * before it change. `typed` is what the lines were found by; other words begin at the first again.
 */
export function useChosen<Line extends { id: string }>(lines: readonly Line[], typed: string) {
  const [picked, setPicked] = useState<{ id: string; typed: string }>()
  const at = Math.max(
    lines.findIndex((line) => picked?.typed === typed && line.id === picked.id),
    0,
  )
  /** Goes on by the key of an event, round the ends; whether that was an arrow key. */
  const onArrow = (key: string): boolean => {
    const next = lines[(at + (steps[key] ?? 0) + lines.length) % lines.length]
    if (!(key in steps && next)) return false
    setPicked({ id: next.id, typed })
    return true
  }
  return { chosen: lines[at], onArrow }
}

const steps: Record<string, 1 | -1> = { ArrowDown: 1, ArrowUp: -1 }
