import { useQueries } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { mediaPerPost } from '../../../contract/limits.ts'
import type { PrivateMedia } from '../../../contract/media.ts'
import { m } from '../../paraglide/messages.js'
import { mediaQuery } from '../../queries/uploads.ts'
import { Button } from '../../ui/button.tsx'
import { buttonClasses } from '../../ui/button-classes.ts'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icon-names.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useViewer } from '../frame/viewer-context.ts'
import { DropAnywhere } from '../vault/drop-anywhere.tsx'
import { mediaName } from '../vault/media-name.ts'
import { VaultPicker } from '../vault/vault-picker.tsx'
import { VaultThumb } from '../vault/vault-thumb.tsx'
import { Describe } from './describe.tsx'
import type { DraftState } from './draft-state.ts'

/** What is known of the chosen media, in their order; undefined while it is fetched. */
export const useChosenMedia = (ids: readonly string[]): (PrivateMedia | undefined)[] =>
  useQueries({ queries: ids.map((id) => mediaQuery(id)), combine: (all) => all.map((it) => it.data) })

type ComposerMediaProps = {
  draft: DraftState
  chosen: readonly (PrivateMedia | undefined)[]
  onChange: (part: Partial<DraftState>) => void
}

/** The files of a post in their order; in a restricted post each can be a free preview. */
export function ComposerMedia({ draft, chosen, onChange }: ComposerMediaProps) {
  const [picking, setPicking] = useState(false)
  const pick = useCallback(() => setPicking(true), [])
  const closed = useViewer()?.acting_as?.permissions.can_medias === false
  const { mediaIds, previewIds } = draft
  const without = (id: string) => mediaIds.filter((it) => it !== id)
  return (
    <section aria-label={m.composer_media()} className="flex flex-col gap-3">
      {mediaIds.length > 0 && (
        <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3">
          {mediaIds.map((id, at) => {
            const media = chosen[at]
            const name = media ? mediaName(media) : String(at + 1)
            const isPreview = previewIds.includes(id)
            return (
              <li key={id} className="flex flex-col gap-1">
                <span className="relative block aspect-square overflow-hidden rounded-media bg-sunken">
                  {media ? <VaultThumb media={media} /> : <Skeleton className="size-full" />}
                  {isPreview && draft.visibility !== 'public' && (
                    <span className="absolute inset-x-0 bottom-0 bg-scrim/75 px-2 py-1 font-medium text-on-scrim text-xs">
                      {m.composer_preview_on()}
                    </span>
                  )}
                </span>
                <span className="flex">
                  {draft.visibility !== 'public' && (
                    <Act
                      icon={isPreview ? 'eye' : 'eye-off'}
                      label={m.composer_preview({ name })}
                      pressed={isPreview}
                      onClick={() =>
                        onChange({ previewIds: isPreview ? previewIds.filter((it) => it !== id) : [...previewIds, id] })
                      }
                    />
                  )}
                  {at > 0 && (
                    <Act
                      icon="arrow-left"
                      label={m.composer_earlier({ name })}
                      onClick={() => onChange({ mediaIds: without(id).toSpliced(at - 1, 0, id) })}
                    />
                  )}
                  <Act
                    icon="x"
                    label={m.composer_remove({ name })}
                    className="ml-auto"
                    onClick={() =>
                      onChange({ mediaIds: without(id), previewIds: previewIds.filter((it) => it !== id) })
                    }
                  />
                </span>
                {draft.visibility !== 'public' && !isPreview && media?.is_public && (
                  <p className="text-ink-soft text-xs">{m.composer_media_public()}</p>
                )}
                {media && <Describe media={media} disabledReason={closed ? m.composer_media_closed() : null} />}
              </li>
            )
          })}
        </ul>
      )}
      <Button
        className="self-start"
        disabledReason={closed ? m.composer_media_closed() : null}
        onClick={() => setPicking(true)}
      >
        <Icon name="image" className="size-5" />
        {m.composer_add()}
      </Button>
      {/* What is dropped or pasted beside the text is chosen as it arrives, which the open picker does. */}
      {!closed && <DropAnywhere onFiles={pick} />}
      <VaultPicker
        open={picking}
        onClose={() => setPicking(false)}
        chosen={mediaIds}
        onChoose={(ids) => onChange({ mediaIds: ids })}
        most={mediaPerPost}
      />
    </section>
  )
}

type ActProps = { icon: IconName; label: string; onClick: () => void; pressed?: boolean; className?: string }

function Act({ icon, label, onClick, pressed, className = '' }: ActProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-pressed={pressed}
      onClick={onClick}
      className={`${buttonClasses({ variant: 'ghost', size: 'icon' })} ${className}`}
    >
      <Icon name={icon} className="size-5" />
    </button>
  )
}
