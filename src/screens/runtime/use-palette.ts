import { useEffect, useState } from 'react'

/** Opens the command palette by ⌘K or Ctrl K, for creators and who acts for one; another press closes it. */
export function usePalette(isCreator: boolean): { isOpen: boolean; setOpen: (isOpen: boolean) => void } {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    if (!isCreator) return setOpen(false)
    const press = (event: KeyboardEvent) => {
      const isKey = event.key.toLowerCase() === 'k' && (event.metaKey || event.ctrlKey)
      if (!isKey || event.altKey || event.shiftKey || event.defaultPrevented) return
      event.preventDefault()
      setOpen((before) => !before)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [isCreator])
  return { isOpen, setOpen }
}
