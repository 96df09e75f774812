import { useQuery } from '@tanstack/react-query'
import type { ComponentProps, ReactNode } from 'react'
import type { GridFilter } from '../../lib/vault-search.ts'
import { vaultIndexQuery } from '../../queries/vault.ts'
import { LoadError } from '../frame/load-error.tsx'
import { useOnBehalf } from '../frame/on-behalf.ts'
import { TilesSkeleton } from './tiles-skeleton.tsx'
import { VaultGrid } from './vault-grid.tsx'

type VaultBrowserProps = Omit<ComponentProps<typeof VaultGrid>, 'buckets' | 'newest'> & {
  filter: GridFilter
  empty: ReactNode
  enabled?: boolean
}

/** The grid of what a filter matches, with its loading, its failure and its emptiness. Needs a parent of limited height. */
export function VaultBrowser({ empty, enabled = true, ...grid }: VaultBrowserProps) {
  const { data, error, refetch, isRefetching } = useQuery({
    ...vaultIndexQuery(grid.filter, useOnBehalf()),
    enabled,
  })
  if (!data && error) return <LoadError error={error} onRetry={() => void refetch()} busy={isRefetching} />
  if (!data) return <TilesSkeleton />
  if (data.count === 0) return empty
  return (
    <VaultGrid
      key={JSON.stringify(data.filter)}
      {...grid}
      filter={data.filter}
      buckets={data.buckets}
      newest={data.first}
    />
  )
}
