import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { dayText } from '../../lib/dates.ts'
import { errorMessage } from '../../lib/refusal.ts'
import { m } from '../../paraglide/messages.js'
import { methodsQuery, signInMethodsQuery, useLinkProvider, useRemoveSignInMethod } from '../../queries/account.ts'
import { toast } from '../../stores/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorLine } from '../../ui/error-line.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SkeletonList } from '../../ui/skeleton.tsx'
import { lastMethodError } from './passkeys.tsx'
import { Section } from './section.tsx'
import { useReauthentication } from './use-reauthentication.tsx'

const names = { google: 'Google', apple: 'Apple' } as const

/** The ways to sign in, for `/settings/accounts` (product §22): Google and Apple to link and unlink, never the last one. */
export function SignInMethodsSection() {
  const ways = useQuery(signInMethodsQuery)
  const methods = useQuery(methodsQuery)
  const link = useLinkProvider()
  const remove = useRemoveSignInMethod()
  const { withReauthentication, sheet } = useReauthentication()
  if (ways.isPending || methods.isPending) return <SkeletonList rows={2} />
  if (ways.error || methods.error)
    return <ErrorState onRetry={() => void Promise.all([ways.refetch(), methods.refetch()])} busy={ways.isFetching} />
  const { providers, has_password, passkeys } = ways.data
  const fail = (error: unknown) => void toast(lastMethodError(error), { type: 'error' })
  const offered = (['google', 'apple'] as const).filter(
    (it) => methods.data[it] || providers.some(({ provider }) => provider === it),
  )
  return (
    <Section title={m.account_ways_title()} text={m.account_ways_text()}>
      <ul className="divide-y divide-hairline">
        <li className="flex min-h-14 items-center gap-3">
          <Icon name="lock" className="size-5 text-ink-soft" />
          <span className="min-w-0 flex-1">
            <span className="block font-medium">{m.account_ways_password()}</span>
            <span className="block text-ink-soft text-sm">
              {has_password ? m.account_ways_has_password({ count: passkeys.length }) : m.account_ways_no_password()}
            </span>
          </span>
          <Link
            to="/settings/password"
            className="inline-flex min-h-11 min-w-11 items-center justify-end font-semibold underline underline-offset-4"
          >
            {m.account_ways_manage()}
          </Link>
        </li>
        {offered.map((provider) => {
          const linked = providers.find((it) => it.provider === provider)
          return (
            <li key={provider} className="flex min-h-14 items-center gap-3">
              <Icon name="link" className="size-5 text-ink-soft" />
              <span className="min-w-0 flex-1">
                <span className="block font-medium">{names[provider]}</span>
                <span className="block text-ink-soft text-sm">
                  {linked ? m.account_ways_linked({ day: dayText(linked.linked_at) }) : m.account_ways_not_linked()}
                </span>
              </span>
              <Button
                variant="ghost"
                onClick={() =>
                  void withReauthentication(
                    async () => void (await (linked ? remove.mutateAsync(linked.id) : link.mutateAsync(provider))),
                  ).catch(fail)
                }
                busy={link.isPending || remove.isPending}
              >
                {linked ? m.account_ways_unlink() : m.account_ways_link()}
              </Button>
            </li>
          )
        })}
      </ul>
      {link.error && <ErrorLine>{errorMessage(link.error)}</ErrorLine>}
      {sheet}
    </Section>
  )
}
