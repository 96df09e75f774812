import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { m } from '../../paraglide/messages.js'
import { vaultQuery } from '../../queries/media.ts'
import { Button } from '../../ui/button.tsx'
import { buttonClasses } from '../../ui/button-classes.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ClosedByFlag } from '../frame/closed-here.tsx'
import { Frame } from '../frame/frame.tsx'
import { useViewer } from '../frame/viewer-context.ts'
import { MediaSheet } from './media-sheet.tsx'
import { type VaultFilter, VaultFilters } from './vault-filters.tsx'
import { VaultGrid } from './vault-grid.tsx'

/** Everything a creator has brought in, by kind, folder and tag; a tile opens what is known of it. */
export function VaultScreen() {
  const viewer = useViewer()
  const [filter, setFilter] = useState<VaultFilter>({})
  const [openId, setOpenId] = useState<string | null>(null)
  const closed = viewer?.acting_as?.permissions.can_medias === false
  const list = useInfiniteQuery({ ...vaultQuery(filter), enabled: !closed })
  const items = list.data?.pages.flatMap((page) => page.data)
  const isFiltered = Object.values(filter).some((it) => it !== undefined)
  const add = (
    <Link to="/upload" aria-label={m.vault_upload()} className={buttonClasses({ variant: 'ghost', size: 'icon' })}>
      <Icon name="plus" className="size-5" />
    </Link>
  )
  if (closed) {
    return (
      <Frame title={m.vault_title()}>
        <ClosedByFlag flag="can_medias" />
      </Frame>
    )
  }
  return (
    <Frame title={m.vault_title()} back="/settings" actions={add}>
      <VaultFilters filter={filter} onChange={setFilter} />
      <VaultGrid
        list={list}
        items={items}
        onOpen={(it) => setOpenId(it.id)}
        empty={isFiltered ? <NoneMatch onAll={() => setFilter({})} /> : <EmptyVault />}
      />
      <MediaSheet media={items?.find((it) => it.id === openId) ?? null} onClose={() => setOpenId(null)} />
    </Frame>
  )
}

function EmptyVault() {
  const action = (
    <Link to="/upload" className={buttonClasses({ variant: 'primary' })}>
      {m.vault_upload()}
    </Link>
  )
  return (
    <EmptyState title={m.vault_empty_title()} action={action}>
      {m.vault_empty_text()}
    </EmptyState>
  )
}

function NoneMatch({ onAll }: { onAll: () => void }) {
  return (
    <EmptyState title={m.vault_none_title()} action={<Button onClick={onAll}>{m.vault_none_action()}</Button>}>
      {m.vault_none_text()}
    </EmptyState>
  )
}
