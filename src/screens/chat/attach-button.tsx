import { useState } from 'react'
import { m } from '../../paraglide/messages.js'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useClosed } from '../frame/use-closed.ts'
import { type Attached, AttachSheet } from './attach-sheet.tsx'

type AttachButtonProps = { attached: Attached; onAttach: (attached: Attached) => void; fanId: string }

/** Chooses from the vault what goes along with a message to one fan, and its price. */
export function AttachButton({ attached, onAttach, fanId }: AttachButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  const closed = useClosed('can_medias')
  return (
    <>
      <Button
        variant="ghost"
        size="icon"
        aria-label={m.chat_attach()}
        disabledReason={closed}
        onClick={() => setIsOpen(true)}
      >
        <Icon name="image" />
      </Button>
      <AttachSheet open={isOpen} onOpenChange={setIsOpen} attached={attached} onAttach={onAttach} forFan={fanId} />
    </>
  )
}
