import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '../../lib/head.ts'
import { loaderHead } from '../../lib/loader-head.ts'
import { vaultSearch } from '../../lib/vault-search.ts'
import { m } from '../../paraglide/messages.js'
import { prefetchVault } from '../../queries/vault.ts'
import { VaultScreen } from '../../screens/vault/vault-screen.tsx'

export const Route = createFileRoute('/settings/private-medias')({
  staticData: { middleware: ['auth', 'creator'] },
  validateSearch: vaultSearch,
  loaderDeps: ({ search }) => ({ filter: search }),
  loader: async ({ context: { queryClient }, deps, cause }) => {
    const tiles = prefetchVault(queryClient, deps.filter)
    // Another filter keeps the tiles of the one before until its own are there.
    if (cause !== 'stay') await tiles
    return pageHead({ title: m.vault_title() })
  },
  head: loaderHead,
  component: Vault,
})

function Vault() {
  return <VaultScreen filter={Route.useSearch()} />
}
