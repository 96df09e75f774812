import { useQuery } from '@tanstack/react-query'
import { errorMessage } from '../../lib/refusal.ts'
import { m } from '../../paraglide/messages.js'
import { walletQuery } from '../../queries/wallet.ts'
import { buttonClasses } from '../../ui/button-classes.ts'
import { Coins } from '../../ui/coins.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton, Skeletons } from '../../ui/skeleton.tsx'
import { SignInLink } from '../auth/sign-in-link.tsx'
import { Frame } from '../frame/frame.tsx'
import { useViewer } from '../frame/viewer-context.ts'
import { History } from './history.tsx'
import { SpendingLimit } from './spending-limit.tsx'
import { TopupForm } from './topup-form.tsx'
import { TopupResult } from './topup-result.tsx'

type WalletScreenProps = {
  /** The purchase of coins from which the provider sends back. */
  topup: string | undefined
  /** Coins that a purchase lacked, and where it was. */
  missing: number | undefined
  returnPath: string | undefined
}

/** The wallet: what is there, getting more, the limit, and every movement. It is open, as providers send back here (product §4). */
export function WalletScreen({ topup, missing, returnPath }: WalletScreenProps) {
  const viewer = useViewer()
  return (
    <Frame title={m.title_settings_payments()} back="/settings">
      {viewer === null ? (
        <Visitor />
      ) : viewer.acting_as ? (
        <Acting />
      ) : (
        <Mine topup={topup} missing={missing} returnPath={returnPath} />
      )}
    </Frame>
  )
}

function Mine({ topup, missing, returnPath }: WalletScreenProps) {
  const { data: wallet, error, refetch, isFetching } = useQuery(walletQuery)
  if (error && !wallet)
    return <ErrorState description={errorMessage(error)} onRetry={() => void refetch()} busy={isFetching} />
  return (
    <div className="@container">
      {topup && <TopupResult id={topup} returnPath={returnPath} />}
      <div className="@2xl:grid @2xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] @2xl:items-start">
        <div className="@container @2xl:border-hairline @2xl:border-r">
          <section aria-label={m.wallet_balance()} className="border-hairline border-b px-4 py-6 sm:px-6">
            <h2 className="font-bold text-ink-soft text-sm">{m.wallet_balance()}</h2>
            {wallet ? (
              <Coins amount={wallet.coins} stacked className="mt-1 text-2xl leading-tight" />
            ) : (
              <BalanceSkeleton />
            )}
            <p className="mt-2 text-ink-soft text-sm">{m.wallet_rate()}</p>
          </section>
          <TopupForm missing={missing} returnPath={returnPath} />
          {wallet && <SpendingLimit wallet={wallet} />}
        </div>
        <History />
      </div>
    </div>
  )
}

const BalanceSkeleton = () => (
  <Skeletons className="mt-2 space-y-2">
    <Skeleton className="h-10 w-40" />
    <Skeleton className="h-5 w-24" />
  </Skeletons>
)

const Visitor = () => (
  <EmptyState
    scene="curtain"
    title={m.wallet_visitor_title()}
    action={<SignInLink className={buttonClasses({ variant: 'primary' })}>{m.nav_sign_in()}</SignInLink>}
  >
    {m.wallet_visitor_text()}
  </EmptyState>
)

const Acting = () => (
  <EmptyState scene="curtain" title={m.wallet_acting_title()}>
    {m.wallet_acting_text()}
  </EmptyState>
)
