import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { searchLength } from '../../contract/limits.ts'
import { Input } from './input.tsx'

type TypedSearchProps = {
  label: string
  /** Where the label is longer than a phone is wide. */
  placeholder?: string
  value: string
  onChange: (q: string) => void
}

/** A field for what is looked for, which is asked for once typing has paused, unless one is on the way to another page. */
export function TypedSearch({ label, placeholder = label, value, onChange }: TypedSearchProps) {
  const router = useRouter()
  const [written, setWritten] = useState(value)
  const [known, setKnown] = useState(value)
  const search = useRef(onChange)
  useEffect(() => {
    search.current = onChange
  })
  // The filter was changed elsewhere, by the back button for example.
  if (known !== value) {
    setKnown(value)
    setWritten(value)
  }
  useEffect(() => {
    if (written.trim() === known) return
    const page = router.latestLocation.pathname
    const timer = setTimeout(() => {
      // A page that one has already chosen is not taken back.
      if (router.latestLocation.pathname !== page) return
      setKnown(written.trim())
      search.current(written.trim())
    }, typingPauseMs)
    return () => clearTimeout(timer)
  }, [written, known, router])
  return (
    <Input
      type="search"
      aria-label={label}
      placeholder={placeholder}
      value={written}
      maxLength={searchLength}
      onChange={(event) => setWritten(event.target.value)}
      className="min-w-0 flex-1"
    />
  )
}
/** How long a pause in typing is before what is typed is asked for. */
export const typingPauseMs = 250
