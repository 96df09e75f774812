import { useEffect } from 'react'

/** While busy, the browser asks before leaving the page. */
export function useLeaveWarning(busy: boolean) {
  useEffect(() => {
    if (!busy) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [busy])
}
