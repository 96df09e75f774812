import { useEffect, useRef } from 'react'
import { m } from '../../paraglide/messages.js'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { isShortcut } from '../frame/shortcuts.ts'

/** Opens the search of a conversation, or closes it; so does `f` while one types nowhere. */
export function SearchButton({ onPress }: { onPress: () => void }) {
  const latest = useRef(onPress)
  useEffect(() => {
    latest.current = onPress
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'f' || !isShortcut(event)) return
      event.preventDefault()
      latest.current()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  return (
    <Button variant="ghost" size="icon" aria-label={m.chat_find()} aria-keyshortcuts="f" onClick={onPress}>
      <Icon name="search" />
    </Button>
  )
}
