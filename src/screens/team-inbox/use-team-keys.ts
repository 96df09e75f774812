import { useEffect, useRef } from 'react'
import { isShortcut } from '../frame/shortcuts.ts'

/**
 * The keys of the team inbox, beside `j`, `k` and `/` of every list: `n` and `e` go to the next fan who waits, `r` puts
 * the caret where one writes. They do nothing while one types.
 */
export function useTeamKeys({ next, isOpen }: { next: () => void; isOpen: boolean }): void {
  const latest = useRef({ next, isOpen })
  useEffect(() => {
    latest.current = { next, isOpen }
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!isShortcut(event)) return
      if (event.key === 'n' || event.key === 'e') latest.current.next()
      else if (event.key === 'r' && latest.current.isOpen) focusComposer()
      else return
      event.preventDefault()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}

const focusComposer = () => document.querySelector<HTMLElement>('[data-composer] textarea')?.focus()
