import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { addOverlay, type ClosedBy } from '../lib/overlay-entries.ts'

type OverlayOptions = { open: boolean; close: (by: ClosedBy) => void; held?: boolean }

/** While `open`, Back calls `close` and stays on the page, and a navigation calls it too; while `held`, they do nothing. */
export function useOverlay({ open, close, held = false }: OverlayOptions): void {
  const { history } = useRouter()
  const latest = useRef({ close, held })
  useEffect(() => {
    latest.current = { close, held }
  })
  useEffect(() => {
    if (!open) return
    return addOverlay({ close: (by) => latest.current.close(by), isHeld: () => latest.current.held }, history)
  }, [open, history])
}
