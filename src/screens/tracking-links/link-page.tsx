import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { TrackingLink } from '../../../contract/tracking-links.ts'
import { type LinksSearch, linksSpan } from '../../lib/links-search.ts'
import { coinText } from '../../lib/money.ts'
import { m } from '../../paraglide/messages.js'
import { trackingLinkQuery, useUpdateTrackingLink } from '../../queries/tracking-links.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Coins } from '../../ui/coins.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SkeletonList } from '../../ui/skeleton.tsx'
import { toastWithUndo } from '../../ui/toast-with-undo.ts'
import { Bars } from '../analytics/bars.tsx'
import { Section } from '../analytics/section.tsx'
import { LoadError } from '../frame/load-error.tsx'
import { useClosed } from '../frame/use-closed.ts'
import { CopyLink } from './copy-link.tsx'
import { EditLink } from './edit-link.tsx'
import { perFan, returnText } from './figures.ts'
import { LinkFans } from './link-fans.tsx'
import { shownUrl } from './link-table.tsx'
import { QrCode } from './qr-code.tsx'

/** A link with what it brought, day by day, and whom. */
export function LinkPage({ id, search }: { id: string; search: LinksSearch }) {
  const { data, error, refetch, isFetching } = useQuery(trackingLinkQuery(id, linksSpan(search, Date.now())))
  const seesFans = useClosed('can_social') === null
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} busy={isFetching} />
  if (!data) return <SkeletonList rows={6} />
  const { link, days } = data
  const isQuiet = days.every((day) => day.fans === 0 && day.visits === 0 && !day.revenue?.net)
  return (
    <>
      <Head link={link} />
      <Sums link={link} />
      {!isQuiet && (
        <>
          <Section title={m.links_column_visits()}>
            <Bars label={m.links_column_visits()} rows={days.map((it) => ({ at: it.at, value: it.visits }))} />
          </Section>
          {link.fans > 0 && (
            <Section title={m.links_new_fans()}>
              <Bars label={m.links_new_fans()} rows={days.map((it) => ({ at: it.at, value: it.fans }))} />
            </Section>
          )}
          {link.revenue !== null && link.revenue.gross !== 0 && (
            <Section title={m.links_column_revenue()}>
              <Bars
                label={m.links_column_revenue()}
                rows={days.map((it) => ({ at: it.at, value: it.revenue?.net ?? 0 }))}
                money
              />
            </Section>
          )}
        </>
      )}
      {seesFans && <LinkFans id={id} />}
    </>
  )
}

function Head({ link }: { link: TrackingLink }) {
  const [opened, setOpened] = useState<'edit' | 'code' | null>(null)
  const denied = useClosed('can_profile')
  const { mutate, mutateAsync, isPending } = useUpdateTrackingLink()
  const archive = (is_archived: boolean) =>
    mutate(
      { id: link.id, is_archived },
      {
        onSuccess: () =>
          is_archived && toastWithUndo(m.links_archived(), () => mutateAsync({ id: link.id, is_archived: false })),
      },
    )
  return (
    <div className="flex flex-col gap-3 border-hairline border-b px-4 py-5 sm:px-6">
      <h2 className="flex flex-wrap items-center gap-3 font-bold text-lg">
        <bdi className="wrap-anywhere">{link.name}</bdi>
        {link.is_archived && <Badge>{m.links_is_archived()}</Badge>}
      </h2>
      <div className="flex items-center gap-2">
        <code className="wrap-anywhere min-w-0 flex-1 rounded-control border border-hairline bg-sunken px-3 py-2.5 text-sm sm:max-w-md">
          {shownUrl(link.url)}
        </code>
        <CopyLink link={link} />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => setOpened('code')}>{m.links_qr()}</Button>
        <Button disabledReason={denied} onClick={() => setOpened('edit')}>
          <Icon name="pencil" className="size-4" />
          {m.links_edit()}
        </Button>
        <Button variant="ghost" disabledReason={denied} busy={isPending} onClick={() => archive(!link.is_archived)}>
          <Icon name="archive" className="size-4" />
          {link.is_archived ? m.links_restore() : m.links_archive()}
        </Button>
      </div>
      {opened === 'edit' && <EditLink link={link} onClose={() => setOpened(null)} />}
      {opened === 'code' && <QrCode link={link} onClose={() => setOpened(null)} />}
    </div>
  )
}

function Sums({ link }: { link: TrackingLink }) {
  const { visits, follows, subscriptions, revenue, cost } = link
  const each = perFan(link)
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-5 border-hairline border-b px-4 py-5 sm:grid-cols-4 sm:px-6">
      <Sum name={m.links_column_visits()}>{coinText(visits)}</Sum>
      <Sum name={m.links_column_follows()}>{coinText(follows)}</Sum>
      <Sum name={m.links_column_subscriptions()}>{coinText(subscriptions)}</Sum>
      {revenue !== null && (
        <>
          <Sum name={m.links_column_revenue()}>
            <Coins amount={revenue.net} stacked />
          </Sum>
          <Sum name={m.links_gross()}>
            <Coins amount={revenue.gross} stacked />
          </Sum>
          <Sum name={m.links_column_cost()}>{cost ? <Coins amount={cost} stacked /> : '–'}</Sum>
          <Sum name={m.links_column_return()}>{returnText(link) ?? '–'}</Sum>
          <Sum name={m.links_column_per_fan()}>{each === null ? '–' : <Coins amount={each} stacked />}</Sum>
        </>
      )}
    </dl>
  )
}

const Sum = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex flex-col gap-0.5">
    <dt className="order-2 text-ink-soft text-sm">{name}</dt>
    <dd className="font-bold font-display text-xl leading-tight tabular-nums">{children}</dd>
  </div>
)
