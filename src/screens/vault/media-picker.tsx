import { Suspense } from 'react'
import { m } from '../../paraglide/messages.js'
import { lazily, useIsLate } from '../../ui/lazily.ts'
import type { MediaPickerProps } from './media-picker-panel.tsx'
import { TilesSkeleton } from './tiles-skeleton.tsx'

/** Choosing media from the vault. Its code, which is most of the vault's, is fetched when the first picker opens. */
export function MediaPicker(props: MediaPickerProps) {
  return (
    <Suspense fallback={<Late />}>
      <MediaPickerPanel {...props} />
    </Suspense>
  )
}

function Late() {
  const isLate = useIsLate()
  return (
    <div className="px-4 pt-2 sm:px-6">
      {isLate && (
        <p role="status" className="mb-3 text-ink-soft text-sm">
          {m.ui_late()}
        </p>
      )}
      <TilesSkeleton />
    </div>
  )
}

const MediaPickerPanel = lazily(async () => (await import('./media-picker-panel.tsx')).MediaPickerPanel)
