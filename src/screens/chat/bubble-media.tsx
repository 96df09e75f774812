import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Message } from '../../../contract/chat.ts'
import type { PublicProfile } from '../../../contract/users.ts'
import { m } from '../../paraglide/messages.js'
import { chatKeys } from '../../queries/chat-keys.ts'
import { openPurchase } from '../../stores/purchase.ts'
import { Coins } from '../../ui/coins.tsx'
import { LockedTile } from '../../ui/locked-tile.tsx'
import { MediaTile } from '../../ui/media-tile.tsx'
import { useViewer } from '../frame/viewer-context.ts'

/** Pictures, films and sounds of a message; what is locked is bought whole with one button. */
export function BubbleMedia({ message, other }: { message: Message; other: PublicProfile }) {
  const queryClient = useQueryClient()
  const isActing = useViewer()?.acting_as != null
  const [opened, setOpened] = useState(false)
  const isMine = message.sender.id !== other.id
  const unlock = (mediaId: string) =>
    openPurchase({
      kind: 'unlock',
      creator: other,
      price: message.price ?? 0,
      mediaId,
      within: message.id,
      media: message.media,
      onBought: () => {
        setOpened(true)
        void queryClient.invalidateQueries({ queryKey: chatKeys.messages(other.id) })
      },
    })
  const isOne = message.media.length === 1
  return (
    <div className={isOne ? '' : 'grid grid-cols-2 gap-0.5'}>
      {message.media.map((media) =>
        media.locked ? (
          <LockedTile
            key={media.id}
            media={media}
            price={message.price}
            square={!isOne}
            onUnlock={() => unlock(media.id)}
            disabledReason={isActing ? m.refusal_permission_denied() : null}
          />
        ) : (
          <MediaTile
            key={media.id}
            media={media}
            square={!isOne && media.type !== 'SOUND'}
            alt={m.chat_media_of({ name: isMine ? m.chat_you() : `@${other.username}` })}
            reveal={opened}
            {...(media.type === 'SOUND' && { className: 'col-span-2' })}
          />
        ),
      )}
      {isMine && message.price !== null && (
        <p className="col-span-2 flex items-center gap-2 px-3.5 pt-2 text-sm">
          {m.chat_for_sale()} <Coins amount={message.price} plain />
        </p>
      )}
    </div>
  )
}
