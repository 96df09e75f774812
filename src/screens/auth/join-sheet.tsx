import { Link, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { moneyText } from '../../lib/money.ts'
import { dropIntent, storeIntent } from '../../lib/stored-intent.ts'
import { m } from '../../paraglide/messages.js'
import { useSignIn, useSignUp } from '../../queries/identity.ts'
import { closeIntent, type Intent } from '../../stores/intent.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { SheetPanel } from '../../ui/sheet-panel.tsx'
import { inlineLink } from './auth-layout.tsx'
import { ConsentLine } from './consent-line.tsx'
import { CredentialsForm } from './credentials-form.tsx'
import { OtherMethods } from './other-methods.tsx'
import { SecondStepForm } from './second-step.tsx'

/** Joining or signing in over the page on which something was wanted; what was wanted is remembered until it is done. */
export function JoinSheet({ intent }: { intent: Intent }) {
  const { latestLocation } = useRouter()
  // Where it was wanted, also while joining leads to another page.
  const [here] = useState(latestLocation.href)
  const [isNew, setIsNew] = useState(true)
  const { act, creator, postId, offer, months } = intent
  useEffect(() => {
    storeIntent({
      act,
      username: creator.username ?? '',
      path: here,
      ...(postId && { postId }),
      ...(offer && { offer }),
      ...(months && { months }),
    })
  }, [act, creator.username, here, postId, offer, months])
  const leave = () => {
    closeIntent()
    dropIntent()
  }
  return (
    <SheetPanel
      open
      onOpenChange={(open) => !open && leave()}
      // Joining leads to another page.
      onLeave={closeIntent}
      title={isNew ? joinTitle(intent) : m.auth_login_title()}
      description={costs.has(act) ? m.auth_join_price_first() : m.auth_join_then()}
    >
      <Wanted intent={intent} />
      <p className="-mt-3 mb-2 text-ink-soft">
        {isNew ? m.auth_have_account() : m.auth_no_account()}{' '}
        <button type="button" className={inlineLink} onClick={() => setIsNew(!isNew)}>
          {isNew ? m.nav_sign_in() : m.nav_sign_up()}
        </button>
      </p>
      {isNew ? <Join returnTo={here} /> : <SignIn returnTo={here} />}
    </SheetPanel>
  )
}

/** Acts that may lead to a payment. */
const costs = new Set<Intent['act']>(['subscribe', 'unlock', 'tip'])

function joinTitle({ act, creator }: Intent): string {
  const name = creator.display_name ?? `@${creator.username}`
  return titles[act]({ name })
}

const titles: Record<Intent['act'], (words: { name: string }) => string> = {
  subscribe: m.auth_join_subscribe,
  follow: m.auth_join_follow,
  write: m.auth_join_write,
  tip: m.auth_join_tip,
  like: m.auth_join_like,
  bookmark: m.auth_join_bookmark,
  unlock: m.auth_join_unlock,
}

/** The creator's face and name, and the price of what is wanted. */
function Wanted({ intent }: { intent: Intent }) {
  const { creator } = intent
  return (
    <div className="mb-5 flex items-center gap-3">
      <Avatar user={creator} size="lg" />
      <p className="min-w-0">
        <span className="wrap-anywhere block font-bold">{creator.display_name ?? `@${creator.username}`}</span>
        <span className="block text-ink-soft tabular-nums">{priceText(intent) ?? `@${creator.username}`}</span>
      </p>
    </div>
  )
}

function priceText({ act, price, months }: Intent): string | null {
  if (months && price) return m.bundles_join({ money: moneyText(price), months: m.bundles_months({ count: months }) })
  if (act === 'subscribe') return price ? m.auth_join_monthly({ money: moneyText(price) }) : m.auth_join_free()
  return act === 'unlock' && price ? moneyText(price) : null
}

function Join({ returnTo }: { returnTo: string }) {
  const { mutateAsync, isPending, error } = useSignUp(returnTo)
  return (
    <>
      <p className="mb-4 text-ink-soft text-sm">{m.auth_signup_lead()}</p>
      <CredentialsForm
        action={m.nav_sign_up()}
        isNew
        busy={isPending}
        error={error}
        onSend={mutateAsync}
        aside={<ConsentLine />}
      />
      <OtherMethods returnTo={returnTo} />
    </>
  )
}

function SignIn({ returnTo }: { returnTo: string }) {
  const { mutateAsync, isPending, error, data, reset } = useSignIn(returnTo)
  if (data?.twoFactorRedirect) return <SecondStepForm returnTo={returnTo} onBack={reset} />
  const forgot = (
    <Link to="/forgot-password" onClick={closeIntent} className={`${inlineLink} -my-3 self-start text-sm`}>
      {m.auth_forgot_link()}
    </Link>
  )
  return (
    <>
      <CredentialsForm action={m.nav_sign_in()} busy={isPending} error={error} onSend={mutateAsync} aside={forgot} />
      <OtherMethods returnTo={returnTo} passkeys />
    </>
  )
}
