import { Link, useRouter } from '@tanstack/react-router'
import { type FormEvent, useRef, useState } from 'react'
import { minimumAge } from '../../../contract/limits.ts'
import { birthdateVerdict } from '../../../contract/policy/birthdate.ts'
import { mayBeUsername } from '../../../contract/policy/username.ts'
import { canonicalUsername } from '../../../contract/username.ts'
import { errorMessage, fieldError, RefusalError } from '../../lib/refusal.ts'
import { safeReturnPath } from '../../lib/return-path.ts'
import { readIntent } from '../../lib/stored-intent.ts'
import { m } from '../../paraglide/messages.js'
import { returnKey, useSignOut } from '../../queries/identity.ts'
import { useUpdateProfile } from '../../queries/session.ts'
import { BirthdateField } from '../../ui/birthdate-field.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { AuthLayout, FormError, inlineLink } from '../auth/auth-layout.tsx'
import { MinorQuestion } from './minor-question.tsx'

/** Two things before anything else (spec §4): what to be called, and being old enough. */
export function OnboardingScreen() {
  const router = useRouter()
  const { mutateAsync, isPending, error, reset } = useUpdateProfile()
  const signOut = useSignOut()
  const [username, setUsername] = useState('')
  const year = useRef<HTMLInputElement>(null)
  const name = canonicalUsername(username)
  const isName = mayBeUsername(name)
  const [minors, setMinors] = useState<string | null>(null)
  const send = (birthdate: string) => {
    setMinors(null)
    // Before the answer, since with it an intent begins to be carried out.
    const returnPath = sessionStorage.getItem(returnKey) ?? readIntent()?.path
    const goOn = (to: string | null) => {
      sessionStorage.removeItem(returnKey)
      return router.navigate({
        href: returnPath ? safeReturnPath(returnPath, location.origin) : `/@${to}`,
        replace: true,
      })
    }
    // Also when the guard has led on meanwhile, and this form is gone.
    mutateAsync({ username: name, birthdate }).then(
      (profile) => goOn(profile.username),
      () => undefined,
    )
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const birthdate = String(new FormData(event.currentTarget).get('birthdate'))
    if (birthdateVerdict(birthdate, null, Date.now()) !== 'underage') return send(birthdate)
    // The sheet gives the focus back to what had it.
    year.current?.focus()
    setMinors(birthdate)
  }
  return (
    <AuthLayout
      title={m.onboarding_title()}
      lead={m.onboarding_lead()}
      foot={
        <Button variant="ghost" className="-ml-4" busy={signOut.isPending} onClick={() => signOut.mutate()}>
          {m.session_sign_out()}
        </Button>
      }
    >
      <form method="post" onSubmit={submit} className="flex flex-col gap-6">
        <OnboardingError error={error} />
        <Field
          label={m.onboarding_username()}
          hint={isName ? m.onboarding_address({ address: `/@${name}` }) : m.onboarding_username_hint()}
          error={aboutName(error)}
        >
          <Input
            name="username"
            before="@"
            value={username}
            onChange={(event) => {
              // What was refused was another name.
              if (aboutName(error)) reset()
              setUsername(event.target.value)
            }}
            autoComplete="nickname"
            autoCapitalize="none"
            spellCheck={false}
            required
            maxLength={31}
          />
        </Field>
        <BirthdateField
          label={m.onboarding_birthdate()}
          hint={m.onboarding_birthdate_hint({ age: minimumAge })}
          name="birthdate"
          ref={year}
        />
        <Button
          type="submit"
          variant="primary"
          size="lg"
          wide
          busy={isPending}
          disabledReason={name !== '' && !isName ? m.refusal_invalid_username() : null}
        >
          {m.onboarding_action()}
        </Button>
      </form>
      <MinorQuestion
        birthdate={minors}
        onConfirm={() => minors !== null && send(minors)}
        onCorrect={() => setMinors(null)}
      />
    </AuthLayout>
  )
}

/** What was refused, but for the name; and to a user whose date was a slip, where to write. */
function OnboardingError({ error }: { error: Error | null }) {
  if (!error || aboutName(error)) return null
  const isUnderage = error instanceof RefusalError && error.code === 'underage'
  return (
    <FormError>
      {fieldError(error) ?? errorMessage(error)}
      {isUnderage && (
        <>
          {' '}
          {m.onboarding_underage_text()}
          <br />
          <Link
            to="/settings/report"
            search={{ object: m.onboarding_birthdate(), kind: 'other' }}
            className={`${inlineLink} -mb-3`}
          >
            {m.onboarding_underage_link()}
          </Link>
        </>
      )}
    </FormError>
  )
}

/** What is wrong with the name belongs under the name. */
function aboutName(error: Error | null): string | null {
  const isIt = error instanceof RefusalError && (error.code === 'username_taken' || error.code === 'invalid_username')
  return isIt ? errorMessage(error) : null
}
