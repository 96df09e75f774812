import { useState } from 'react'
import type { Invitation } from '../../../contract/agency-shapes.ts'
import { noFlags } from '../../lib/flag-labels.ts'
import { errorMessage } from '../../lib/refusal.ts'
import { m } from '../../paraglide/messages.js'
import { useAcceptInvitation, useDeclineInvitation } from '../../queries/agencies.ts'
import { toast } from '../../stores/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { FlagSwitches } from './flag-switches.tsx'
import { nameOf, Person } from './person.tsx'
import { roleLabel } from './role-labels.ts'

/** An invitation to me. A creator sets the ceiling of what the agency may do before accepting. */
export function InvitationRow({ invitation }: { invitation: Invitation }) {
  const accept = useAcceptInvitation()
  const decline = useDeclineInvitation()
  const [isConfirming, setIsConfirming] = useState(false)
  const [ceiling, setCeiling] = useState({ ...noFlags, can_chat: true })
  const isCreator = invitation.kind === 'creator'
  const agency = invitation.agency.name
  const failed = (error: unknown) => void toast(errorMessage(error), { type: 'error' })
  const say = () => void toast(m.agencies_accepted({ agency }), { type: 'success' })
  // The row is gone when the answer comes, so the callback runs on the promise.
  const join = () => void accept.mutateAsync({ id: invitation.id, ...(isCreator && { ceiling }) }).then(say, failed)
  return (
    <>
      <Person
        user={invitation.invited_by}
        actions={
          <>
            <Button
              size="sm"
              variant="ghost"
              busy={decline.isPending}
              onClick={() => decline.mutate({ id: invitation.id }, { onError: failed })}
            >
              {m.agencies_decline()}
            </Button>
            <Button
              size="sm"
              variant="primary"
              busy={accept.isPending}
              onClick={isCreator ? () => setIsConfirming(true) : join}
            >
              {m.agencies_accept()}
            </Button>
          </>
        }
      >
        {isCreator
          ? m.agencies_asks_creator({ agency })
          : m.agencies_asks_member({ agency, role: roleLabel(invitation.role ?? 'operator') })}
      </Person>
      <Sheet
        open={isConfirming}
        onOpenChange={setIsConfirming}
        title={m.agencies_ceiling_title({ agency })}
        description={m.agencies_ceiling_text({ name: nameOf(invitation.invited_by) })}
        held={accept.isPending}
        actions={
          <Button variant="primary" busy={accept.isPending} onClick={join}>
            {m.agencies_accept()}
          </Button>
        }
      >
        <FlagSwitches value={ceiling} onChange={setCeiling} />
      </Sheet>
    </>
  )
}
