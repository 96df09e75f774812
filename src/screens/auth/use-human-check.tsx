import { type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { fetchHumanCheck, type HumanCheck } from '../../queries/human-check.ts'
import { lazily } from '../../ui/lazily.ts'

const Turnstile = lazily(async () => (await import('./turnstile.tsx')).Turnstile)

/**
 * The human check of a form: the work begins while the form is being filled in, and its token stands in a hidden
 * field, from which it is read when the form is sent (spec §5). A token is good once, so a refused form takes a new one. A form
 * that needs no check for this viewer is not `needed`.
 */
export function useHumanCheck({ needed = true }: { needed?: boolean } = {}) {
  const [token, setToken] = useState('')
  const [siteKey, setSiteKey] = useState<string | null>(null)
  const [round, setRound] = useState(0)
  const check = useRef<Promise<HumanCheck> | null>(null)
  /** What the widget has given: nothing yet, a token, or null for none; and who waits for it. */
  const widget = useRef<{ token?: string | null; resolve?: (token: string) => void }>({})

  const begin = useCallback(() => {
    widget.current = {}
    const pending = fetchHumanCheck()
    check.current = pending
    pending.then(
      (it) => ('token' in it ? setToken(it.token) : setSiteKey(it.siteKey)),
      () => setToken(''),
    )
  }, [])
  useEffect(() => {
    if (needed) begin()
  }, [begin, needed])

  const onToken = useCallback((given: string | null) => {
    widget.current.token = given
    setToken(given ?? '')
    widget.current.resolve?.(given ?? '')
  }, [])
  const fromWidget = (): Promise<string> => {
    const { token: given } = widget.current
    if (given !== undefined) return Promise.resolve(given ?? '')
    return new Promise((resolve) => {
      widget.current.resolve = resolve
    })
  }

  /** The token, waiting for it where it is not there yet; an empty one, which is refused, where none can be had. */
  const take = async (): Promise<string> => {
    if (!needed) return ''
    const pending = check.current ?? fetchHumanCheck()
    check.current = null
    const found = await pending.catch(fetchHumanCheck).catch(() => null)
    if (found === null) return ''
    if ('token' in found) return found.token
    setSiteKey(found.siteKey)
    return fromWidget()
  }
  const renew = useCallback(() => {
    if (!needed) return
    setToken('')
    setRound((before) => before + 1)
    begin()
  }, [begin, needed])

  const field: ReactNode = (
    <>
      <input type="hidden" name="captcha" value={token} readOnly />
      {siteKey !== null && (
        <Suspense fallback={null}>
          <Turnstile siteKey={siteKey} round={round} onToken={onToken} />
        </Suspense>
      )}
    </>
  )
  return { field, take, renew }
}
