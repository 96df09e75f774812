import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '../../lib/head.ts'
import { loaderHead } from '../../lib/loader-head.ts'
import { m } from '../../paraglide/messages.js'
import { VaultScreen } from '../../screens/vault/vault-screen.tsx'

export const Route = createFileRoute('/settings/private-medias')({
  staticData: { middleware: ['auth', 'creator'] },
  loader: () => pageHead({ title: m.vault_title() }),
  head: loaderHead,
  component: VaultScreen,
})
