import type { Message } from '../../../contract/chat.ts'
import type { PublicProfile } from '../../../contract/users.ts'
import { m } from '../../paraglide/messages.js'
import { mayUnsend, useRemoveMessage } from '../../queries/chat.ts'
import { ConfirmSheet } from '../../ui/confirm-sheet.tsx'

type RemoveMessageProps = { message: Message; other: PublicProfile; onClose: () => void }

/** Asks before a message goes; what stays in its place depends on whether it can still be taken back. */
export function RemoveMessage({ message, other, onClose }: RemoveMessageProps) {
  const { mutate, isPending, error } = useRemoveMessage()
  const isUnsend = mayUnsend(message)
  const name = `@${other.username}`
  return (
    <ConfirmSheet
      open
      onClose={onClose}
      title={isUnsend ? m.chat_unsend_title() : m.chat_delete_title()}
      confirm={isUnsend ? m.chat_unsend() : m.chat_delete()}
      cancel={m.ui_keep()}
      onConfirm={() => mutate(message, { onSuccess: onClose })}
      busy={isPending}
      error={error}
    >
      {isUnsend ? m.chat_unsend_text({ name }) : m.chat_delete_text({ name })}
    </ConfirmSheet>
  )
}
