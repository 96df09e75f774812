import { useEffect } from 'react'
import { discreetKey } from '../../lib/discreet.ts'
import { usePageLock } from '../../stores/page-lock.ts'
import { useViewer } from '../frame/viewer-context.ts'

/** Keeps what this browser has chosen of being discreet, and says whether the page is locked. */
export function useDiscreet(): boolean {
  const viewer = useViewer()
  const isLockable = viewer !== null && viewer.acting_as === null
  useEffect(() => {
    if (!isChosen()) return
    let stop = () => {}
    let isOver = false
    void import('../discreet/keep-discreet.ts').then((it) => {
      if (!isOver) stop = it.keepDiscreet(isLockable)
    })
    return () => {
      isOver = true
      stop()
    }
  }, [isLockable])
  return usePageLock((it) => it.isLocked) && isLockable
}

function isChosen(): boolean {
  try {
    return localStorage.getItem(discreetKey) !== null
  } catch {
    return false
  }
}
