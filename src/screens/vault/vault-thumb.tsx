import type { PrivateMedia } from '../../../contract/media.ts'
import { m } from '../../paraglide/messages.js'
import { Icon } from '../../ui/icon.tsx'
import { clock } from '../../ui/media-facts.ts'
import { Picture } from '../../ui/picture.tsx'
import { reasonText } from './reason-text.ts'

/** A square that says what a media is: its picture, or its kind and length, and what it waits for. */
export function VaultThumb({ media }: { media: PrivateMedia }) {
  if (media.state !== 'ready') return <Unready media={media} />
  const isUsed = media.used_in !== null && media.used_in.posts + media.used_in.messages > 0
  return (
    <>
      {media.type === 'IMAGE' ? (
        <Picture
          src={media.thumb ?? media.preview}
          alt={media.description ?? ''}
          loading="lazy"
          decoding="async"
          className="size-full object-cover"
        />
      ) : (
        <Timed media={media} />
      )}
      {isUsed && (
        <span className="absolute bottom-1 left-1 rounded-full bg-scrim/75 p-1 text-on-scrim">
          <Icon name="check" className="size-3.5" />
          <span className="sr-only">{m.vault_used()}</span>
        </span>
      )}
    </>
  )
}

function Timed({ media }: { media: PrivateMedia }) {
  return (
    <span className="relative isolate flex size-full flex-col items-center justify-center gap-1 p-2 text-on-scrim">
      <Picture
        src={media.thumb ?? media.preview}
        alt={media.description ?? ''}
        loading="lazy"
        className="-z-20 absolute inset-0 size-full object-cover"
        instead={null}
      />
      <span className="-z-10 absolute inset-0 bg-scrim/60" />
      <Icon name={media.type === 'VIDEO' ? 'video' : 'volume-2'} className="size-7" />
      {media.duration !== null && <span className="text-sm tabular-nums">{clock(media.duration)}</span>}
      {media.name && (
        <span aria-hidden className="max-w-full truncate text-xs">
          {media.name}
        </span>
      )}
    </span>
  )
}

function Unready({ media }: { media: PrivateMedia }) {
  const failed = media.state === 'failed'
  return (
    <span className="flex size-full flex-col items-center justify-center gap-1.5 p-2 text-center text-ink-soft text-xs">
      <Icon name={failed ? 'triangle-exclamation-point' : 'clock'} className="size-6" />
      <span className="line-clamp-3">
        {failed ? m.upload_failed({ reason: reasonText(media.reason) }) : m.upload_processing()}
      </span>
    </span>
  )
}
