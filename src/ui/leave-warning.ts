import { useEffect } from 'react'

/** While this holds the browser asks before it throws away what is being made or sent. */
export function useLeaveWarning(busy: boolean) {
  useEffect(() => {
    if (!busy) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [busy])
}
