import { useCallback, useEffect, useRef, useState } from 'react'
import { humanToken } from '../../queries/human-check.ts'

/**
 * The human check of a form: the work begins while the form is being filled in, and its token stands in a hidden
 * field, from which it is read when the form is sent (SPEC §5). A token is good once, so a refused form takes a new one.
 */
export function useHumanCheck() {
  const [token, setToken] = useState('')
  const work = useRef<Promise<string> | null>(null)
  const begin = useCallback(() => {
    const asked = humanToken()
    work.current = asked
    asked.then(setToken, () => setToken(''))
  }, [])
  useEffect(begin, [begin])

  /** The token, waiting for the work where it is not done; a check that failed is tried once more. */
  const take = async (): Promise<string> => {
    const value = await (work.current ?? humanToken()).catch(() => humanToken())
    work.current = null
    return value
  }
  return { field: <input type="hidden" name="captcha" value={token} readOnly />, take, renew: begin }
}
