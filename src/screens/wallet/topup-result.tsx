import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { type ReactNode, useEffect } from 'react'
import { requestOrigin } from '../../lib/request.ts'
import { safeReturnPath } from '../../lib/return-path.ts'
import { m } from '../../paraglide/messages.js'
import { setBalance } from '../../queries/purchases.ts'
import { topupQuery } from '../../queries/wallet.ts'
import { buttonClasses } from '../../ui/button-classes.ts'
import { Coins } from '../../ui/coins.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Spinner } from '../../ui/spinner.tsx'

/** What became of the purchase of coins from which the provider sent back; while it is on its way, it is asked again. */
export function TopupResult({ id, returnPath }: { id: string; returnPath: string | undefined }) {
  const queryClient = useQueryClient()
  const { data } = useQuery(topupQuery(id))
  const coins = data?.status === 'paid' ? data.coins : undefined
  useEffect(() => {
    if (coins !== undefined) setBalance(queryClient, coins)
  }, [coins, queryClient])
  if (!data) return null
  if (data.status === 'pending') {
    return (
      <Banner icon={<Spinner />} title={m.wallet_topup_pending_title()}>
        {m.wallet_topup_pending_text()}
      </Banner>
    )
  }
  if (data.status !== 'paid') {
    return (
      <Banner
        icon={<Icon name="circle-exclamation-point" className="size-6 text-rust-text" />}
        title={m.wallet_topup_failed_title()}
      >
        {m.wallet_topup_failed_text()}
      </Banner>
    )
  }
  return (
    <Banner icon={<Icon name="circle-check" className="size-6 text-leaf-text" />} title={m.wallet_topup_paid_title()}>
      <Coins amount={data.amount} className="text-lg" />
      {returnPath && (
        <Link
          to={safeReturnPath(returnPath, requestOrigin())}
          className={clsx(buttonClasses({ variant: 'primary' }), 'mt-3 self-start')}
        >
          {m.wallet_topup_continue()}
        </Link>
      )}
    </Banner>
  )
}

function Banner({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <div role="status" className="flex gap-3 border-hairline border-b bg-sunken px-4 py-5 sm:px-6">
      <span className="mt-0.5 shrink-0">{icon}</span>
      <div className="flex min-w-0 flex-col gap-0.5">
        <p className="font-semibold">{title}</p>
        <div className="flex flex-col text-ink-soft">{children}</div>
      </div>
    </div>
  )
}
