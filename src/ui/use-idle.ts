import { useCallback, useEffect, useRef, useState } from 'react'

/** Whether the viewer has neither moved nor pressed anything for a while; `wake` says that they have. */
export function useIdle(): { isIdle: boolean; wake: () => void } {
  const [isIdle, setIdle] = useState(false)
  const timer = useRef(0)
  const wake = useCallback(() => {
    clearTimeout(timer.current)
    setIdle(false)
    timer.current = window.setTimeout(() => setIdle(true), idleAfterMs)
  }, [])
  useEffect(() => {
    wake()
    return () => clearTimeout(timer.current)
  }, [wake])
  return { isIdle, wake }
}

const idleAfterMs = 2_500
