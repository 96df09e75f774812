import { useRouter } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { afterPaint } from '../../lib/after-paint.ts'
import { reloadForNewBuild } from '../../lib/new-build.ts'
import { impersonationStateKey, storedOwnerKey } from '../../lib/storage-keys.ts'
import { lazily } from '../../ui/lazily.ts'

/**
 * Loads what a page needs only once it is hydrated: the live socket, the title's badge, the focus of new pages, the purchase sheet. A visitor who
 * only reads needs none of it, so it is fetched with their first touch or key.
 */
export function AfterHydration({ isIn }: { isIn: boolean }) {
  const router = useRouter()
  const [isLoaded, setIsLoaded] = useState(false)
  useEffect(() => {
    const load = () => setIsLoaded(true)
    if (isIn || wasIn()) return load()
    const events = ['pointerdown', 'keydown'] as const
    const onTouch = () => afterPaint(load)
    for (const event of events) addEventListener(event, onTouch, { once: true })
    return () => {
      for (const event of events) removeEventListener(event, onTouch)
    }
  }, [isIn])
  useEffect(registerWorker, [])
  useEffect(() => reloadForNewBuild(), [])
  return (
    isLoaded && (
      <Suspense fallback={null}>
        <ClientRuntime router={router} />
      </Suspense>
    )
  )
}

/**
 * The right to act for a creator may have ended since the last visit of this browser, which it then shows (spec §4, app
 * start); and what it keeps for a person is deleted once they are out.
 */
function wasIn(): boolean {
  try {
    return (localStorage.getItem(impersonationStateKey) ?? localStorage.getItem(storedOwnerKey)) !== null
  } catch {
    return false
  }
}

/** A failure is ignored (spec §8). */
function registerWorker() {
  void navigator.serviceWorker?.register('/sw.js').catch(() => {})
}

const ClientRuntime = lazily(async () => (await import('./client-runtime.tsx')).default)
