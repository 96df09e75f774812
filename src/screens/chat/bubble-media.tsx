import { useQueryClient } from '@tanstack/react-query'
import { createContext, use, useState } from 'react'
import type { Message } from '../../../contract/chat.ts'
import type { Media } from '../../../contract/media.ts'
import type { PublicProfile } from '../../../contract/users.ts'
import { m } from '../../paraglide/messages.js'
import { chatKeys } from '../../queries/chat-keys.ts'
import type { LightboxItem } from '../../stores/lightbox.ts'
import { openPurchase } from '../../stores/purchase.ts'
import { reveal, useRevealed } from '../../stores/revealed.ts'
import { Coins } from '../../ui/coins.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LockedTile } from '../../ui/locked-tile.tsx'
import { mediaRatio } from '../../ui/media-facts.ts'
import { MediaTile } from '../../ui/media-tile.tsx'
import { useClosed } from '../frame/use-closed.ts'

/** Shows a media of the conversation whole. */
export const OpenMedia = createContext<((mediaId: string) => void) | null>(null)

/** With whom a conversation is. */
export type Other = Pick<PublicProfile, 'id' | 'username' | 'display_name' | 'is_creator'>

/** Pictures, films and sounds of a message; what is locked is bought whole with one button. */
export function BubbleMedia({ message, other, eager = false }: { message: Message; other: Other; eager?: boolean }) {
  const queryClient = useQueryClient()
  const closed = useClosed('owner')
  const open = use(OpenMedia)
  const [opened, setOpened] = useState(false)
  const unlock = (mediaId: string) =>
    unlockMessage(message, other, mediaId, () => {
      setOpened(true)
      void queryClient.invalidateQueries({ queryKey: chatKeys.messages(other.id) })
    })
  const isOne = message.media.length === 1
  const isCovered = useIsCovered(other)
  return (
    <div className="flex flex-wrap gap-0.5">
      {message.media.map((media) => (
        <div key={media.id} className="min-w-0" style={besideOthers(media, isOne)}>
          {media.locked ? (
            <LockedTile
              media={media}
              price={message.price}
              square={!isOne}
              onUnlock={() => unlock(media.id)}
              disabledReason={closed}
            />
          ) : isCovered(message, media) ? (
            <CoveredPicture media={media} other={other} isOne={isOne} />
          ) : (
            <MediaTile
              media={media}
              alt={altOf(message, other)}
              reveal={opened}
              eager={eager}
              {...(open && { onOpen: () => open(media.id) })}
            />
          )}
        </div>
      ))}
      {isMine(message, other) && message.price !== null && (
        <p className="flex w-full items-center gap-2 px-3.5 pt-2 text-sm">
          {message.sold ? m.chat_sold() : m.chat_for_sale()} <Coins amount={message.price} plain />
        </p>
      )}
    </div>
  )
}

/**
 * Several share a row as far as they go into one, each in its own shape: the width that it takes and what is left over
 * are in the ratio of its sides, so that all of a row are of one height.
 */
function besideOthers(media: Media, isOne: boolean) {
  if (isOne || media.type === 'SOUND') return { flexBasis: '100%' }
  const ratio = media.locked ? 1 : mediaRatio(media)
  return { flex: `${ratio} 1 ${(ratio * rowRem).toFixed(2)}rem` }
}
const rowRem = 7

type CoveredProps = { media: Media; other: Other; isOne: boolean }

/** A picture from a fan, blurred until the creator wants to see it: it may be one that hurts. */
function CoveredPicture({ media, other, isOne }: CoveredProps) {
  return (
    <button
      type="button"
      aria-label={m.chat_picture_covered({ name: `@${other.username}` })}
      onClick={() => reveal(media.id)}
      style={{ aspectRatio: isOne ? mediaRatio(media) : 1 }}
      className="relative flex w-full items-end justify-center overflow-hidden bg-sunken p-3"
    >
      {media.preview && (
        <img src={media.preview} alt="" className="absolute inset-0 size-full scale-125 object-cover blur-xl" />
      )}
      <span className="relative flex items-center gap-2 rounded-full bg-scrim/75 px-3 py-1.5 font-medium text-on-scrim text-sm">
        <Icon name="eye" className="size-4 shrink-0" />
        {m.chat_picture_show()}
      </span>
    </button>
  )
}

/** Says which pictures are covered: what a fan sent, for all who read it on the creator's side. */
export function useIsCovered(other: Other): (message: Message, media: Media) => boolean {
  const revealed = useRevealed((it) => it.ids)
  return (message, media) =>
    !isMine(message, other) && !other.is_creator && media.type === 'IMAGE' && !revealed.has(media.id)
}

type ItemOptions = {
  canBuy: boolean
  onBought: () => void
  isCovered: ReturnType<typeof useIsCovered>
}

/** The media of a conversation in the order in which they were sent, but none that is covered; `messages` has the newest first. */
export const conversationItems = (
  messages: readonly Message[],
  other: Other,
  { canBuy, onBought, isCovered }: ItemOptions,
): LightboxItem[] =>
  messages.toReversed().flatMap((message) =>
    message.media
      .filter((media) => !isCovered(message, media))
      .map((media) => ({
        media,
        alt: altOf(message, other),
        price: message.price,
        ...(other.is_creator && canBuy && { creator: other }),
        ...(canBuy && { onUnlock: () => unlockMessage(message, other, media.id, onBought) }),
      })),
  )

const unlockMessage = (message: Message, other: Other, mediaId: string, onBought: () => void) =>
  openPurchase({
    kind: 'unlock',
    creator: other,
    price: message.price ?? 0,
    mediaId,
    within: message.id,
    media: message.media,
    onBought,
  })

const isMine = (message: Message, other: Other): boolean => message.sender.id !== other.id

const altOf = (message: Message, other: Other): string =>
  m.chat_media_of({ name: isMine(message, other) ? m.chat_you() : `@${other.username}` })
