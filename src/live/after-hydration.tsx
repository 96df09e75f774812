import { useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { impersonationStateKey } from '../lib/storage-keys.ts'

/**
 * Everything that a page needs only once it stands: the live socket, the title's badge, the question before a purchase.
 * A visitor who only looks needs none of it, so it is fetched with their first touch or key.
 */
export function AfterHydration({ isIn }: { isIn: boolean }) {
  const router = useRouter()
  const [isUp, setIsUp] = useState(false)
  useEffect(() => {
    const up = () => setIsUp(true)
    if (isIn || wasActing()) return up()
    const signs = ['pointerdown', 'keydown'] as const
    for (const it of signs) addEventListener(it, up, { once: true })
    return () => {
      for (const it of signs) removeEventListener(it, up)
    }
  }, [isIn])
  useEffect(registerWorker, [])
  return (
    isUp && (
      <Suspense fallback={null}>
        <Companion router={router} />
      </Suspense>
    )
  )
}

/** Acting for somebody may have ended since this browser was here last, which it is to be told of (spec §4, app start). */
function wasActing(): boolean {
  try {
    return localStorage.getItem(impersonationStateKey) !== null
  } catch {
    return false
  }
}

/** Failure is ignored (spec §8). */
function registerWorker() {
  void navigator.serviceWorker?.register('/sw.js').catch(() => {})
}

const Companion = lazy(() => import('./companion.tsx'))
