import { useEffect, useState } from 'react'
import { m } from '../../paraglide/messages.js'
import { Sheet } from '../../ui/sheet.tsx'
import { isTypingInto } from './shortcuts.ts'

/** Every key of a list of conversations, behind `?`. */
export function KeysSheet() {
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== '?' || event.defaultPrevented || isTypingInto(event.target)) return
      event.preventDefault()
      setIsOpen(true)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  return (
    <Sheet open={isOpen} onOpenChange={setIsOpen} title={m.keys_title()}>
      <dl className="divide-y divide-hairline">
        {keys.map(([key, label]) => (
          <div key={key} className="flex items-center justify-between gap-4 py-2">
            <dt>{label()}</dt>
            <dd>
              <kbd className="rounded-control border border-edge bg-sunken px-2 py-1 font-sans font-semibold text-sm">
                {key}
              </kbd>
            </dd>
          </div>
        ))}
      </dl>
    </Sheet>
  )
}

const keys: readonly [string, () => string][] = [
  ['j k', m.keys_move],
  ['Enter', m.keys_open],
  ['r', m.keys_write],
  ['n', m.keys_next],
  ['e', m.keys_done],
  ['/', m.keys_search],
  ['f', m.chat_find],
  ['Esc', m.keys_leave],
  ['⏎', m.keys_send],
  ['Ctrl ⏎', m.keys_send_next],
  ['g h · g c · g n · g s', m.keys_places],
  ['⌘ K · Ctrl K', m.keys_palette],
  ['?', m.keys_help],
]
