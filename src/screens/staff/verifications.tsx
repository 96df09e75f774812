import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ageAt } from '../../../contract/policy/birthdate.ts'
import type { StaffVerification } from '../../../contract/staff.ts'
import { countryName } from '../../lib/country-name.ts'
import { dayText } from '../../lib/dates.ts'
import { m } from '../../paraglide/messages.js'
import { useApproveVerification, useRejectVerification, verificationsQuery } from '../../queries/staff.ts'
import { toast } from '../../stores/toasts.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmSheet } from '../../ui/confirm-sheet.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { Pages } from './pages.tsx'
import { Proofs } from './proofs.tsx'
import { ReasonForm } from './reason-form.tsx'
import { SecondFactorLink } from './staff-refusal.tsx'
import { useDecision } from './use-decision.tsx'

/** People who want to be creators, longest waiting first. */
export function Verifications() {
  const query = useInfiniteQuery(verificationsQuery('pending'))
  return <Pages query={query} empty={m.staff_verifications_none()} row={(it) => <Row key={it.user.id} it={it} />} />
}

function Row({ it }: { it: StaffVerification }) {
  const approve = useApproveVerification()
  const reject = useRejectVerification()
  const approval = useDecision(approve)
  const rejection = useDecision(reject)
  const [isRejecting, setRejecting] = useState(false)
  const [isApproving, setApproving] = useState(false)
  const differs = it.onboarding_birthdate !== null && it.onboarding_birthdate !== it.birthdate
  return (
    <li className="flex flex-col gap-4 px-4 py-5 sm:px-6">
      <div className="flex items-center gap-3">
        <Avatar user={it.user} />
        <div className="min-w-0 flex-1">
          <p className="truncate font-semibold">@{it.user.username}</p>
          {it.submitted_at && (
            <p className="text-ink-soft text-sm">
              {m.staff_waiting_since()} <TimeAgo at={it.submitted_at} />
            </p>
          )}
        </div>
      </div>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
        <dt className="text-ink-soft">{m.verification_legal_name()}</dt>
        <dd className="font-medium">{it.legal_name}</dd>
        <dt className="text-ink-soft">{m.onboarding_birthdate()}</dt>
        <dd className="font-medium">
          {m.staff_birthdate_age({ day: dayText(it.birthdate), age: ageAt(it.birthdate, Date.now()) })}
          {differs && (
            <span className="block text-rust-text">
              {m.staff_birthdate_differs({ day: dayText(it.onboarding_birthdate ?? '') })}
            </span>
          )}
        </dd>
        <dt className="text-ink-soft">{m.verification_country()}</dt>
        <dd className="font-medium">{countryName(it.country)}</dd>
        <dt className="text-ink-soft">{m.verification_document_kind()}</dt>
        <dd className="font-medium">{documentNames[it.document_kind]?.() ?? it.document_kind}</dd>
      </dl>
      <Proofs it={it} />
      {isRejecting ? (
        <ReasonForm
          label={m.staff_reject_reason()}
          action={m.staff_reject()}
          danger
          busy={reject.isPending}
          error={reject.error}
          onCancel={() => setRejecting(false)}
          onSend={(reason) => rejection.decide({ id: it.user.id, reason }, () => toast(m.staff_rejected()))}
        />
      ) : (
        <div className="flex gap-2">
          <Button onClick={() => setRejecting(true)}>{m.staff_reject()}</Button>
          <Button variant="primary" onClick={() => setApproving(true)}>
            {m.staff_approve()}
          </Button>
        </div>
      )}
      <ConfirmSheet
        open={isApproving}
        onClose={() => setApproving(false)}
        title={m.staff_approve()}
        confirm={m.staff_approve()}
        danger={false}
        busy={approve.isPending}
        error={approve.error}
        onConfirm={() => approval.decide(it.user.id, () => toast(m.staff_approved(), { type: 'success' }))}
      >
        {m.staff_approve_text({ name: it.user.username ?? '' })} <SecondFactorLink error={approve.error} />
      </ConfirmSheet>
      {approval.sheet}
      {rejection.sheet}
    </li>
  )
}

const documentNames: Readonly<Record<string, () => string>> = {
  passport: m.verification_passport,
  identity_card: m.verification_identity_card,
  driving_licence: m.verification_driving_licence,
}
