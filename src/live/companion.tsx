import { useQueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { emailVerificationToastMs } from '../../contract/limits.ts'
import { checkEmail, disconnect, loggedOut } from '../lib/events.ts'
import { m } from '../paraglide/messages.js'
import { useViewer } from '../screens/frame/viewer-context.ts'
import { useConnection } from '../stores/connection.ts'
import { usePurchase } from '../stores/purchase.ts'
import { toast } from '../stores/toasts.ts'
import { useImpersonationSync } from './use-impersonation-sync.ts'

const PurchaseSheet = lazy(async () => ({
  default: (await import('../screens/purchase/purchase-sheet.tsx')).PurchaseSheet,
}))

/** What accompanies every page once it stands: session events, the live socket, the question before a purchase. */
export default function Companion({ router }: { router: AnyRouter }) {
  useSessionEvents(router)
  useLive()
  useImpersonationSync()
  const isAsked = usePurchase((it) => it.asked !== null)
  return (
    isAsked && (
      <Suspense fallback={null}>
        <PurchaseSheet />
      </Suspense>
    )
  )
}

/** Logged out elsewhere: the guards decide anew where this page may stay (spec §4). */
function useSessionEvents(router: AnyRouter) {
  useEffect(() => {
    const again = () => void router.invalidate()
    const tell = () => void toast(m.auth_check_email(), { duration: emailVerificationToastMs })
    addEventListener(loggedOut, again)
    addEventListener(checkEmail, tell)
    return () => {
      removeEventListener(loggedOut, again)
      removeEventListener(checkEmail, tell)
    }
  }, [router])
}

/** The socket and the title's badge run only for logged-in users who can chat (spec §6). */
function useLive() {
  const queryClient = useQueryClient()
  const viewer = useViewer()
  const isOn =
    viewer !== null && viewer.username !== null && (viewer.acting_as === null || viewer.acting_as.permissions.can_chat)
  const isSuspended = useConnection((it) => it.status === 'suspended')
  const who = isOn && !isSuspended ? viewer.id : null
  useEffect(() => {
    if (who === null) return
    let stop = () => {}
    let isOver = false
    void import('./live.ts').then((it) => {
      if (!isOver) stop = it.startLive(queryClient)
    })
    const end = () => {
      isOver = true
      stop()
    }
    addEventListener(disconnect, end)
    return () => {
      removeEventListener(disconnect, end)
      end()
    }
  }, [who, queryClient])
}
