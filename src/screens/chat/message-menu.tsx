import type { RefObject } from 'react'
import { type Message, reactions } from '../../../contract/chat.ts'
import type { PublicProfile } from '../../../contract/users.ts'
import { m } from '../../paraglide/messages.js'
import { mayEdit, mayUnsend, useReactToMessage } from '../../queries/chat.ts'
import { openReport } from '../../stores/safety.ts'
import { copyText } from '../../ui/copy-text.ts'
import { MenuChoices } from '../../ui/menu-choices.tsx'
import type { MenuItem } from '../../ui/menu-trigger.tsx'
import { PressedMenu } from '../../ui/pressed-menu.tsx'
import { closedText } from './gate.tsx'
import { ReactionFace, reactionLabels } from './reaction-face.tsx'

type MessageMenuProps = {
  message: Message
  other: PublicProfile
  opener: RefObject<HTMLElement | null>
  onReply: () => void
  onEdit: () => void
  onRemove: () => void
  onClose: () => void
}

/** What can be done with a message, and who wrote it. */
export function MessageMenu({ message, other, opener, onReply, onEdit, onRemove, onClose }: MessageMenuProps) {
  const isMine = message.sender.id !== other.id
  const react = useReactToMessage()
  const items: MenuItem[] = [{ label: m.chat_reply(), icon: 'reply', onSelect: onReply }]
  if (message.content)
    items.push({
      label: m.chat_copy(),
      icon: 'copy',
      onSelect: () => void copyText(message.content, m.ui_copied(), m.ui_not_copied()),
    })
  const closed = other.chat.allowed ? null : closedText(other.chat.reason, `@${other.username}`)
  if (mayEdit(message)) items.push({ label: m.chat_edit(), icon: 'pencil', disabledReason: closed, onSelect: onEdit })
  if (!isMine)
    items.push({
      label: m.chat_report(),
      icon: 'flag',
      onSelect: () => openReport({ kind: 'message', id: message.id, owner: other, text: message.content }),
    })
  if (isMine)
    items.push({
      ...(mayUnsend(message)
        ? { label: m.chat_unsend(), icon: 'undo-2' }
        : { label: m.chat_delete(), icon: 'trash', danger: true }),
      onSelect: onRemove,
    })
  return (
    <PressedMenu
      label={m.chat_message_acts()}
      items={items}
      align={isMine ? 'end' : 'start'}
      opener={opener}
      onClose={onClose}
    >
      <MenuChoices
        choices={reactions.map((reaction) => ({
          label: reactionLabels[reaction](),
          shown: <ReactionFace reaction={reaction} className="size-7" />,
          isChosen: message.my_reaction === reaction,
          onSelect: () => react.mutate({ message, reaction }),
        }))}
        disabledReason={closed}
      />
      {message.author && (
        <p className="px-3 py-2 text-ink-soft text-xs">
          {message.author === 'team' ? m.chat_written_by_team() : m.chat_written_in_person()}
        </p>
      )}
    </PressedMenu>
  )
}
