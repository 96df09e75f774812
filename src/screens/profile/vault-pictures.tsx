import { m } from '../../paraglide/messages.js'
import { EmptyState } from '../../ui/empty-state.tsx'
import { TileContent, tileName } from '../vault/tile-content.tsx'
import { VaultBrowser } from '../vault/vault-browser.tsx'

/** The photos of the vault, one of which becomes the face or the cover. */
export function VaultPictures({ onChoose }: { onChoose: (id: string) => void }) {
  return (
    <section className="mt-8 flex h-[70dvh] flex-col">
      <h2 className="pb-3 font-bold">{m.edit_picture_vault()}</h2>
      <VaultBrowser
        filter={{ type: 'IMAGE' }}
        label={m.edit_picture_vault()}
        empty={<EmptyState scene="trunk" title={m.profile_pictures_empty()} />}
        renderTile={(tile, _number, tabIndex) => (
          <button
            type="button"
            tabIndex={tabIndex}
            aria-disabled={tile.state !== 'ready' || undefined}
            onClick={() => tile.state === 'ready' && onChoose(tile.id)}
            className="block size-full focus-visible:outline-offset-[-4px]"
          >
            <span className="sr-only">{m.vault_open({ name: tileName(tile) })}</span>
            <TileContent tile={tile} />
          </button>
        )}
      />
    </section>
  )
}
