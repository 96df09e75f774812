import { useState } from 'react'
import type { SavedReply } from '../../../contract/chat-tools.ts'
import type { PublicProfile } from '../../../contract/users.ts'
import { m } from '../../paraglide/messages.js'
import { openPurchase } from '../../stores/purchase.ts'
import { Button } from '../../ui/button.tsx'
import { buttonClasses } from '../../ui/button-classes.ts'
import { Icon } from '../../ui/icon.tsx'
import { useClosed } from '../frame/use-closed.ts'
import { useViewer } from '../frame/viewer-context.ts'
import { type Attached, AttachSheet } from './attach-sheet.tsx'
import { FanPictureButton } from './fan-pictures.tsx'
import { SavedReplies } from './saved-replies.tsx'
import type { useFanPictures } from './use-fan-pictures.ts'

type ComposerToolsProps = {
  user: PublicProfile
  attached: Attached
  onAttach: (attached: Attached) => void
  onReply: (reply: SavedReply) => void
  /** For a fan whose pictures the creator takes; null for any other. */
  onAddPictures: ReturnType<typeof useFanPictures>['add'] | null
}

/** The buttons before the field: media and saved replies for a creator, a tip for a fan, and pictures where they are taken. */
export function ComposerTools({ user, attached, onAttach, onReply, onAddPictures }: ComposerToolsProps) {
  const viewer = useViewer()
  const [isAttaching, setIsAttaching] = useState(false)
  const closed = useClosed('can_medias')
  return (
    <>
      {viewer?.is_creator && (
        <>
          <Button
            variant="ghost"
            size="icon"
            aria-label={m.chat_attach()}
            disabledReason={closed}
            onClick={() => setIsAttaching(true)}
          >
            <Icon name="image" />
          </Button>
          <SavedReplies fanId={user.id} onPick={onReply} />
          <AttachSheet
            open={isAttaching}
            onOpenChange={setIsAttaching}
            attached={attached}
            onAttach={onAttach}
            forFan={user.id}
          />
        </>
      )}
      {!viewer?.is_creator && onAddPictures && <FanPictureButton onAdd={onAddPictures} />}
      {user.is_creator && !viewer?.acting_as && (
        <button
          type="button"
          aria-label={m.chat_send_tip()}
          onClick={() => openPurchase({ kind: 'tip', creator: user })}
          className={buttonClasses({ variant: 'ghost', size: 'icon' })}
        >
          <Icon name="coins" />
        </button>
      )}
    </>
  )
}
