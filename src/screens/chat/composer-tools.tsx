import type { SavedReply } from '../../../contract/chat-tools.ts'
import type { PublicProfile } from '../../../contract/users.ts'
import { m } from '../../paraglide/messages.js'
import { openPurchase } from '../../stores/purchase.ts'
import { buttonClasses } from '../../ui/button-classes.ts'
import { Icon } from '../../ui/icon.tsx'
import { useViewer } from '../frame/viewer-context.ts'
import { AttachButton } from './attach-button.tsx'
import type { Attached } from './attach-sheet.tsx'
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
  return (
    <>
      {viewer?.is_creator && (
        <>
          <AttachButton attached={attached} onAttach={onAttach} fanId={user.id} />
          <SavedReplies fanId={user.id} onPick={onReply} />
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
