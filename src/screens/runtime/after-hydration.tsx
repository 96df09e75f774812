import { useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { impersonationStateKey } from '../../lib/storage-keys.ts'

/**
 * Loads what a page needs only once it is hydrated: the live socket, the title's badge, the purchase sheet. A visitor who
 * only reads needs none of it, so it is fetched with their first touch or key.
 */
export function AfterHydration({ isIn }: { isIn: boolean }) {
  const router = useRouter()
  const [isLoaded, setIsLoaded] = useState(false)
  useEffect(() => {
    const load = () => setIsLoaded(true)
    if (isIn || wasActing()) return load()
    const events = ['pointerdown', 'keydown'] as const
    for (const event of events) addEventListener(event, load, { once: true })
    return () => {
      for (const event of events) removeEventListener(event, load)
    }
  }, [isIn])
  useEffect(registerWorker, [])
  return (
    isLoaded && (
      <Suspense fallback={null}>
        <ClientRuntime router={router} />
      </Suspense>
    )
  )
}

/** The right to act for a creator may have ended since the last visit of this browser, which it then shows (spec §4, app start). */
function wasActing(): boolean {
  try {
    return localStorage.getItem(impersonationStateKey) !== null
  } catch {
    return false
  }
}

/** A failure is ignored (spec §8). */
function registerWorker() {
  void navigator.serviceWorker?.register('/sw.js').catch(() => {})
}

const ClientRuntime = lazy(() => import('./client-runtime.tsx'))
