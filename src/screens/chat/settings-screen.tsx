import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { messageLength } from '../../../contract/limits.ts'
import { errorMessage, fieldError } from '../../lib/refusal.ts'
import { m } from '../../paraglide/messages.js'
import { useSetWelcome, welcomeQuery } from '../../queries/chat-tools.ts'
import { useUpdateProfile } from '../../queries/session.ts'
import { toast } from '../../stores/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { SkeletonList } from '../../ui/skeleton.tsx'
import { Switch } from '../../ui/switch.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { Frame } from '../frame/frame.tsx'
import { LoadError } from '../frame/load-error.tsx'
import { useClosed } from '../frame/use-closed.ts'
import { useViewer } from '../frame/viewer-context.ts'
import { ReplySettings } from './reply-settings.tsx'
import { RequestSettings } from './request-settings.tsx'

/** Who may write, what new subscribers are greeted with, and the texts one writes often. */
export function ChatSettingsScreen() {
  return (
    <Frame title={m.chat_settings_title()} back="/settings">
      <div className="flex flex-col gap-10 px-4 py-6 sm:px-6">
        <Policy />
        <Welcome />
        <RequestSettings />
        <ReplySettings />
      </div>
    </Frame>
  )
}

function Policy() {
  const viewer = useViewer()
  const update = useUpdateProfile()
  const closedToChat = useClosed('can_chat')
  if (viewer === null) return null
  const { settings, acting_as } = viewer
  const closed = acting_as && !acting_as.permissions.can_profile ? m.refusal_permission_denied() : null
  return (
    <section className="flex flex-col gap-3">
      <Field label={m.chat_policy()} error={update.error ? errorMessage(update.error) : null} hint={closed}>
        <Select
          value={settings.chat_access_policy}
          disabled={closed !== null}
          onChange={(event) =>
            update.mutate({
              settings: { chat_access_policy: event.target.value as typeof settings.chat_access_policy },
            })
          }
        >
          <option value="FOLLOWERS_OR_SUBSCRIBERS">{m.chat_policy_followers()}</option>
          <option value="SUBSCRIBERS">{m.chat_policy_subscribers()}</option>
        </Select>
      </Field>
      <Switch
        label={m.chat_subscriber_media()}
        hint={m.chat_subscriber_media_hint()}
        checked={viewer.takes_subscriber_media}
        disabledReason={closed ?? closedToChat}
        onChange={(takes_subscriber_media) => update.mutate({ takes_subscriber_media })}
      />
      <Switch
        label={m.chat_notify_app()}
        checked={settings.notifications.messages.app}
        disabledReason={closed}
        onChange={(app) => update.mutate({ settings: { notifications: { messages: { app } } } })}
      />
    </section>
  )
}

function Welcome() {
  const welcome = useQuery(welcomeQuery)
  if (welcome.isError) return <LoadError error={welcome.error} onRetry={() => void welcome.refetch()} />
  if (!welcome.data) return <SkeletonList rows={2} />
  return <WelcomeForm key={welcome.data.content} {...welcome.data} />
}

function WelcomeForm({ enabled, content }: { enabled: boolean; content: string }) {
  const [isOn, setIsOn] = useState(enabled)
  const [text, setText] = useState(content)
  const { mutate, isPending, error } = useSetWelcome()
  const save = (event: FormEvent) => {
    event.preventDefault()
    mutate({ enabled: isOn, content: text }, { onSuccess: () => void toast(m.chat_fan_saved(), { type: 'success' }) })
  }
  return (
    <form onSubmit={save} className="flex flex-col gap-3">
      <h2 className="font-bold font-display text-lg">{m.chat_welcome()}</h2>
      <Switch label={m.chat_welcome_on()} hint={m.chat_welcome_text()} checked={isOn} onChange={setIsOn} />
      <Field
        label={m.chat_reply_content()}
        hint={m.chat_reply_content_hint({ name: '{name}' })}
        error={error ? (fieldError(error) ?? errorMessage(error)) : null}
      >
        <Textarea value={text} maxLength={messageLength} onChange={(event) => setText(event.target.value)} />
      </Field>
      <Button
        type="submit"
        variant="primary"
        className="self-start"
        busy={isPending}
        disabledReason={isOn && text.trim() === '' ? m.chat_nothing_to_send() : null}
      >
        {m.chat_save()}
      </Button>
    </form>
  )
}
