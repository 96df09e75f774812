import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { StaffUser } from '../../../contract/staff.ts'
import { m } from '../../paraglide/messages.js'
import { staffUsersQuery, useSuspendUser, useUnsuspendUser } from '../../queries/staff.ts'
import { toast } from '../../stores/toasts.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { useViewer } from '../frame/viewer-context.ts'
import { Pages } from './pages.tsx'
import { ReasonForm } from './reason-form.tsx'
import { RefusedBirthdate } from './refused-birthdate.tsx'
import { SearchForm } from './search-form.tsx'
import { StaffRefusal } from './staff-refusal.tsx'
import { useDecision } from './use-decision.tsx'

/** People by name or address: suspending them and back, and allowing them another birthdate. */
export function StaffUsers() {
  const [q, setQ] = useState('')
  const query = useInfiniteQuery(staffUsersQuery(q))
  return (
    <>
      <SearchForm label={m.staff_users_search()} onSearch={setQ} />
      <Pages query={query} empty={m.staff_users_none()} row={(it) => <Row key={it.id} it={it} />} />
    </>
  )
}

function Row({ it }: { it: StaffUser }) {
  const viewer = useViewer()
  const suspend = useSuspendUser()
  const unsuspend = useUnsuspendUser()
  const suspension = useDecision(suspend)
  const lifting = useDecision(unsuspend)
  const [isSuspending, setSuspending] = useState(false)
  return (
    <li className="flex flex-col gap-3 px-4 py-4 sm:px-6">
      <div className="flex items-center gap-3">
        <Avatar user={it} />
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-center gap-2">
            <span className="truncate font-semibold">{it.username ? `@${it.username}` : m.staff_user_unnamed()}</span>
            {it.is_creator && <Badge tone="brass">{m.staff_user_creator()}</Badge>}
            {it.role === 'staff' && <Badge>{m.staff_user_staff()}</Badge>}
            {it.suspended_at && <Badge tone="rust">{m.staff_user_suspended()}</Badge>}
          </p>
          <p className="text-ink-soft text-sm [overflow-wrap:anywhere]">{it.email}</p>
          <TimeAgo at={it.created_at} className="text-ink-faint text-sm" />
        </div>
        {it.id !== viewer?.id &&
          (it.suspended_at ? (
            <Button
              busy={unsuspend.isPending}
              onClick={() => lifting.decide(it.id, () => toast(m.staff_unsuspended()))}
            >
              {m.staff_unsuspend()}
            </Button>
          ) : (
            !isSuspending && (
              <Button
                disabledReason={it.role === 'staff' ? m.staff_suspend_colleague() : null}
                onClick={() => setSuspending(true)}
              >
                {m.staff_suspend()}
              </Button>
            )
          ))}
      </div>
      {it.suspended_reason && <p className="rounded-control bg-sunken p-3 text-sm">{it.suspended_reason}</p>}
      {it.refused_birthdate && <RefusedBirthdate id={it.id} day={it.refused_birthdate} />}
      <StaffRefusal error={unsuspend.error} />
      {isSuspending && (
        <ReasonForm
          label={m.staff_suspend_reason()}
          action={m.staff_suspend()}
          danger
          busy={suspend.isPending}
          error={suspend.error}
          onCancel={() => setSuspending(false)}
          onSend={(reason) => suspension.decide({ id: it.id, reason }, () => setSuspending(false))}
        />
      )}
      {suspension.sheet}
      {lifting.sheet}
    </li>
  )
}
