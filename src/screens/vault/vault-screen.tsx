import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react'
import type { VaultTile } from '../../../contract/vault.ts'
import type { GridFilter } from '../../lib/vault-search.ts'
import { m } from '../../paraglide/messages.js'
import { mediaQuery } from '../../queries/uploads.ts'
import { vaultIndexQuery } from '../../queries/vault.ts'
import { Button } from '../../ui/button.tsx'
import { buttonClasses } from '../../ui/button-classes.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ClosedByFlag } from '../frame/closed-here.tsx'
import { Frame } from '../frame/frame.tsx'
import { useViewer } from '../frame/viewer-context.ts'
import { BulkBar } from './bulk-bar.tsx'
import { DropAnywhere } from './drop-anywhere.tsx'
import { FolderRename } from './folder-rename.tsx'
import { MediaSheet } from './media-sheet.tsx'
import { countOf, everything, isSelected, nothing, type Selection, selectRange, toggle } from './selection.ts'
import { TileContent, tileName } from './tile-content.tsx'
import type { Tiles } from './use-tiles.ts'
import { VaultBrowser } from './vault-browser.tsx'
import { VaultFilters } from './vault-filters.tsx'
import { VaultUsage } from './vault-usage.tsx'

/** Everything a creator has brought in, with its filter in the address; a tile opens what is known of it. */
export function VaultScreen({ filter }: { filter: GridFilter }) {
  const viewer = useViewer()
  if (viewer?.acting_as?.permissions.can_medias === false) {
    return (
      <Frame title={m.vault_title()}>
        <ClosedByFlag flag="can_medias" />
      </Frame>
    )
  }
  return <Vault filter={filter} />
}

function Vault({ filter }: { filter: GridFilter }) {
  const navigate = useNavigate()
  const setFilter = (search: GridFilter) => void navigate({ to: '/settings/private-medias', search, replace: true })
  const all = useQuery(vaultIndexQuery(filter)).data?.count ?? 0
  const selecting = useSelecting(filter, all)
  const [openId, setOpenId] = useState<string | null>(null)
  const { data: open } = useQuery({ ...mediaQuery(openId ?? ''), enabled: openId !== null })
  const isTrash = filter.place === 'trash'
  return (
    <Frame
      wide
      title={isTrash ? m.vault_trash() : m.vault_title()}
      back={isTrash ? '/settings/private-medias' : '/settings'}
      actions={<Actions isTrash={isTrash} isSelecting={selecting.isOn} onSelect={selecting.begin} />}
    >
      <DropAnywhere />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys act on the tiles inside. */}
      <div onKeyDown={selecting.onKey} className="mx-auto flex h-(--stage) w-full max-w-360 flex-col">
        <div className="shrink-0 px-4 pt-3 sm:px-6">
          <VaultUsage />
        </div>
        <VaultFilters
          filter={filter}
          onChange={setFilter}
          folderAction={
            filter.folder !== undefined && (
              <FolderRename folder={filter.folder} onRenamed={(folder) => setFilter({ ...filter, folder })} />
            )
          }
        />
        {isTrash && <p className="shrink-0 px-4 pb-2 text-ink-soft text-sm sm:px-6">{m.vault_trash_text()}</p>}
        <div
          id="vault-grid"
          role="tabpanel"
          aria-label={m.vault_title()}
          className="flex min-h-0 flex-1 flex-col pl-4 sm:pl-6"
        >
          <VaultBrowser
            filter={filter}
            label={m.vault_title()}
            tilesRef={selecting.tiles}
            empty={<Empty filter={filter} onAll={() => setFilter({})} />}
            renderTile={(tile, number, tabIndex) => (
              <VaultTileButton
                tile={tile}
                tabIndex={tabIndex}
                isSelecting={selecting.isOn || isTrash}
                isSelected={isSelected(selecting.selection, { id: tile.id, number })}
                onSelect={(event) => selecting.select(tile.id, number, event.shiftKey)}
                onOpen={() => setOpenId(tile.id)}
              />
            )}
          />
        </div>
        {selecting.isOn && (
          <BulkBar
            selection={selecting.selection}
            filter={filter}
            all={all}
            onSelectAll={selecting.selectAll}
            onClear={selecting.clear}
          />
        )}
      </div>
      {openId !== null && <MediaSheet media={open?.id === openId ? open : null} onClose={() => setOpenId(null)} />}
    </Frame>
  )
}

/** What is selected under this filter, and how tiles and keys change it. */
function useSelecting(filter: GridFilter, all: number) {
  const [selection, setSelection] = useState<Selection>(nothing)
  const [hasBegun, setHasBegun] = useState(false)
  const tiles = useRef<Tiles | null>(null)
  // Another filter matches other media; after an upload every media has another number, but still its id.
  const query = JSON.stringify(filter)
  const [shown, setShown] = useState({ query, all })
  if (shown.query !== query || shown.all !== all) {
    setShown({ query, all })
    setSelection(shown.query !== query || selection.stretch ? nothing : { ...selection, anchor: null })
  }
  const clear = () => {
    setSelection(nothing)
    setHasBegun(false)
  }
  const selectAll = () => setSelection(everything(all))
  const isOn = hasBegun || countOf(selection) > 0
  return {
    selection,
    tiles,
    isOn,
    begin: () => setHasBegun(true),
    clear,
    selectAll,
    select: (id: string, number: number, isRange: boolean) =>
      setSelection(
        isRange
          ? selectRange(selection, { id, number }, (at) => tiles.current?.at(at)?.id)
          : toggle(selection, { id, number }),
      ),
    onKey: (event: KeyboardEvent) => {
      const isInGrid = event.target instanceof Element && event.target.closest('[data-number]') !== null
      if (!isInGrid) return
      if (event.key === 'Escape' && isOn) clear()
      if (event.key === 'a' && (event.ctrlKey || event.metaKey)) {
        event.preventDefault()
        selectAll()
      }
    },
  }
}

type VaultTileButtonProps = {
  tile: VaultTile
  tabIndex: 0 | -1
  isSelecting: boolean
  isSelected: boolean
  onSelect: (event: MouseEvent) => void
  onOpen: () => void
}

/** A tile that opens, or selects once selecting has begun; its corner selects at any time. */
function VaultTileButton({ tile, tabIndex, isSelecting, isSelected: isOn, onSelect, onOpen }: VaultTileButtonProps) {
  const name = tileName(tile)
  return (
    <>
      <button
        type="button"
        data-item
        tabIndex={tabIndex}
        aria-pressed={isSelecting ? isOn : undefined}
        onClick={(event) => (isSelecting || event.shiftKey ? onSelect(event) : onOpen())}
        className={clsx(
          'block size-full overflow-hidden focus-visible:outline-offset-[-4px]',
          isOn && 'outline-4 outline-signal outline-offset-[-4px]',
        )}
      >
        <span className="sr-only">{isSelecting ? m.vault_pick({ name }) : m.vault_open({ name })}</span>
        <TileContent tile={tile} />
      </button>
      <button
        type="button"
        tabIndex={-1}
        aria-label={m.vault_select({ name })}
        aria-pressed={isOn}
        onClick={onSelect}
        className={clsx(
          'absolute top-0 right-0 flex size-11 items-start justify-end p-1.5',
          !isOn &&
            !isSelecting &&
            'opacity-0 focus-visible:opacity-100 group-hover:opacity-100 [@media(hover:none)]:hidden',
        )}
      >
        <span
          className={clsx(
            'flex size-6 items-center justify-center rounded-full border-2',
            isOn ? 'border-paper bg-ink text-paper' : 'border-on-scrim bg-scrim/40',
          )}
        >
          {isOn && <Icon name="check" className="size-4" />}
        </span>
      </button>
    </>
  )
}

function Actions({ isTrash, isSelecting, onSelect }: { isTrash: boolean; isSelecting: boolean; onSelect: () => void }) {
  return (
    <>
      {!isSelecting && (
        // On a phone the title needs the room.
        <Button variant="ghost" onClick={onSelect} className="max-sm:w-11 max-sm:px-0">
          <Icon name="circle-check" className="size-5 sm:hidden" />
          <span className="max-sm:sr-only">{m.vault_select_begin()}</span>
        </Button>
      )}
      {!isTrash && (
        <>
          <Link
            to="/settings/private-medias"
            search={{ place: 'trash' }}
            aria-label={m.vault_trash()}
            className={buttonClasses({ variant: 'ghost', size: 'icon' })}
          >
            <Icon name="trash" className="size-5" />
          </Link>
          <Link
            to="/upload"
            aria-label={m.vault_upload()}
            className={buttonClasses({ variant: 'ghost', size: 'icon' })}
          >
            <Icon name="plus" className="size-5" />
          </Link>
        </>
      )}
    </>
  )
}

function Empty({ filter: { place, ...filter }, onAll }: { filter: GridFilter; onAll: () => void }) {
  if (Object.values(filter).some((it) => it !== undefined)) {
    return (
      <EmptyState
        scene="trunk"
        title={m.vault_none_title()}
        action={<Button onClick={onAll}>{m.vault_none_action()}</Button>}
      >
        {m.vault_none_text()}
      </EmptyState>
    )
  }
  if (place === 'trash') return <EmptyState scene="trunk" title={m.vault_trash_empty()} />
  const upload = (
    <Link to="/upload" className={buttonClasses({ variant: 'primary' })}>
      {m.vault_upload()}
    </Link>
  )
  return (
    <EmptyState scene="trunk" title={m.vault_empty_title()} action={upload}>
      {m.vault_empty_text()}
    </EmptyState>
  )
}
