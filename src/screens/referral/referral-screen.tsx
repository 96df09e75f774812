import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { referralRates } from '../../../contract/prices.ts'
import { dayText } from '../../lib/dates.ts'
import { errorMessage } from '../../lib/refusal.ts'
import { m } from '../../paraglide/messages.js'
import { useTransferEarnings } from '../../queries/payouts.ts'
import { referralStatsQuery } from '../../queries/referral.ts'
import { toast } from '../../stores/toasts.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { buttonClasses } from '../../ui/button-classes.ts'
import { Coins } from '../../ui/coins.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorLine } from '../../ui/error-line.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Skeleton, Skeletons } from '../../ui/skeleton.tsx'
import { useReauthentication } from '../account/use-reauthentication.tsx'
import { Frame } from '../frame/frame.tsx'
import { useViewer } from '../frame/viewer-context.ts'
import { useKey } from '../purchase/use-key.ts'

/**
 * The viewer's link, what it brought in and from whom (product §10). What could not be fetched shows as a dash (spec
 * §8).
 */
export function ReferralScreen() {
  const { data: stats, isPending } = useQuery(referralStatsQuery)
  return (
    <Frame title={m.title_settings_referral()} back="/settings">
      <section className="border-hairline border-b px-4 py-6 sm:px-6">
        <p className="max-w-[34rem]">
          {m.referral_text({
            creator: referralRates.creatorPercent,
            months: referralRates.creatorMonths,
            fan: referralRates.fanPercent,
            days: referralRates.fanDays,
          })}
        </p>
        {isPending ? (
          <Skeletons className="mt-4">
            <Skeleton className="h-11 w-full" />
          </Skeletons>
        ) : (
          <div className="mt-4 flex flex-wrap items-center gap-2">
            <code className="wrap-anywhere min-w-0 grow basis-full rounded-control border border-hairline bg-sunken px-3 py-2.5 text-sm sm:basis-0">
              {stats?.link.replace(/^https?:\/\//, '') ?? dash}
            </code>
            {stats && (
              <Button variant="primary" onClick={() => void share(stats.link)}>
                <Icon name="share" className="size-4" />
                {m.referral_share()}
              </Button>
            )}
          </div>
        )}
      </section>
      <dl className="grid grid-cols-2 border-hairline border-b sm:grid-cols-3">
        <Figure name={m.referral_total()} wide>
          {stats ? <Coins amount={stats.total_earnings} stacked /> : dash}
        </Figure>
        <Figure name={m.referral_pending()}>{stats ? <Coins amount={stats.pending_earnings} stacked /> : dash}</Figure>
        <Figure name={m.referral_clicks()}>{stats?.clicks ?? dash}</Figure>
        <Figure name={m.referral_signups()}>{stats?.signups ?? dash}</Figure>
        <Figure name={m.referral_active()}>{stats?.active ?? dash}</Figure>
      </dl>
      {stats && stats.available > 0 && <Available coins={stats.available} />}
      {stats &&
        (stats.items.length === 0 ? (
          <EmptyState scene="trumpet" title={m.referral_empty_title()}>
            {m.referral_empty_text()}
          </EmptyState>
        ) : (
          <ul className="divide-y divide-hairline">
            {stats.items.map((item) => (
              <li
                key={`${item.username} ${item.joined_at}`}
                className="flex min-h-16 items-center gap-3 px-4 py-2 sm:px-6"
              >
                <div className="min-w-0 flex-1">
                  <p className="truncate font-semibold">{item.username ? `@${item.username}` : m.referral_unnamed()}</p>
                  <p className="text-ink-soft text-sm">
                    {item.active
                      ? m.referral_until({ day: dayText(item.until) })
                      : m.referral_over({ day: dayText(item.until) })}
                  </p>
                </div>
                {item.kind === 'creator' && <Badge>{m.referral_creator()}</Badge>}
                <Coins amount={item.earned} stacked className="items-end" />
              </li>
            ))}
          </ul>
        ))}
    </Frame>
  )
}

const dash = '—'

/** What is released: a creator pays it out with their other earnings, other users move it into the wallet. */
function Available({ coins }: { coins: number }) {
  const isCreator = useViewer()?.is_creator === true
  const { mutateAsync, isPending, error } = useTransferEarnings()
  const { withReauthentication, sheet } = useReauthentication()
  const key = useKey(`transfer ${coins}`)
  return (
    <section aria-labelledby="available" className="border-hairline border-b px-4 py-6 sm:px-6">
      <h2 id="available" className="font-bold text-lg">
        {m.payouts_available()}
      </h2>
      <Coins amount={coins} stacked className="mt-1 text-xl" />
      <p className="mt-1 text-ink-soft">{isCreator ? m.referral_available_creator() : m.referral_available_text()}</p>
      {error && <ErrorLine className="mt-4">{errorMessage(error)}</ErrorLine>}
      {isCreator ? (
        <Link to="/settings/payouts" className={clsx(buttonClasses({}), 'mt-4')}>
          {m.title_settings_payouts()}
        </Link>
      ) : (
        <Button
          className="mt-4"
          variant="primary"
          busy={isPending}
          onClick={() =>
            void withReauthentication(() => mutateAsync({ amount: coins, key })).then(
              () => toast(m.payouts_transferred(), { type: 'success' }),
              () => undefined,
            )
          }
        >
          {m.payouts_transfer()}
        </Button>
      )}
      {sheet}
    </section>
  )
}

function Figure({ name, children, wide = false }: { name: string; children: ReactNode; wide?: boolean }) {
  return (
    <div
      className={`flex flex-col-reverse justify-end gap-1 px-4 py-4 sm:px-6 ${wide ? 'col-span-2 sm:col-span-1' : ''}`}
    >
      <dt className="text-ink-soft text-sm">{name}</dt>
      <dd className="font-bold font-display text-xl tabular-nums">{children}</dd>
    </div>
  )
}

/** The device's own sheet where there is one, else the clipboard. */
async function share(link: string) {
  if (navigator.share && matchMedia('(pointer: coarse)').matches)
    return navigator.share({ url: link }).catch(() => undefined)
  return copyText(link, m.referral_copied(), m.ui_not_copied())
}
