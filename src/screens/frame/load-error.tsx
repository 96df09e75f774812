import { Suspense } from 'react'
import { errorMessage, RefusalError } from '../../lib/refusal.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { lazily } from '../../ui/lazily.ts'
import { useViewer } from './viewer-context.ts'

type LoadErrorProps = { error: unknown; onRetry?: () => void; busy?: boolean }

/** A failed query: closed to this operator, with the right that would open it, or an error with a retry. */
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

/** A visitor never acts for a creator, so a first visit does not load the labels of rights. */
const ClosedBy = lazily(async () => (await import('./closed-by.tsx')).default)
