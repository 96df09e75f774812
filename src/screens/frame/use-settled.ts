import { useEffect, useState } from 'react'

/** What is typed, once nothing more has been for a moment, so that a name costs one question and not one a letter. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), 200)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
