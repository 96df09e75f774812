import { useQueryClient } from '@tanstack/react-query'
import { type AnyRouter, useLocation } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { emailVerificationToastMs } from '../../../contract/limits.ts'
import { isOnboarded } from '../../lib/guards.ts'
import { watchOverlays } from '../../lib/overlay-entries.ts'
import { focusNewPages } from '../../lib/page-focus.ts'
import { shareFaces } from '../../lib/shared-face.ts'
import { intentKey, purchaseKey } from '../../lib/storage-keys.ts'
import { checkEmail, disconnect, loggedOut } from '../../lib/window-events.ts'
import { m } from '../../paraglide/messages.js'
import { useAccessEnded } from '../../stores/access-ended.ts'
import { closeBell, useBellSheet } from '../../stores/bell.ts'
import { useConnection } from '../../stores/connection.ts'
import { closeEmailCode, useEmailCode } from '../../stores/email-code.ts'
import { closeIntent, type Intent, useIntent } from '../../stores/intent.ts'
import { closeSheet, useOpenSheet } from '../../stores/open-sheet.ts'
import { closeBought, closePurchase, usePurchase } from '../../stores/purchase.ts'
import { closeSafety, useSafety } from '../../stores/safety.ts'
import { toast } from '../../stores/toasts.ts'
import { useUploads } from '../../stores/uploads.ts'
import { LateSheet } from '../../ui/late-sheet.tsx'
import { keepTrying, lazily } from '../../ui/lazily.ts'
import { useViewer } from '../frame/viewer-context.ts'
import { LightboxHost } from '../lightbox/lightbox-host.tsx'
import { SoundBarHost } from '../sound/sound-bar-host.tsx'
import { OfflineBar } from './offline-bar.tsx'
import { useConnectionWatch } from './use-connection-watch.ts'
import { useDiscreet } from './use-discreet.ts'
import { useImpersonationSync } from './use-impersonation-sync.ts'
import { useNewBuild } from './use-new-build.ts'
import { useOutboxSender } from './use-outbox.ts'
import { usePalette } from './use-palette.ts'
import { useStoredAnswers } from './use-stored-answers.ts'

const PurchaseSheet = lazily(async () => (await import('../purchase/purchase-sheet.tsx')).PurchaseSheet)

const BoughtCard = lazily(async () => (await import('../purchase/bought-card.tsx')).BoughtCard)

const JoinSheet = lazily(async () => (await import('../auth/join-sheet.tsx')).JoinSheet)

const AccessEndedSheet = lazily(async () => (await import('../agencies/access-ended-sheet.tsx')).AccessEndedSheet)

const EmailCodeSheet = lazily(async () => (await import('../auth/email-code-sheet.tsx')).EmailCodeSheet)

const TermsSheet = lazily(async () => (await import('../account/terms-sheet.tsx')).TermsSheet)

const SafetySheets = lazily(async () => (await import('../reports/safety-sheets.tsx')).SafetySheets)

const BellSheet = lazily(async () => (await import('../notifications/bell-sheet.tsx')).BellSheet)

const LockScreen = lazily(async () => (await import('../discreet/lock-screen.tsx')).LockScreen)

const CommandPalette = lazily(async () => (await import('../palette/command-palette.tsx')).CommandPalette)

const UploadPill = lazily(async () => (await import('../upload/upload-pill.tsx')).UploadPill)

/** What runs on every page once it is hydrated: session events, the live socket, the lightbox, the bar of a sound, the sheets of joining and buying. */
export default function ClientRuntime({ router }: { router: AnyRouter }) {
  useEffect(() => watchOverlays(router.history), [router])
  useEffect(() => focusNewPages(router), [router])
  useEffect(() => shareFaces(router), [router])
  useSessionEvents(router)
  useLive()
  useImpersonationSync()
  useNewBuild(router)
  useConnectionWatch(router)
  useOutboxSender()
  useStoredAnswers(router)
  const isLocked = useDiscreet()
  const hasUploads = useUploads((it) => it.items.length > 0)
  const intent = useIntentOfVisitor(router)
  const needsCode = useEmailCode((it) => it.isOpen)
  useStoredPurchase(router)
  useClosedWithViewer()
  const bought = usePurchase((it) => it.bought)
  const isPurchaseOpen = usePurchase((it) => it.purchase !== null)
  const isSafetyOpen = useSafety((it) => it.report !== null || it.block !== null)
  const bellOf = useBellSheet((it) => it.creator)
  const sheet = useOpenSheet((it) => it.sheet)
  const hasLostAccess = useHasLostAccess()
  const viewer = useViewer()
  const isTermsDue = viewer?.terms_due === true
  const palette = usePalette(viewer?.is_creator === true)
  return (
    <>
      <OfflineBar />
      {sheet}
      <LightboxHost />
      <SoundBarHost />
      {isLocked && (
        <Suspense fallback={null}>
          <LockScreen />
        </Suspense>
      )}
      {hasUploads && (
        <Suspense fallback={null}>
          <UploadPill />
        </Suspense>
      )}
      {intent && (
        <Suspense fallback={<LateSheet onClose={closeIntent} />}>
          <JoinSheet intent={intent} />
        </Suspense>
      )}
      {needsCode && (
        <Suspense fallback={<LateSheet onClose={closeEmailCode} />}>
          <EmailCodeSheet />
        </Suspense>
      )}
      {bought && (
        <Suspense fallback={null}>
          <BoughtCard bought={bought} />
        </Suspense>
      )}
      {isSafetyOpen && (
        <Suspense fallback={<LateSheet onClose={closeSafety} />}>
          <SafetySheets />
        </Suspense>
      )}
      {bellOf && (
        <Suspense fallback={<LateSheet onClose={closeBell} />}>
          <BellSheet creator={bellOf} />
        </Suspense>
      )}
      {palette.isOpen && (
        <Suspense fallback={<LateSheet onClose={() => palette.setOpen(false)} />}>
          <CommandPalette onClose={() => palette.setOpen(false)} />
        </Suspense>
      )}
      {hasLostAccess && (
        <Suspense fallback={null}>
          <AccessEndedSheet />
        </Suspense>
      )}
      {isTermsDue && (
        <Suspense fallback={null}>
          <TermsSheet />
        </Suspense>
      )}
      {isPurchaseOpen && (
        <Suspense fallback={<LateSheet onClose={closePurchase} />}>
          <PurchaseSheet />
        </Suspense>
      )}
    </>
  )
}

/** An operator in person whose access to a creator has ended on the page before this one. */
function useHasLostAccess(): boolean {
  const viewer = useViewer()
  const hasEnded = useAccessEnded((it) => !!it.ended)
  return hasEnded && viewer !== null && viewer.acting_as === null
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

/**
 * What a visitor wants and is asked to join for. Once they are in and their onboarding is done, it is carried out, also
 * after a reload or in another tab.
 */
function useIntentOfVisitor(router: AnyRouter): Intent | null {
  const queryClient = useQueryClient()
  const viewer = useViewer()
  const intent = useIntent((it) => it.intent)
  const isVisitor = viewer === null
  const who = useOwner()
  useEffect(() => {
    if (!isVisitor) closeIntent()
    if (who === null || !isStored(intentKey)) return
    void import('../auth/resume-intent.ts').then((it) => it.resumeIntent(queryClient, router))
  }, [isVisitor, who, queryClient, router])
  return isVisitor ? intent : null
}

/** After a reload, or the way to the payment provider, an open purchase is there again. */
function useStoredPurchase(router: AnyRouter): void {
  const queryClient = useQueryClient()
  const who = useOwner()
  useEffect(() => {
    if (who === null || !isStored(purchaseKey)) return
    const path = router.latestLocation.href
    void import('../purchase/restore-purchase.ts').then((it) => it.restorePurchase(queryClient, who, path))
  }, [who, queryClient, router])
}

/** What one user had open is not the next one's: signing out, here or in another tab, closes it. */
function useClosedWithViewer(): void {
  const who = useViewer()?.id ?? null
  // biome-ignore lint/correctness/useExhaustiveDependencies: another viewer is what closes it.
  useEffect(
    () => () => {
      closePurchase()
      closeBought()
      closeSafety()
      closeEmailCode()
      closeBell()
      closeSheet()
    },
    [who],
  )
}

/** A signed-in user in person, whose onboarding is done, on a page that may be left: not where a link of a mail leads. */
function useOwner(): string | null {
  const viewer = useViewer()
  const isFree = useLocation({ select: ({ pathname }) => !pathname.startsWith('/auth/') })
  return isFree && viewer !== null && viewer.acting_as === null && isOnboarded(viewer) ? viewer.id : null
}

/** Whether something is stored, before the code is fetched that reads it. */
function isStored(key: string): boolean {
  try {
    return localStorage.getItem(key) !== null || sessionStorage.getItem(key) !== null
  } catch {
    return false
  }
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
    void keepTrying(() => import('../../live/live.ts')).then((it) => {
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
