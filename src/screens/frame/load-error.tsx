import { lazy, Suspense } from 'react'
import { RefusalError, errorMessage } from '../../lib/refusal.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { useViewer } from './viewer-context.ts'

type LoadErrorProps = { error: unknown; onRetry?: () => void; busy?: boolean }

/** What did not load: closed while acting for somebody, with the right that would open it, or failed, with a retry. */
export function LoadError({ error, onRetry, busy = false }: LoadErrorProps) {
  const acting = useViewer()?.acting_as
  if (acting && error instanceof RefusalError && error.code === 'permission_denied')
    return (
      <Suspense fallback={null}>
        <ClosedBy flag={error.facts.flag} name={`@${acting.target_user.username}`} />
      </Suspense>
    )
  return <ErrorState description={errorMessage(error)} onRetry={onRetry} busy={busy} />
}

/** Who only looks acts for nobody, so a first visit does not carry the words of rights. */
const ClosedBy = lazy(() => import('./closed-by.tsx'))
