import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { m } from '../../paraglide/messages.js'
import { methodsQuery, useSignInWithPasskey } from '../../queries/account.ts'
import { useEnter, useSignInWithProvider } from '../../queries/identity.ts'
import { toast } from '../../stores/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ConsentLine } from './consent-line.tsx'

/**
 * The sign-in methods beside e-mail and password: those that are configured, and a passkey where the browser supports
 * it.
 */
export function OtherMethods({ returnTo, passkeys = false }: { returnTo: string | undefined; passkeys?: boolean }) {
  const { data } = useQuery(methodsQuery)
  const social = useSignInWithProvider(returnTo)
  const enter = useEnter(returnTo)
  const passkey = useSignInWithPasskey()
  // Nearly every browser has them, so the page is drawn with them: a form must not move under the finger.
  const [isAble, setAble] = useState(true)
  useEffect(() => setAble('PublicKeyCredential' in window && 'parseRequestOptionsFromJSON' in PublicKeyCredential), [])
  const hasPasskeys = passkeys && isAble
  if (!data || (!data.google && !data.apple && !hasPasskeys)) return null
  const byPasskey = () =>
    passkey.mutate(null, {
      onSuccess: () => void enter(),
      onError: () => void toast(m.account_passkey_not_used(), { type: 'error' }),
    })
  return (
    <div className="mt-6 flex flex-col gap-3">
      <p className="flex items-center gap-3 text-ink-faint text-sm before:h-px before:flex-1 before:bg-hairline after:h-px after:flex-1 after:bg-hairline">
        {m.account_or()}
      </p>
      {data.google && (
        <Button wide size="lg" busy={social.isPending} onClick={() => social.mutate('google')}>
          {m.account_with_google()}
        </Button>
      )}
      {data.apple && (
        <Button wide size="lg" busy={social.isPending} onClick={() => social.mutate('apple')}>
          {m.account_with_apple()}
        </Button>
      )}
      {hasPasskeys && (
        <Button wide size="lg" busy={passkey.isPending} onClick={byPasskey}>
          <Icon name="key-round" className="size-4" />
          {m.account_with_passkey()}
        </Button>
      )}
      {passkeys && (data.google || data.apple) && <ConsentLine />}
    </div>
  )
}
