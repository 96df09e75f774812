import { useInfiniteQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useId, useState } from 'react'
import type { SavedReply } from '../../../contract/chat-tools.ts'
import { searchLength } from '../../../contract/limits.ts'
import { savedRepliesQuery } from '../../queries/chat-tools.ts'
import { useSettled } from '../frame/use-settled.ts'
import { useClosedReply } from './reply-line.tsx'

type UseReplyMenuOptions = { text: string; isCreator: boolean; fanId: string; onPick: (reply: SavedReply) => void }
export type ReplyMenuState = ReturnType<typeof useReplyMenu>

/**
 * The saved replies that `/` opens, narrowed by what follows it. Arrows and Enter choose; Escape closes the list until
 * the message begins with another `/`.
 */
export function useReplyMenu({ text, isCreator, fanId, onPick }: UseReplyMenuOptions) {
  const id = useId()
  const closedFor = useClosedReply()
  const [isClosed, setIsClosed] = useState(false)
  const [at, setAt] = useState(0)
  const isCommand = isCreator && text.startsWith('/') && !text.includes('\n')
  if (isClosed && !isCommand) setIsClosed(false)
  const isOpen = isCommand && !isClosed
  const typed = text.slice(1, 1 + searchLength).trim()
  const [known, setKnown] = useState(typed)
  if (known !== typed) {
    setKnown(typed)
    setAt(0)
  }
  const q = useSettled(isOpen ? typed : '') || undefined
  const { data, isFetching } = useInfiniteQuery({ ...savedRepliesQuery({ q, for: fanId }), enabled: isOpen })
  // Until the answer to what is typed has come, those of the one before that fit.
  const replies = (data?.pages[0]?.data ?? []).filter((reply) => fits(reply, typed.toLowerCase()))
  const chosen = replies[Math.min(at, replies.length - 1)]
  const pick = (reply: SavedReply) => closedFor(reply) === null && onPick(reply)
  const isWaiting = isFetching || (q ?? '') !== typed
  /** Whether the key was meant for the list. */
  const onKey = (event: KeyboardEvent): boolean => {
    if (!isOpen || event.nativeEvent.isComposing) return false
    const step = steps[event.key]
    if (event.key === 'Escape') setIsClosed(true)
    else if (step !== undefined && replies.length > 0)
      setAt((Math.min(at, replies.length - 1) + step + replies.length) % replies.length)
    else if (event.key === 'Enter' && !event.shiftKey && chosen) pick(chosen)
    // What matches no reply is a message.
    else if (event.key !== 'Enter' || event.shiftKey || !isWaiting) return false
    event.preventDefault()
    return true
  }
  const optionId = (reply: SavedReply) => `${id}-${reply.id}`
  const fieldProps = isOpen && {
    'aria-autocomplete': 'list' as const,
    'aria-controls': id,
    'aria-activedescendant': chosen && optionId(chosen),
  }
  return { id, isOpen, replies, chosen, isWaiting, pick, closedFor, onKey, optionId, fieldProps }
}

const steps: Record<string, 1 | -1> = { ArrowDown: 1, ArrowUp: -1 }

const fits = ({ title, content, folder }: SavedReply, typed: string): boolean =>
  [title, content, folder].some((it) => it.toLowerCase().includes(typed))
