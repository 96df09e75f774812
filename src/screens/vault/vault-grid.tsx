import type { ReactNode } from 'react'
import type { PrivateMedia } from '../../../contract/media.ts'
import { m } from '../../paraglide/messages.js'
import { ListEnd } from '../../ui/list-end.tsx'
import { Skeleton, Skeletons } from '../../ui/skeleton.tsx'
import { LoadError } from '../frame/load-error.tsx'
import type { ListQuery } from '../posts/post-list.tsx'
import { mediaName } from './media-name.ts'
import { VaultThumb } from './vault-thumb.tsx'

type VaultGridProps = {
  list: ListQuery
  items: readonly PrivateMedia[] | undefined
  onOpen: (media: PrivateMedia) => void
  empty: ReactNode
  /** While choosing: which are chosen, in their order. */
  chosen?: readonly string[]
}

/** Squares from top to end; while choosing, each carries its number. */
export function VaultGrid({ list, items, onOpen, empty, chosen }: VaultGridProps) {
  if (!items && list.error)
    return <LoadError error={list.error} onRetry={() => list.refetch()} busy={list.isRefetching} />
  if (!items) {
    return (
      <Skeletons className={gridClasses}>
        {[...'abcdefghijkl'].map((key) => (
          <Skeleton key={key} className="aspect-square rounded-none" />
        ))}
      </Skeletons>
    )
  }
  if (items.length === 0) return empty
  return (
    <div id="vault-grid" role="tabpanel" aria-label={m.vault_title()}>
      <div className={gridClasses}>
        {items.map((item) => {
          const at = chosen?.indexOf(item.id) ?? -1
          const name = mediaName(item)
          return (
            <button
              key={item.id}
              type="button"
              data-item
              aria-pressed={chosen ? at >= 0 : undefined}
              onClick={() => onOpen(item)}
              className="relative aspect-square overflow-hidden bg-sunken focus-visible:z-10 focus-visible:outline-offset-[-4px]"
            >
              <span className="sr-only">{chosen ? m.vault_pick({ name }) : m.vault_open({ name })}</span>
              <VaultThumb media={item} />
              {at >= 0 && (
                <span className="absolute inset-0 flex items-start justify-end border-4 border-signal p-1.5">
                  <span className="flex size-6 items-center justify-center rounded-full bg-signal font-bold text-on-signal text-xs tabular-nums">
                    {at + 1}
                  </span>
                </span>
              )}
            </button>
          )
        })}
      </div>
      <ListEnd hasMore={list.hasNextPage} loading={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()} />
    </div>
  )
}

const gridClasses = 'grid grid-cols-3 gap-0.5 sm:grid-cols-4'
