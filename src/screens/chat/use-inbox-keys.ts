import { useEffect, useRef } from 'react'
import { m } from '../../paraglide/messages.js'
import { useChangeConversations } from '../../queries/inbox.ts'
import { toastWithUndo } from '../../ui/toast-with-undo.ts'
import { isShortcut } from '../frame/shortcuts.ts'

/**
 * The keys of a creator's inbox, beside `j`, `k` and `/` of every list: `n` opens the next fan who waits, `e` puts the open
 * conversation away until one of both writes and goes on, `r` puts the caret where one writes. Nothing happens while one
 * types.
 */
export function useInboxKeys(mode: 'creator' | undefined): void {
  const { mutateAsync } = useChangeConversations()
  const change = useRef(mutateAsync)
  useEffect(() => {
    change.current = mutateAsync
  })
  useEffect(() => {
    if (mode !== 'creator') return
    const putAway = async (id: string) => {
      await change.current({ act: 'hide', ids: [id] })
      toastWithUndo(m.inbox_changed({ count: 1 }), () => change.current({ act: 'unhide', ids: [id] }))
    }
    const press = (event: KeyboardEvent) => {
      if (!isShortcut(event)) return
      if (event.key === 'r') document.querySelector<HTMLElement>('.conversation textarea')?.focus()
      else if (event.key === 'n') openNextWaiting()
      else if (event.key === 'e') {
        const id = openRow()?.dataset.conversation
        openNextWaiting()
        if (id !== undefined) void putAway(id)
      } else return
      event.preventDefault()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [mode])
}

const openRow = () => document.querySelector<HTMLElement>('a[data-conversation][aria-current=page]')

/** The next row below the open one that waits for an answer, else the first. The focus goes there, and then to where one writes. */
export function openNextWaiting(): void {
  const rows = [...document.querySelectorAll<HTMLElement>('a[data-conversation]')]
  const at = rows.findIndex((row) => row.ariaCurrent === 'page')
  const waits = (row: HTMLElement) => row.dataset.waits === 'true' && row.ariaCurrent !== 'page'
  const next = rows.slice(at + 1).find(waits) ?? rows.find(waits)
  next?.focus()
  next?.click()
}
