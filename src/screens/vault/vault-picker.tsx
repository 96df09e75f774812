import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '../../paraglide/messages.js'
import { vaultQuery } from '../../queries/media.ts'
import { useUploads } from '../../stores/uploads.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { DropZone } from './drop-zone.tsx'
import { UploadRow } from './upload-row.tsx'
import { type VaultFilter, VaultFilters } from './vault-filters.tsx'
import { VaultGrid } from './vault-grid.tsx'

type VaultPickerProps = {
  open: boolean
  onClose: () => void
  /** The media that are chosen already, in their order. */
  chosen: readonly string[]
  onChoose: (ids: string[]) => void
  most: number
}

/** Media for a post: from the vault, or brought in on the spot, which chooses them at once. */
export function VaultPicker({ open, onClose, chosen, onChoose, most }: VaultPickerProps) {
  const [filter, setFilter] = useState<VaultFilter>({})
  const [ids, setIds] = useState<readonly string[]>(chosen)
  const [wasOpen, setWasOpen] = useState(open)
  const uploads = useUploads((it) => it.items)
  const [seen, setSeen] = useState<readonly string[]>([])
  const list = useInfiniteQuery({ ...vaultQuery(filter), enabled: open })
  const arrived = uploads.flatMap((it) =>
    it.state === 'ready' && it.mediaId !== null && !seen.includes(it.mediaId) ? [it.mediaId] : [],
  )
  if (open !== wasOpen) {
    setWasOpen(open)
    setIds(chosen)
    setSeen(uploads.flatMap((it) => it.mediaId ?? []))
  } else if (open && arrived.length > 0) {
    setSeen([...seen, ...arrived])
    setIds([...new Set([...ids, ...arrived])].slice(0, most))
  }
  const toggle = (id: string) => setIds(ids.includes(id) ? ids.filter((it) => it !== id) : [...ids, id].slice(0, most))
  const underWay = uploads.filter((it) => it.state !== 'ready')
  return (
    <Sheet
      open={open}
      onOpenChange={(to) => to || onClose()}
      title={m.composer_add_title()}
      actions={
        <Button
          variant="primary"
          onClick={() => {
            onChoose([...ids])
            onClose()
          }}
        >
          {m.composer_add_done({ count: ids.length })}
        </Button>
      }
    >
      <DropZone compact />
      {underWay.length > 0 && (
        <ul className="-mx-4 divide-y divide-hairline sm:-mx-6">
          {underWay.map((item) => (
            <UploadRow key={item.key} item={item} />
          ))}
        </ul>
      )}
      <div className="-mx-5 mt-4 sm:-mx-6">
        <VaultFilters filter={filter} onChange={setFilter} />
        <VaultGrid
          list={list}
          items={list.data?.pages.flatMap((page) => page.data).filter((it) => it.state !== 'failed')}
          onOpen={(it) => toggle(it.id)}
          chosen={ids}
          empty={<EmptyState title={m.vault_none_title()} />}
        />
      </div>
    </Sheet>
  )
}
