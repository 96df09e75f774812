import { useQueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { storedOwnerKey } from '../../lib/storage-keys.ts'
import { knownSession } from '../../queries/session.ts'
import { useViewer } from '../frame/viewer-context.ts'

const load = () => import('./keep-pages.ts')

/**
 * Keeps what a signed-in person sees for time without a connection. It is gone once they are signed out or another person
 * is in, here or in another tab; while an operator acts for a creator nothing is kept.
 */
export function useStoredAnswers(router: AnyRouter): void {
  const queryClient = useQueryClient()
  const viewer = useViewer()
  const who = viewer?.id ?? null
  const owner = viewer !== null && viewer.acting_as === null ? viewer.id : null
  const before = useRef(who)
  useEffect(() => {
    const left = before.current
    before.current = who
    if (left !== null && left !== who) void load().then((it) => it.forgetShown(queryClient, router))
  }, [who, queryClient, router])
  useEffect(() => {
    if (owner === null) {
      const isKnown = knownSession(queryClient).state !== 'unknown'
      if (isKnown && localStorage.getItem(storedOwnerKey) !== null) void load().then((it) => it.dropStored())
      return
    }
    const leaving = new AbortController()
    void load()
      .then((it) => it.keepPages(queryClient, router, owner, leaving.signal))
      // Without storage nothing is kept.
      .catch(() => undefined)
    return () => leaving.abort()
  }, [owner, queryClient, router])
}
