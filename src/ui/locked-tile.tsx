import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import type { Media } from '../../contract/media.ts'
import { m } from '../paraglide/messages.js'
import { Button } from './button.tsx'
import { Coins } from './coins.tsx'
import { Icon } from './icon.tsx'
import { mediaFacts, mediaRatio } from './media-facts.ts'

type LockedTileProps = {
  media: Media
  onUnlock?: (() => void) | undefined
  /** The purchase is under way: it waits and shows, nothing moves yet. */
  busy?: boolean
  /** Why it cannot be bought now. */
  disabledReason?: string | null | undefined
  /** The price, when a post or message is bought whole; otherwise the media's own. */
  price?: number | null
  /** What opens it when it is not for sale: "For subscribers". */
  reason?: string | null
  /** How to unlock it without a purchase: a subscribe or follow button. */
  action?: ReactNode
  square?: boolean
  className?: string
}

/** A locked media: blur, lock, kind, price, one button. */
export function LockedTile({
  media,
  onUnlock,
  busy = false,
  disabledReason,
  price = media.price,
  reason,
  action,
  square = false,
  className,
}: LockedTileProps) {
  return (
    <figure
      className={clsx('@container relative isolate flex flex-col overflow-hidden bg-scrim text-on-scrim', className)}
      style={{ aspectRatio: square ? 1 : mediaRatio(media), minHeight: square ? undefined : '11rem' }}
    >
      {media.preview && (
        <img
          src={media.preview}
          alt=""
          loading="lazy"
          decoding="async"
          className="-z-10 absolute inset-0 size-full scale-110 object-cover blur-xl"
        />
      )}
      <span aria-hidden="true" className="-z-10 absolute inset-0 bg-scrim/55" />
      <figcaption className="m-auto flex max-w-full flex-col items-center gap-1 p-4 text-center @max-[13rem]:gap-0 @max-[13rem]:p-1">
        <Icon name="lock" className="size-6 @max-[13rem]:size-5" />
        <span className="font-semibold @max-[13rem]:text-sm">{reason ?? m.ui_locked()}</span>
        <span className="text-sm tabular-nums @max-[13rem]:text-xs">{mediaFacts(media)}</span>
        {action ??
          (price !== null && onUnlock && (
            <span className="mt-3 @max-[13rem]:mt-1">
              <Button
                variant="brass"
                className="@max-[13rem]:px-2 @max-[13rem]:text-sm @max-[9rem]:px-1 @max-[9rem]:text-xs"
                onClick={onUnlock}
                busy={busy}
                disabledReason={disabledReason}
              >
                <span className="@max-[13rem]:sr-only">{busy ? m.ui_unlocking() : m.ui_unlock()}</span>
                {!busy && <Coins amount={price} plain />}
              </Button>
            </span>
          ))}
      </figcaption>
    </figure>
  )
}
