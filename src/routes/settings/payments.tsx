import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '../../lib/head.ts'
import { loaderHead } from '../../lib/loader-head.ts'
import { m } from '../../paraglide/messages.js'
import { knownSession } from '../../queries/session.ts'
import { topupQuery, transactionsQuery, walletQuery } from '../../queries/wallet.ts'
import { WalletScreen } from '../../screens/wallet/wallet-screen.tsx'

/** Open to visitors, as it is where payment providers send back to (product §4); the screen decides what it shows. */
export const Route = createFileRoute('/settings/payments')({
  validateSearch: ({
    topup,
    missing,
    return_path,
  }: Record<string, unknown>): { topup?: string; missing?: number; return_path?: string } => ({
    topup: typeof topup === 'string' ? topup : undefined,
    missing: Number(missing) > 0 ? Number(missing) : undefined,
    return_path: typeof return_path === 'string' ? return_path : undefined,
  }),
  loaderDeps: ({ search: { topup } }) => ({ topup }),
  loader: async ({ context: { queryClient }, deps: { topup } }) => {
    const session = knownSession(queryClient)
    if (session.state === 'in' && session.profile.acting_as === null) {
      await Promise.all([
        queryClient.prefetchQuery(walletQuery),
        queryClient.prefetchInfiniteQuery(transactionsQuery()),
        topup && queryClient.prefetchQuery(topupQuery(topup)),
      ])
    }
    return pageHead({ title: m.title_settings_payments() })
  },
  head: loaderHead,
  component: Payments,
})

function Payments() {
  const { topup, missing, return_path } = Route.useSearch()
  return <WalletScreen topup={topup} missing={missing} returnPath={return_path} />
}
