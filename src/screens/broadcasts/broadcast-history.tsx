import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Broadcast } from '../../../contract/broadcast-shapes.ts'
import { m } from '../../paraglide/messages.js'
import {
  broadcastsQuery,
  useBeginBroadcast,
  useUnsendBroadcast,
  useWithdrawBroadcast,
} from '../../queries/broadcasts.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { buttonClasses } from '../../ui/button-classes.ts'
import { Coins } from '../../ui/coins.tsx'
import { ConfirmSheet } from '../../ui/confirm-sheet.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListEnd } from '../../ui/list-end.tsx'
import { Progress } from '../../ui/progress.tsx'
import { SkeletonList } from '../../ui/skeleton.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { LoadError } from '../frame/load-error.tsx'
import { useClosed } from '../frame/use-closed.ts'
import { ComparisonFigures } from './comparison-figures.tsx'
import { audienceLabels, audienceName, leftOutText, statusLabels } from './labels.ts'
import { RestChoice } from './rest-choice.tsx'

/** What was sent, with its progress while it is and its figures after. */
export function BroadcastHistory() {
  const list = useInfiniteQuery(broadcastsQuery)
  const all = list.data?.pages.flatMap((page) => page.data)
  if (list.isPending) return <SkeletonList />
  if (list.isError && !all) return <LoadError error={list.error} onRetry={() => void list.refetch()} />
  if (all?.length === 0)
    return (
      <EmptyState scene="trumpet" title={m.broadcasts_empty_title()}>
        {m.broadcasts_empty_text()}
      </EmptyState>
    )
  return (
    <>
      <ul className="divide-y divide-hairline">
        {all?.map((it) => (
          <BroadcastRow key={it.id} broadcast={it} />
        ))}
      </ul>
      <ListEnd hasMore={list.hasNextPage} loading={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()} />
    </>
  )
}

function BroadcastRow({ broadcast }: { broadcast: Broadcast }) {
  const { status, recipients, sent, opened, unlocked, earned, comparison } = broadcast
  const figures: [string, number][] = [
    [m.broadcasts_figure_sent(), sent],
    [m.broadcasts_figure_opened(), opened],
    ...(broadcast.price === null ? [] : ([[m.broadcasts_figure_unlocked(), unlocked]] as [string, number][])),
  ]
  return (
    <li className="flex flex-col gap-2 px-4 py-4 sm:px-6">
      <p className="flex flex-wrap items-center gap-2 text-ink-soft text-sm">
        <Badge tone={status === 'sending' || status === 'comparing' ? 'signal' : status === 'sent' ? 'leaf' : 'plain'}>
          {statusLabels[status]()}
        </Badge>
        <bdi>{audienceName(broadcast)}</bdi>
        {broadcast.exclude.length > 0 && (
          <span>
            · {m.broadcasts_without({ list: broadcast.exclude.map((it) => audienceLabels[it]()).join(', ') })}
          </span>
        )}
        <TimeAgo at={broadcast.send_at} className="ml-auto text-ink-faint" />
      </p>
      {comparison && <ComparisonFigures broadcast={broadcast} comparison={comparison} />}
      {!comparison && broadcast.content && (
        <p className="line-clamp-3 whitespace-pre-wrap [overflow-wrap:anywhere]">{broadcast.content}</p>
      )}
      {broadcast.media.length > 0 && (
        <p className="text-ink-soft text-sm">{m.chat_attached({ count: broadcast.media.length })}</p>
      )}
      {status === 'sending' && (
        <Progress value={recipients ? sent / recipients : null} label={m.broadcasts_sending()} />
      )}
      <dl className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
        {figures.map(([label, value]) => (
          <div key={label} className="flex gap-1.5">
            <dt className="text-ink-soft">{label}</dt>
            <dd className="font-semibold tabular-nums">{value}</dd>
          </div>
        ))}
        {broadcast.price !== null && earned !== null && (
          <div className="flex gap-1.5">
            <dt className="text-ink-soft">{m.broadcasts_figure_earned()}</dt>
            <dd>
              <Coins amount={earned} />
            </dd>
          </div>
        )}
      </dl>
      {leftOutText(broadcast.left_out) && <p className="text-ink-soft text-sm">{leftOutText(broadcast.left_out)}</p>}
      <div className="-ml-3 flex flex-wrap">
        {status === 'comparing' && comparison && <RestChoice broadcast={broadcast} comparison={comparison} />}
        {status === 'scheduled' && <Withdraw broadcast={broadcast} />}
        {status === 'sent' && sent > opened && <SendAgain broadcast={broadcast} />}
        {status === 'sent' && broadcast.price !== null && opened > 0 && <Unbought broadcast={broadcast} />}
        {status !== 'unsent' && <Unsend broadcast={broadcast} />}
      </div>
    </li>
  )
}

/** Takes a planned broadcast out of the plan, to be written on. */
function Withdraw({ broadcast: { id } }: { broadcast: Broadcast }) {
  const { mutate, isPending, error } = useWithdrawBroadcast()
  const [isConfirming, setConfirming] = useState(false)
  const close = () => setConfirming(false)
  return (
    <>
      <Button variant="ghost" size="sm" onClick={() => setConfirming(true)}>
        {m.broadcasts_edit()}
      </Button>
      <ConfirmSheet
        open={isConfirming}
        onClose={close}
        title={m.broadcasts_edit_title()}
        confirm={m.broadcasts_edit_confirm()}
        onConfirm={() => mutate(id, { onSuccess: toTop })}
        busy={isPending}
        error={error}
        danger={false}
      >
        {m.broadcasts_edit_text()}
      </ConfirmSheet>
    </>
  )
}

/** Begins a draft with the same text for those who did not open this one. */
function SendAgain({ broadcast: { id, content, comparison } }: { broadcast: Broadcast }) {
  const begin = useBeginBroadcast()
  const [isConfirming, setConfirming] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const start = () => {
    setBusy(true)
    void begin({
      audience: 'unopened',
      again_of: id,
      exclude: [],
      content: comparison?.winner === 'second' ? comparison.second_content : content,
      second_content: null,
      media_ids: [],
      preview_ids: [],
      price: null,
    })
      .then(
        () => {
          setConfirming(false)
          toTop()
        },
        () => undefined,
      )
      .finally(() => setBusy(false))
  }
  return (
    <>
      <Button variant="ghost" size="sm" onClick={() => setConfirming(true)}>
        {m.broadcasts_again()}
      </Button>
      <ConfirmSheet
        open={isConfirming}
        onClose={() => setConfirming(false)}
        title={m.broadcasts_again_title()}
        confirm={m.broadcasts_edit_confirm()}
        onConfirm={start}
        busy={isBusy}
        danger={false}
      >
        {m.broadcasts_again_text()}
      </ConfirmSheet>
    </>
  )
}

/** Leads to those who opened it and bought nothing, to put them into a list or to write to them. */
function Unbought({ broadcast: { id } }: { broadcast: Broadcast }) {
  const denied = useClosed('can_payment')
  if (denied !== null)
    return (
      <Button variant="ghost" size="sm" disabledReason={denied}>
        {m.broadcasts_unbought()}
      </Button>
    )
  return (
    <Link to="/creator/audience" search={{ unbought: id }} className={buttonClasses({ variant: 'ghost', size: 'sm' })}>
      {m.broadcasts_unbought()}
    </Link>
  )
}

/** Where the composer is. */
const toTop = () => scrollTo({ top: 0 })

/** Asks before a broadcast is taken back from those who have it, or cancelled. */
function Unsend({ broadcast: { id, status, sent } }: { broadcast: Broadcast }) {
  const { mutate, isPending, error } = useUnsendBroadcast()
  const [isConfirming, setConfirming] = useState(false)
  const close = () => setConfirming(false)
  const isPlanned = status === 'scheduled'
  return (
    <>
      <Button variant="ghost" size="sm" onClick={() => setConfirming(true)}>
        {isPlanned ? m.broadcasts_cancel() : m.broadcasts_unsend()}
      </Button>
      <ConfirmSheet
        open={isConfirming}
        onClose={close}
        title={isPlanned ? m.broadcasts_cancel_title() : m.broadcasts_unsend_title()}
        confirm={isPlanned ? m.broadcasts_cancel_confirm() : m.broadcasts_unsend()}
        cancel={m.ui_keep()}
        onConfirm={() => mutate(id, { onSuccess: close })}
        busy={isPending}
        error={error}
      >
        {isPlanned ? m.broadcasts_cancel_text() : m.broadcasts_unsend_text({ count: sent })}
      </ConfirmSheet>
    </>
  )
}
