import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Verification } from '../../../contract/verification.ts'
import { errorMessage } from '../../lib/refusal.ts'
import { m } from '../../paraglide/messages.js'
import { useSubmitVerification, verificationQuery } from '../../queries/verification.ts'
import { Button } from '../../ui/button.tsx'
import { buttonClasses } from '../../ui/button-classes.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { SkeletonList } from '../../ui/skeleton.tsx'
import { RefusalMessage, Section } from '../account/section.tsx'
import { Frame } from '../frame/frame.tsx'
import { PictureField } from './picture-field.tsx'
import { VerificationForm } from './verification-form.tsx'

/** Becoming a creator in three steps: who one is, two pictures, and a person who looks at them (product §20). */
export function VerificationScreen() {
  const { data, error, refetch, isFetching, isPending } = useQuery(verificationQuery)
  return (
    <Frame title={m.title_creator_verification()} back="/creator">
      {isPending && <SkeletonList rows={4} />}
      {error && !data && (
        <ErrorState description={errorMessage(error)} onRetry={() => void refetch()} busy={isFetching} />
      )}
      {data && <Stage verification={data} />}
    </Frame>
  )
}

function Stage({ verification }: { verification: Verification }) {
  const { status, reason } = verification
  if (status === 'pending')
    return <EmptyState title={m.verification_pending_title()}>{m.verification_pending_text()}</EmptyState>
  if (status === 'approved') {
    const action = (
      <Link to="/creator" className={buttonClasses({ variant: 'primary' })}>
        {m.verification_approved_action()}
      </Link>
    )
    return (
      <EmptyState title={m.verification_approved_title()} action={action}>
        {m.verification_approved_text()}
      </EmptyState>
    )
  }
  return (
    <>
      {status === 'rejected' && (
        <div role="status" className="border-rust border-l-4 bg-sunken px-4 py-4 sm:px-6">
          <p className="font-bold">{m.verification_rejected_title()}</p>
          <p className="mt-1">{reason}</p>
        </div>
      )}
      <VerificationForm verification={verification} />
      {status === 'started' && <Pictures verification={verification} />}
    </>
  )
}

function Pictures({ verification: { has_document, has_selfie } }: { verification: Verification }) {
  const { mutate, isPending, error } = useSubmitVerification()
  const isReady = has_document && has_selfie
  return (
    <>
      <Section title={m.verification_pictures_title()} text={m.verification_pictures_text()}>
        <PictureField
          kind="document"
          label={m.verification_document()}
          hint={m.verification_document_hint()}
          isThere={has_document}
        />
        <PictureField
          kind="selfie"
          label={m.verification_selfie()}
          hint={m.verification_selfie_hint()}
          isThere={has_selfie}
        />
      </Section>
      <Section title={m.verification_send_title()} text={m.verification_send_text()}>
        <RefusalMessage error={error} />
        <Button
          variant="primary"
          size="lg"
          busy={isPending}
          disabledReason={isReady ? null : m.verification_send_missing()}
          onClick={() => mutate(null)}
        >
          {m.verification_send()}
        </Button>
      </Section>
    </>
  )
}
