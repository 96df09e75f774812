import type { VaultTile } from '../../../contract/vault.ts'
import { m } from '../../paraglide/messages.js'
import { Icon } from '../../ui/icon.tsx'
import { Picture } from '../../ui/picture.tsx'
import { tileName } from '../vault/tile-content.tsx'

/** A media that is chosen for a message; the owner's view of a media has all of it too. */
export type Chosen = Pick<VaultTile, 'id' | 'type' | 'name' | 'preview' | 'thumb' | 'for_fan'> & {
  is_public: boolean | null
}

type AttachedStripProps = {
  chosen: readonly Chosen[]
  /** Null while nothing is sold. */
  previewIds: readonly string[] | null
  onPreviews: (ids: readonly string[]) => void
}

/** What is chosen, in its order; while it is sold, each can be a free preview. */
export function AttachedStrip({ chosen, previewIds, onPreviews }: AttachedStripProps) {
  return (
    <ul className="no-scrollbar flex gap-2 overflow-x-auto">
      {chosen.map((media) => {
        const isPreview = previewIds?.includes(media.id) ?? false
        return (
          <li key={media.id} className="flex shrink-0 flex-col items-center">
            <Picture
              src={media.thumb ?? media.preview}
              alt={tileName(media)}
              className="size-14 rounded-control bg-sunken object-cover"
            />
            {previewIds !== null && (
              <button
                type="button"
                aria-pressed={isPreview}
                onClick={() =>
                  onPreviews(isPreview ? previewIds.filter((id) => id !== media.id) : [...previewIds, media.id])
                }
                className="min-h-11 px-1 text-xs aria-pressed:font-bold"
              >
                <Icon name={isPreview ? 'check' : 'eye'} className="mr-1 inline size-3.5" />
                {m.chat_attach_preview()}
              </button>
            )}
          </li>
        )
      })}
    </ul>
  )
}
