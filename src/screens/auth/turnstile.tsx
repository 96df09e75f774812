import { useEffect, useRef, useState } from 'react'
import { humanCheckAction } from '../../../contract/limits.ts'
import { m } from '../../paraglide/messages.js'
import { getLocale } from '../../paraglide/runtime.js'
import { Button } from '../../ui/button.tsx'
import { FormError } from './auth-layout.tsx'

type TurnstileProps = {
  siteKey: string
  /** A new number takes a new token: one is good once. */
  round: number
  /** The token, or null when none can be had. */
  onToken: (token: string | null) => void
}

/** Cloudflare's widget, whose script comes with the first form that shows it. Where it cannot come, the form says so. */
export function Turnstile({ siteKey, round, onToken }: TurnstileProps) {
  const box = useRef<HTMLDivElement>(null)
  const latestOnToken = useRef(onToken)
  const [tries, setTries] = useState(0)
  const [isMissing, setMissing] = useState(false)
  useEffect(() => {
    latestOnToken.current = onToken
  }, [onToken])
  // biome-ignore lint/correctness/useExhaustiveDependencies(round): a new round takes a new token.
  // biome-ignore lint/correctness/useExhaustiveDependencies(tries): so does a new try.
  useEffect(() => {
    let shown: string | undefined
    let isGone = false
    const fail = () => {
      if (isGone) return
      setMissing(true)
      latestOnToken.current(null)
    }
    loadWidget().then((widget) => {
      if (isGone || box.current === null) return
      setMissing(false)
      shown = widget.render(box.current, {
        sitekey: siteKey,
        action: humanCheckAction,
        language: getLocale(),
        'response-field': false,
        callback: (token) => latestOnToken.current(token),
        'error-callback': fail,
      })
    }, fail)
    return () => {
      isGone = true
      if (shown !== undefined) window.turnstile?.remove(shown)
    }
  }, [siteKey, round, tries])
  return (
    <>
      <div ref={box} className="min-h-[65px] empty:hidden" />
      {isMissing && (
        <div className="flex flex-col gap-3">
          <FormError>{m.auth_human_check_missing()}</FormError>
          <Button onClick={() => setTries(tries + 1)}>{m.auth_human_check_again()}</Button>
        </div>
      )}
    </>
  )
}

/** Once for the page; a script that did not come is asked for again the next time. */
function loadWidget(): Promise<Widget> {
  loading ??= new Promise<Widget>((resolve, reject) => {
    const script = Object.assign(document.createElement('script'), {
      src: 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit',
      async: true,
    })
    script.addEventListener('load', () =>
      window.turnstile ? resolve(window.turnstile) : reject(new Error('no widget')),
    )
    script.addEventListener('error', () => reject(new Error('no widget')))
    document.head.append(script)
  }).catch((error: unknown) => {
    loading = null
    throw error
  })
  return loading
}
let loading: Promise<Widget> | null = null

type Widget = {
  render(
    box: HTMLElement,
    options: {
      sitekey: string
      action: string
      language: string
      'response-field': boolean
      callback: (token: string) => void
      'error-callback': () => void
    },
  ): string
  remove(id: string): void
}
declare global {
  interface Window {
    turnstile?: Widget
  }
}
