import { useState } from 'react'
import type { Message } from '../../../contract/chat.ts'
import { mayEdit } from '../../queries/chat.ts'

type Editing = {
  /** The message that is being edited, which is no longer so once it is deleted. */
  edited: Message | null
  edit: (message: Message | null) => void
  /** Begins to edit the viewer's last message; false if it may not be edited. */
  editLast: () => boolean
}

/** Which message of a conversation with another user is being edited; `messages` are newest first. */
export function useEditing(messages: readonly Message[], otherId: string): Editing {
  const [chosen, edit] = useState<Message | null>(null)
  const edited = messages.some((it) => it.id === chosen?.id && it.deleted) ? null : chosen
  const editLast = () => {
    const last = messages.find((it) => it.sender.id !== otherId && !it.deleted)
    if (last === undefined || !mayEdit(last)) return false
    edit(last)
    return true
  }
  return { edited, edit, editLast }
}
