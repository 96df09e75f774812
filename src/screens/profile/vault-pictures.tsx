import { useInfiniteQuery } from '@tanstack/react-query'
import { m } from '../../paraglide/messages.js'
import { vaultQuery } from '../../queries/media.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { VaultGrid } from '../vault/vault-grid.tsx'

/** The photos of the vault, one of which becomes the face or the cover. */
export function VaultPictures({ onChoose }: { onChoose: (id: string) => void }) {
  const list = useInfiniteQuery(vaultQuery({ type: 'IMAGE' }))
  const pictures = list.data?.pages.flatMap((page) => page.data).filter((it) => it.state === 'ready')
  return (
    <section className="-mx-4 mt-8 sm:-mx-6">
      <h2 className="px-4 pb-3 font-bold sm:px-6">{m.edit_picture_vault()}</h2>
      <VaultGrid
        list={list}
        items={pictures}
        onOpen={(it) => onChoose(it.id)}
        empty={<EmptyState title={m.profile_pictures_empty()} />}
      />
    </section>
  )
}
