import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { errorMessage } from '../../lib/refusal.ts'
import { m } from '../../paraglide/messages.js'
import { bellQuery, useSetBell } from '../../queries/notifications.ts'
import { closeBell, type useBellSheet } from '../../stores/bell.ts'
import { buttonClasses } from '../../ui/button-classes.ts'
import { ErrorLine } from '../../ui/error-line.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { SkeletonList } from '../../ui/skeleton.tsx'
import { Switch } from '../../ui/switch.tsx'

type BellSheetProps = { creator: NonNullable<ReturnType<typeof useBellSheet.getState>['creator']> }

/** Whether new posts of one creator notify the viewer. Where notifications go is in the settings for all of them. */
export function BellSheet({ creator }: BellSheetProps) {
  const bell = useQuery(bellQuery(creator.id))
  const { mutate, isPending, variables, error } = useSetBell(creator.id)
  return (
    <Sheet
      open
      onOpenChange={(isOpen) => !isOpen && closeBell()}
      title={m.notifications_bell_title({ name: `@${creator.username}` })}
    >
      {bell.isPending && <SkeletonList rows={1} />}
      {bell.isError && (
        <ErrorState description={errorMessage(bell.error)} onRetry={() => void bell.refetch()} busy={bell.isFetching} />
      )}
      {bell.data && (
        <Switch
          label={m.notifications_bell()}
          hint={m.notifications_bell_hint()}
          checked={isPending ? variables : bell.data.on}
          onChange={(on) => mutate(on)}
        />
      )}
      {error && <ErrorLine>{errorMessage(error)}</ErrorLine>}
      <Link
        to="/settings/notifications"
        onClick={closeBell}
        className={buttonClasses({ variant: 'ghost', wide: true })}
      >
        {m.notifications_bell_settings()}
      </Link>
    </Sheet>
  )
}
