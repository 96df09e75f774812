import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { SeenGift } from '../../../contract/gifts.ts'
import { dayText } from '../../lib/dates.ts'
import { errorMessage, RefusalError } from '../../lib/refusal.ts'
import { m } from '../../paraglide/messages.js'
import { giftQuery, useAcceptGift } from '../../queries/gifts.ts'
import { toast } from '../../stores/toasts.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { buttonClasses } from '../../ui/button-classes.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorLine } from '../../ui/error-line.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Skeleton, Skeletons } from '../../ui/skeleton.tsx'
import { SignInLink } from '../auth/sign-in-link.tsx'
import { Frame } from '../frame/frame.tsx'
import { useClosed } from '../frame/use-closed.ts'
import { useViewer } from '../frame/viewer-context.ts'
import { useKey } from '../purchase/use-key.ts'

/** Who gives, what, of whom; accepted with one press. */
export function GiftScreen({ code }: { code: string }) {
  const { data: gift, error, refetch, isFetching } = useQuery({ ...giftQuery(code), retry: false })
  return (
    <Frame title={m.gifts_page_title()} ownHeading={gift !== undefined}>
      {gift ? (
        <Opened gift={gift} />
      ) : error instanceof RefusalError && [400, 404].includes(error.status) ? (
        <EmptyState scene="ticket" title={m.gifts_none_title()}>
          {m.gifts_none_text()}
        </EmptyState>
      ) : error ? (
        <ErrorState description={errorMessage(error)} onRetry={() => void refetch()} busy={isFetching} />
      ) : (
        <Skeletons className="flex flex-col items-center gap-4 px-4 py-10">
          <Skeleton className="size-24 rounded-full" />
          <Skeleton className="h-8 w-64" />
          <Skeleton className="h-13 w-full" />
        </Skeletons>
      )}
    </Frame>
  )
}

function Opened({ gift }: { gift: SeenGift }) {
  const { creator, giver } = gift
  const name = creator.display_name ?? `@${creator.username}`
  return (
    <section className="flex flex-col gap-6 px-4 py-8 sm:px-6">
      <div className="flex flex-col items-center gap-4 text-center">
        <Avatar user={creator} size="xl" />
        <h1 className="font-extrabold text-xl tracking-tight">{m.gifts_months_of({ count: gift.months, name })}</h1>
        <p className="flex items-center gap-2">
          <Icon name="gift" className="size-5 text-brass-text" />
          {giver ? m.gifts_from({ name: giver.display_name ?? `@${giver.username}` }) : m.gifts_from_anonymous()}
        </p>
        {gift.message && (
          <blockquote className="wrap-anywhere max-w-[34rem] whitespace-pre-line border-brass border-l-4 py-1 pl-4 text-left">
            {gift.message}
          </blockquote>
        )}
      </div>
      <GiftAction gift={gift} name={name} />
    </section>
  )
}

function GiftAction({ gift, name }: { gift: SeenGift; name: string }) {
  const viewer = useViewer()
  const closed = useClosed('owner')
  const { mutate, isPending, error } = useAcceptGift(gift)
  const key = useKey(`gift ${gift.code}`)
  if (gift.is_mine) {
    return (
      <GiftNote text={m.gifts_mine({ name })}>
        <Link
          to="/@{$username}"
          params={{ username: gift.creator.username ?? '' }}
          className={buttonClasses({ variant: 'primary', size: 'lg' })}
        >
          {m.gifts_go({ name })}
        </Link>
      </GiftNote>
    )
  }
  if (!gift.accepting.allowed) return <GiftNote text={whyNot(gift.accepting.reason)} />
  const accept = () => mutate(key, { onSuccess: () => void toast(m.gifts_accepted({ name }), { type: 'success' }) })
  return (
    <div className="mx-auto flex w-full max-w-[26rem] flex-col gap-3">
      {viewer ? (
        <Button variant="primary" size="lg" wide busy={isPending} disabledReason={closed} onClick={accept}>
          {m.gifts_accept()}
        </Button>
      ) : (
        <SignInLink className={buttonClasses({ variant: 'primary', size: 'lg', wide: true })}>
          {m.gifts_sign_in()}
        </SignInLink>
      )}
      {error && <ErrorLine>{errorMessage(error)}</ErrorLine>}
      <p className="text-ink-soft text-sm">{m.gifts_terms({ day: dayText(gift.expires_at) })}</p>
    </div>
  )
}

function GiftNote({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className="flex flex-col items-center gap-4 text-center">
      <p className="max-w-[34rem] text-ink-soft">{text}</p>
      {children}
    </div>
  )
}

function whyNot(reason: string | null): string {
  if (reason === 'own') return m.gifts_not_own()
  if (reason === 'creator') return m.gifts_not_creator()
  if (reason === 'taken') return m.gifts_taken()
  return reason === 'free' ? m.gifts_not_free() : m.gifts_over()
}
