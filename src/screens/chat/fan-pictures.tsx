import { useRef } from 'react'
import { m } from '../../paraglide/messages.js'
import { Button } from '../../ui/button.tsx'
import { FileInput } from '../../ui/file-input.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { FanPicture } from './use-fan-pictures.ts'

/** Where a fan chooses pictures for a message. */
export function FanPictureButton({ onAdd }: { onAdd: (files: readonly File[]) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button variant="ghost" size="icon" aria-label={m.chat_pictures_add()} onClick={() => input.current?.click()}>
        <Icon name="image" />
      </Button>
      <FileInput ref={input} accept="image/*" multiple hidden aria-label={m.chat_pictures()} onFiles={onAdd} />
    </>
  )
}

type StripProps = { pictures: readonly FanPicture[]; onRemove: (key: string) => void }

/** The pictures that go along, above the field: each says how far it is, and can be taken off. */
export function FanPictureStrip({ pictures, onRemove }: StripProps) {
  if (pictures.length === 0) return null
  return (
    <ul aria-label={m.chat_pictures()} className="no-scrollbar mb-2 flex gap-2 overflow-x-auto">
      {pictures.map(({ key, name, url, percent, mediaId }) => (
        <li key={key} className="relative shrink-0">
          <img src={url ?? undefined} alt={name} className="size-20 rounded-control bg-sunken object-cover" />
          {mediaId === null && (
            <span
              role="progressbar"
              aria-label={name}
              aria-valuenow={percent}
              className="absolute inset-x-1 bottom-1 h-1 overflow-hidden rounded-full bg-scrim/60"
            >
              <span className="block h-full bg-on-scrim" style={{ width: `${percent}%` }} />
            </span>
          )}
          <button
            type="button"
            aria-label={m.chat_picture_remove({ name })}
            onClick={() => onRemove(key)}
            className="absolute top-0 right-0 flex size-11 items-start justify-end p-1"
          >
            <span className="flex size-6 items-center justify-center rounded-full bg-scrim/75 text-on-scrim">
              <Icon name="x" className="size-4" />
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
