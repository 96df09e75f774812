import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import type { Media } from '../../contract/media.ts'
import { coinsText } from '../lib/money.ts'
import { m } from '../paraglide/messages.js'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import { mediaRatio, setFacts, wholeOnScreen } from './media-facts.ts'
import { Priced } from './price.tsx'

type LockedTileProps = {
  media: Media
  /** All that is opened together with it, for their number and length. */
  all?: readonly Media[]
  onUnlock?: (() => void) | undefined
  /** The purchase is under way: it waits and shows, nothing moves yet. */
  busy?: boolean
  /** Why it cannot be bought now. */
  disabledReason?: string | null | undefined
  /** The price, when a post or message is bought whole; otherwise the media's own. */
  price?: number | null
  /** What else is said of it: who may see it, how many have unlocked it. */
  notes?: readonly string[]
  /** How to unlock it without a purchase: a subscribe or follow button. */
  action?: ReactNode
  square?: boolean
  className?: string
}

/** A locked media: its colours and shapes, what is behind it, one button with the price. */
export function LockedTile({
  media,
  all = [media],
  onUnlock,
  busy = false,
  disabledReason,
  price = media.price,
  notes = [],
  action,
  square = false,
  className,
}: LockedTileProps) {
  const sells = price !== null && onUnlock !== undefined
  const small = [...(sells && !action ? [coinsText(price)] : []), ...notes].join(' · ')
  return (
    <figure
      className={clsx('@container locked', className)}
      style={square ? { aspectRatio: 1 } : { ...wholeOnScreen(mediaRatio(media)), minHeight: '11rem' }}
    >
      {media.preview && <img src={media.preview} alt="" loading="lazy" decoding="async" className="silhouette" />}
      <figcaption className="locked-caption">
        <span className="min-w-0 flex-1 basis-40 @max-[13rem]:basis-full">
          <span className="flex items-center gap-1.5 font-semibold @max-[13rem]:text-sm">
            <Icon name="lock" className="size-5" />
            <span className="sr-only">{m.ui_locked()}</span>
            {setFacts(all)}
          </span>
          {small && <span className="block text-sm tabular-nums @max-[13rem]:text-xs">{small}</span>}
        </span>
        {action ??
          (sells && (
            <Button
              variant="brass"
              className="@max-[13rem]:w-full @max-[13rem]:px-2 @max-[13rem]:text-sm @max-[9rem]:px-1 @max-[9rem]:text-xs"
              onClick={onUnlock}
              busy={busy}
              disabledReason={disabledReason}
            >
              {busy ? m.ui_unlocking() : <Priced label={m.ui_unlock()} price={price} />}
            </Button>
          ))}
      </figcaption>
    </figure>
  )
}
