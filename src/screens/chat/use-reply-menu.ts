import { useInfiniteQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useId, useState } from 'react'
import type { SavedReply } from '../../../contract/chat-tools.ts'
import { searchLength } from '../../../contract/limits.ts'
import { savedRepliesQuery } from '../../queries/chat-tools.ts'
import { useChosen } from '../frame/use-chosen.ts'
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
  const isCommand = isCreator && text.startsWith('/') && !text.includes('\n')
  if (isClosed && !isCommand) setIsClosed(false)
  const isOpen = isCommand && !isClosed
  const typed = text.slice(1, 1 + searchLength).trim()
  const q = useSettled(isOpen ? typed : '') || undefined
  const { data, isFetching } = useInfiniteQuery({ ...savedRepliesQuery({ q, for: fanId }), enabled: isOpen })
  // Until the answer to what is typed has come, those of the one before that fit.
  const replies = (data?.pages[0]?.data ?? []).filter((reply) => fits(reply, typed.toLowerCase()))
  const { chosen, onArrow } = useChosen(replies, typed)
  const pick = (reply: SavedReply) => closedFor(reply) === null && onPick(reply)
  const isWaiting = isFetching || (q ?? '') !== typed
  /** Whether the key was meant for the list. */
  const onKey = (event: KeyboardEvent): boolean => {
    if (!isOpen || event.nativeEvent.isComposing) return false
    if (event.key === 'Escape') setIsClosed(true)
    else if (event.key === 'Enter' && !event.shiftKey && chosen) pick(chosen)
    // What matches no reply is a message.
    else if (!onArrow(event.key) && (event.key !== 'Enter' || event.shiftKey || !isWaiting)) return false
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

const fits = ({ title, content, folder }: SavedReply, typed: string): boolean =>
  [title, content, folder].some((it) => it.toLowerCase().includes(typed))
