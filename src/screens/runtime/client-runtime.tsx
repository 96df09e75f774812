import { useQueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { emailVerificationToastMs } from '../../../contract/limits.ts'
import { checkEmail, disconnect, loggedOut } from '../../lib/window-events.ts'
import { m } from '../../paraglide/messages.js'
import { useConnection } from '../../stores/connection.ts'
import { usePurchase } from '../../stores/purchase.ts'
import { toast } from '../../stores/toasts.ts'
import { useViewer } from '../frame/viewer-context.ts'
import { useImpersonationSync } from './use-impersonation-sync.ts'

const PurchaseSheet = lazy(async () => ({
  default: (await import('../purchase/purchase-sheet.tsx')).PurchaseSheet,
}))

/** What runs on every page once it is hydrated: session events, the live socket, the purchase sheet. */
export default function ClientRuntime({ router }: { router: AnyRouter }) {
  useSessionEvents(router)
  useLive()
  useImpersonationSync()
  const isPurchaseOpen = usePurchase((it) => it.purchase !== null)
  return (
    isPurchaseOpen && (
      <Suspense fallback={null}>
        <PurchaseSheet />
      </Suspense>
    )
  )
}

/** After a logout elsewhere the guards decide again whether this page may stay (spec §4). */
function useSessionEvents(router: AnyRouter) {
  useEffect(() => {
    const runGuards = () => void router.invalidate()
    const showCheckEmail = () => void toast(m.auth_check_email(), { duration: emailVerificationToastMs })
    addEventListener(loggedOut, runGuards)
    addEventListener(checkEmail, showCheckEmail)
    return () => {
      removeEventListener(loggedOut, runGuards)
      removeEventListener(checkEmail, showCheckEmail)
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
    void import('../../live/live.ts').then((it) => {
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
