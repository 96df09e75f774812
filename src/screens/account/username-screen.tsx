import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useDeferredValue, useState } from 'react'
import { usernameQuarantineDays } from '../../../contract/limits.ts'
import { mayBeUsername } from '../../../contract/policy/username.ts'
import { canonicalUsername } from '../../../contract/username.ts'
import { errorMessage, fieldError, RefusalError } from '../../lib/refusal.ts'
import { m } from '../../paraglide/messages.js'
import { useChangeUsername, usernameQuery } from '../../queries/account.ts'
import { toast } from '../../stores/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Frame } from '../frame/frame.tsx'
import { useViewer } from '../frame/viewer-context.ts'
import { RefusalMessage, Section } from './section.tsx'

/** Changes the username and says first what happens to the old one (product §24). */
export function UsernameScreen() {
  const viewer = useViewer()
  const mine = viewer?.username ?? ''
  const [typed, setTyped] = useState('')
  const name = canonicalUsername(typed)
  const deferredName = useDeferredValue(name)
  const check = useQuery({
    ...usernameQuery(deferredName),
    enabled: mayBeUsername(deferredName) && deferredName !== mine,
  })
  const { mutate, isPending, error, reset } = useChangeUsername()
  const isTaken = check.data?.available === false && deferredName === name
  const hint =
    name === ''
      ? null
      : name === mine
        ? m.account_username_is_yours()
        : !mayBeUsername(name)
          ? m.refusal_invalid_username()
          : isTaken
            ? m.refusal_username_taken()
            : null
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (hint !== null || name === '') return
    mutate(name, {
      onSuccess: ({ username }) => {
        setTyped('')
        toast(m.account_username_changed({ username }), { type: 'success' })
      },
    })
  }
  const atName =
    error instanceof RefusalError && (fieldError(error, 'username') !== null || error.code === 'username_taken')
      ? errorMessage(error)
      : null
  return (
    <Frame title={m.title_settings_username()} back="/settings">
      <Section
        title={m.account_username_now({ username: mine })}
        text={m.account_username_text({ days: usernameQuarantineDays })}
      >
        <form onSubmit={send} className="flex flex-col gap-4">
          <Field
            label={m.account_username_new()}
            hint={
              hint === null && check.data?.available
                ? m.account_username_free({ username: name })
                : m.onboarding_username_hint()
            }
            error={hint ?? atName}
          >
            <Input
              before="@"
              value={typed}
              onChange={(event) => {
                reset()
                setTyped(event.target.value)
              }}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={31}
            />
          </Field>
          {atName === null && <RefusalMessage error={error} />}
          <Button
            type="submit"
            variant="primary"
            busy={isPending}
            disabledReason={name === '' ? m.onboarding_username_hint() : hint}
          >
            {m.account_username_action()}
          </Button>
        </form>
      </Section>
    </Frame>
  )
}
