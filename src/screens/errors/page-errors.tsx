import { useQueryClient } from '@tanstack/react-query'
import { type ErrorComponentProps, type NotFoundRouteProps, useLocation } from '@tanstack/react-router'
import { Suspense } from 'react'
import type { fatal } from '../../lib/fatal.ts'
import { RefusalError } from '../../lib/refusal.ts'
import { answerStatus, isBot } from '../../lib/request.ts'
import { m } from '../../paraglide/messages.js'
import { profileQuery } from '../../queries/session.ts'
import { isOffline } from '../../stores/offline.ts'
import { ActingStage } from '../agencies/acting-stage-first.tsx'
import { ViewerProvider } from '../frame/viewer-context.ts'
import { AfterHydration } from '../runtime/after-hydration.tsx'
import { ErrorScreen } from './error-screen.tsx'

/** Both 404s to the letter of spec §8. A bot gets the status and nothing else. */
export function NotFoundPage({ data }: NotFoundRouteProps) {
  const path = useLocation({ select: (it) => decoded(it.pathname) })
  if (isBot()) return null
  const isFatal = (data as typeof fatal | undefined)?.fatal === true
  return isFatal ? (
    <ErrorScreen
      status={404}
      message={m.error_fatal_not_found_message({ path })}
      title={m.error_fatal_not_found_title()}
      description={m.error_fatal_not_found_description()}
    />
  ) : (
    <ErrorScreen
      status={404}
      message={m.error_not_found_message({ path })}
      title={m.error_not_found_title()}
      description={m.error_not_found_description()}
    />
  )
}

/** A page that failed: the API's refusal with its own status, anything else 500. */
export function PageError({ error }: ErrorComponentProps) {
  const isRefused = error instanceof RefusalError
  // Without a connection there was no answer whose status could be shown.
  if (typeof window !== 'undefined' && isOffline() && (!isRefused || error.status === 503))
    return <ErrorScreen status={null} title={m.edge_offline()} description={m.edge_offline_text()} />
  const status = isRefused ? error.status : 500
  answerStatus(status)
  if (isBot()) return null
  const message = isRefused ? error.message : m.error_generic_message()
  return status === 403 ? (
    <ClosedPage message={message} />
  ) : (
    <ErrorScreen {...{ status, message }} {...titleAndDescription(status)} />
  )
}

/** A 403; while an operator acts for a creator it names the creator, and the bar ends acting. */
function ClosedPage({ message }: { message: string }) {
  const acting = useQueryClient().getQueryData(profileQuery.queryKey)?.acting_as
  if (!acting) return <ErrorScreen status={403} message={message} {...titleAndDescription(403)} />
  const name = `@${acting.target_user.username}`
  return (
    <>
      <StillActing />
      <ErrorScreen
        status={403}
        message={message}
        title={m.acting_closed_title()}
        description={m.acting_closed_owner({ name })}
      />
    </>
  )
}

function StillActing() {
  const profile = useQueryClient().getQueryData(profileQuery.queryKey)
  if (!profile?.acting_as) return null
  return (
    <ViewerProvider value={profile}>
      <Suspense fallback={null}>
        <ActingStage />
      </Suspense>
      <AfterHydration isIn />
    </ViewerProvider>
  )
}

function titleAndDescription(status: number) {
  if (status === 503 || status === 429)
    return { title: m.error_unavailable_title(), description: m.error_unavailable_description() }
  if (status === 401 || status === 403)
    return { title: m.error_forbidden_title(), description: m.error_forbidden_description() }
  return { title: m.error_server_title(), description: m.error_server_description() }
}

/** The path as people read it; one that cannot be decoded stays as it is. */
function decoded(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}
