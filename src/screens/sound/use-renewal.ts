import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { soundQuery } from '../../queries/sounds.ts'
import { renewSound, useSound } from '../../stores/sound.ts'

/**
 * An address is signed for a while only. Where it does not answer any more, the server is asked for another, once
 * in a few seconds; a viewer who has lost the right to it gets none.
 */
export function useRenewal(): void {
  const queryClient = useQueryClient()
  const id = useSound((it) => it.track?.id ?? null)
  const hasFailed = useSound((it) => it.hasFailed)
  const askedAt = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    if (!hasFailed || id === null) return
    if (performance.now() - askedAt.current < betweenMs) return
    askedAt.current = performance.now()
    const renew = async () => {
      const found = await queryClient.fetchQuery(soundQuery(id)).catch(() => null)
      if (found?.url && useSound.getState().track?.id === id) renewSound(found.url)
    }
    void renew()
  }, [id, hasFailed, queryClient])
}

const betweenMs = 5_000
