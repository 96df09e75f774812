import type { PointerEvent } from 'react'
import { m } from '../../paraglide/messages.js'
import type { LightboxItem } from '../../stores/lightbox.ts'
import { Film } from '../../ui/film.tsx'
import { LockedTile } from '../../ui/locked-tile.tsx'
import { Picture } from '../../ui/picture.tsx'
import { SoundPlayer } from '../../ui/sound-player.tsx'

/** What is not an open picture: a film, a sound, or a locked media with what opens it. */
export function Other({ item, isCurrent }: { item: LightboxItem; isCurrent: boolean }) {
  const { media, alt, price = null, onUnlock, action } = item
  if (media.locked) {
    return (
      <div className="w-full max-w-lg px-4">
        <LockedTile media={media} price={price} {...(onUnlock ? { onUnlock } : action && { action })} />
      </div>
    )
  }
  if (media.type === 'SOUND')
    return (
      <div className="w-full max-w-lg px-4" onPointerDown={keep} onPointerMove={keep}>
        <SoundPlayer
          media={media}
          label={media.description ?? alt}
          by={alt}
          className="rounded-media bg-paper text-ink"
        />
      </div>
    )
  if (media.url === null) return <Picture src={media.preview} alt={m.ui_media_failed()} className="max-h-full" />
  // A film beside the one that is seen does not play on.
  return (
    <Film
      key={isCurrent ? 'seen' : 'beside'}
      media={media}
      label={media.description ?? alt}
      autoPlay={isCurrent}
      onPointerDown={keepControls}
      className="size-full object-contain"
    />
  )
}

/** What is moved here is not a swipe. */
const keep = (event: PointerEvent) => event.stopPropagation()

/** The bar at the foot of a film is for seeking. */
const keepControls = (event: PointerEvent<HTMLElement>) => {
  if (event.nativeEvent.offsetY > event.currentTarget.clientHeight - controlsHeight) event.stopPropagation()
}
const controlsHeight = 72
