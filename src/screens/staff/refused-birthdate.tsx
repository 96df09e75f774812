import { useState } from 'react'
import { dayText } from '../../lib/dates.ts'
import { m } from '../../paraglide/messages.js'
import { useAllowBirthdate } from '../../queries/staff.ts'
import { toast } from '../../stores/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { ReasonForm } from './reason-form.tsx'
import { useDecision } from './use-decision.tsx'

/** The minor's birthdate that onboarding refused, and the decision that its user may give another one. */
export function RefusedBirthdate({ id, day }: { id: string; day: string }) {
  const allow = useAllowBirthdate()
  const { decide, sheet } = useDecision(allow)
  const [isDeciding, setDeciding] = useState(false)
  return (
    <div className="flex flex-col gap-3 rounded-control bg-sunken p-3">
      <p className="text-sm">{m.staff_refused_birthdate({ day: dayText(day) })}</p>
      {isDeciding ? (
        <ReasonForm
          label={m.staff_allow_birthdate_note()}
          action={m.staff_allow_birthdate()}
          busy={allow.isPending}
          error={allow.error}
          onCancel={() => setDeciding(false)}
          onSend={(note) => decide({ id, note }, () => toast(m.staff_birthdate_allowed()))}
        />
      ) : (
        <div>
          <Button onClick={() => setDeciding(true)}>{m.staff_allow_birthdate()}</Button>
        </div>
      )}
      {sheet}
    </div>
  )
}
