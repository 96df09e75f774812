import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { connectionBack, connectionLost, useOffline } from '../../stores/offline.ts'

/** Follows the loss and the return of the connection; with it, what is shown is fetched again and pages that failed load. */
export function useConnectionWatch(router: AnyRouter): void {
  const queryClient = useQueryClient()
  const isLost = useOffline((it) => it.since !== null)
  useEffect(() => {
    const lose = () => connectionLost()
    if (navigator.onLine === false) lose()
    addEventListener('offline', lose)
    return () => removeEventListener('offline', lose)
  }, [])
  useEffect(() => {
    if (!isLost) return
    let isOver = false
    const look = async () => {
      if (navigator.onLine !== false && (await isAnswered()) && !isOver) comeBack(queryClient, router)
    }
    const timer = setInterval(look, lookEveryMs)
    addEventListener('online', look)
    void look()
    return () => {
      isOver = true
      clearInterval(timer)
      removeEventListener('online', look)
    }
  }, [isLost, queryClient, router])
}

/** A network that is there need not lead to us: the smallest of our files says so. */
const isAnswered = (): Promise<boolean> =>
  fetch('/build.json', { method: 'HEAD', cache: 'no-store' }).then(
    (answer) => answer.ok,
    () => false,
  )

function comeBack(queryClient: QueryClient, router: AnyRouter): void {
  connectionBack()
  void queryClient.invalidateQueries({ refetchType: 'active' })
  if (router.state.matches.some((it) => it.status === 'error')) void router.invalidate()
}

const lookEveryMs = 5_000
