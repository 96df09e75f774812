import type { Thumbnail as Facts } from '../../contract/notifications.ts'
import { Icon } from './icon.tsx'
import { Picture } from './picture.tsx'

/** The picture of a post or message, the silhouette of a locked one, or what kind of thing it is. */
export function Thumbnail({ thumbnail: { type, locked, picture, preview } }: { thumbnail: Facts }) {
  return (
    <span className="relative isolate flex size-12 shrink-0 items-center justify-center overflow-hidden rounded-control bg-sunken">
      {picture === null && preview && (
        <img src={preview} alt="" loading="lazy" decoding="async" className="silhouette" />
      )}
      {picture && <Picture src={picture} alt="" loading="lazy" decoding="async" className="size-full object-cover" />}
      {(locked || type !== 'IMAGE') && (
        <span className="absolute flex size-6 items-center justify-center rounded-full bg-scrim text-on-scrim">
          <Icon name={locked ? 'lock' : type === 'VIDEO' ? 'play' : 'volume-2'} className="size-3.5" />
        </span>
      )}
    </span>
  )
}
