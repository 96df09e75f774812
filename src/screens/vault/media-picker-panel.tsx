import { useState } from 'react'
import type { VaultTile } from '../../../contract/vault.ts'
import type { GridFilter } from '../../lib/vault-search.ts'
import { m } from '../../paraglide/messages.js'
import { type UploadItem, useUploads } from '../../stores/uploads.ts'
import { buttonClasses } from '../../ui/button-classes.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useOnBehalf } from '../frame/on-behalf.ts'
import { DropZone } from './drop-zone.tsx'
import { TileContent, tileName } from './tile-content.tsx'
import { UploadRow } from './upload-row.tsx'
import { VaultBrowser } from './vault-browser.tsx'
import { VaultFilters } from './vault-filters.tsx'

export type MediaPickerProps = {
  /** The ids of what is chosen, in their order. */
  chosen: readonly string[]
  onToggle: (tile: VaultTile) => void
  /** The fan of the conversation, of whom each media says whether they own it or were sent it. */
  forFan?: string | undefined
  /** A media that is still being made ready can be chosen. */
  allowsProcessing?: boolean
}

/**
 * The vault with all its filters, to choose media from, and a way to bring in more. At the desk it is that of the creator
 * for whom the operator answers. It fills a wide sheet.
 */
export function MediaPickerPanel({ chosen, onToggle, forFan, allowsProcessing = false }: MediaPickerProps) {
  const [filter, setFilter] = useState<GridFilter>({})
  const isAtDesk = useOnBehalf() !== null
  const isFiltered = Object.values(filter).some((it) => it !== undefined)
  return (
    <>
      <VaultFilters
        compact
        filter={{ ...filter, for: forFan }}
        onChange={({ for: _fan, ...changed }) => setFilter(changed)}
        panelId="picker-grid"
      />
      <div className="shrink-0 px-4 pt-2 sm:px-6">
        {isAtDesk ? <p className="text-ink-soft text-sm">{m.vault_upload_acting()}</p> : <AddFiles />}
      </div>
      <div
        id="picker-grid"
        role="tabpanel"
        aria-label={m.vault_title()}
        className="flex min-h-0 flex-1 flex-col px-4 sm:px-6"
      >
        <VaultBrowser
          filter={{ ...filter, for: forFan }}
          label={m.vault_title()}
          empty={
            isFiltered ? (
              <EmptyState scene="trunk" title={m.vault_none_title()} />
            ) : (
              <EmptyState scene="trunk" title={m.vault_empty_title()}>
                {m.vault_empty_text()}
              </EmptyState>
            )
          }
          renderTile={(tile, _number, tabIndex) => {
            const at = chosen.indexOf(tile.id)
            const mayChoose = tile.state === 'ready' || (allowsProcessing && tile.state === 'processing')
            return (
              <button
                type="button"
                data-item
                tabIndex={tabIndex}
                aria-pressed={at >= 0}
                aria-disabled={!mayChoose || undefined}
                onClick={() => mayChoose && onToggle(tile)}
                className="block size-full overflow-hidden focus-visible:outline-offset-[-4px]"
              >
                <span className="sr-only">{m.vault_pick({ name: tileName(tile) })}</span>
                <TileContent tile={tile} />
                {at >= 0 && (
                  <span className="absolute inset-0 flex items-start justify-end border-4 border-signal p-1.5">
                    <span className="flex size-6 items-center justify-center rounded-full bg-ink font-bold text-paper text-xs tabular-nums">
                      {at + 1}
                    </span>
                  </span>
                )}
              </button>
            )
          }}
        />
      </div>
    </>
  )
}

/** The way to bring in more, and what is on its way. */
function AddFiles() {
  const [isUploading, setIsUploading] = useState(false)
  const underWay = useUploads((it) => it.items).filter((it) => it.state !== 'ready')
  const isOpen = isUploading || underWay.length > 0
  return (
    <>
      {!isOpen && (
        <button
          type="button"
          onClick={() => setIsUploading(true)}
          className={buttonClasses({ variant: 'ghost', size: 'sm' })}
        >
          <Icon name="upload" className="size-5" />
          {m.vault_upload()}
        </button>
      )}
      {isOpen && <DropZone compact />}
      <Uploads items={underWay} />
    </>
  )
}

function Uploads({ items }: { items: readonly UploadItem[] }) {
  if (items.length === 0) return null
  return (
    <ul className="-mx-4 max-h-40 divide-y divide-hairline overflow-y-auto sm:-mx-6">
      {items.map((item) => (
        <UploadRow key={item.key} item={item} />
      ))}
    </ul>
  )
}
