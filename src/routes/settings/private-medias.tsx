import { createFileRoute } from '@tanstack/react-router'
import { useMemo } from 'react'
import { pageHead } from '../../lib/head.ts'
import { loaderHead } from '../../lib/loader-head.ts'
import { type GridFilter, vaultSearch } from '../../lib/vault-search.ts'
import { m } from '../../paraglide/messages.js'
import { prefetchVault } from '../../queries/vault.ts'
import { VaultScreen } from '../../screens/vault/vault-screen.tsx'

export const Route = createFileRoute('/settings/private-medias')({
  staticData: { middleware: ['auth', 'creator'] },
  validateSearch: (search: GridFilter) => search,
  loaderDeps: ({ search }) => ({ filter: search }),
  loader: async ({ context: { queryClient }, deps, cause }) => {
    const tiles = prefetchVault(queryClient, vaultSearch(deps.filter))
    // Another filter keeps the tiles of the one before until its own are there.
    if (cause !== 'stay') await tiles
    return pageHead({ title: m.vault_title() })
  },
  head: loaderHead,
  component: Vault,
})

function Vault() {
  const search = Route.useSearch()
  // The same while the address is: finding the tiles costs a hash of it.
  return <VaultScreen filter={useMemo(() => vaultSearch(search), [search])} />
}
