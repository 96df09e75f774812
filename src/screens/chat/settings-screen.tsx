import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { SavedReply } from '../../../contract/chat-tools.ts'
import { messageLength } from '../../../contract/limits.ts'
import { errorMessage, fieldError } from '../../lib/refusal.ts'
import { m } from '../../paraglide/messages.js'
import {
  savedRepliesQuery,
  useRemoveReply,
  useSaveReply,
  useSetWelcome,
  welcomeQuery,
} from '../../queries/chat-tools.ts'
import { useUpdateProfile } from '../../queries/session.ts'
import { toast } from '../../stores/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Input } from '../../ui/input.tsx'
import { Select } from '../../ui/select.tsx'
import { SkeletonList } from '../../ui/skeleton.tsx'
import { Switch } from '../../ui/switch.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { Frame } from '../frame/frame.tsx'
import { LoadError } from '../frame/load-error.tsx'
import { useViewer } from '../frame/viewer-context.ts'
import { RequestSettings } from './request-settings.tsx'

/** Who may write, what new subscribers are greeted with, and the texts one writes often. */
export function ChatSettingsScreen() {
  return (
    <Frame title={m.chat_settings_title()} back="/settings">
      <div className="flex flex-col gap-10 px-4 py-6 sm:px-6">
        <Policy />
        <Welcome />
        <RequestSettings />
        <Replies />
      </div>
    </Frame>
  )
}

function Policy() {
  const viewer = useViewer()
  const update = useUpdateProfile()
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

function Replies() {
  const replies = useQuery(savedRepliesQuery)
  const [isAdding, setIsAdding] = useState(false)
  return (
    <section className="flex flex-col gap-3">
      <h2 className="font-bold font-display text-lg">{m.chat_replies()}</h2>
      {replies.isPending && <SkeletonList rows={2} />}
      {replies.isError && <LoadError error={replies.error} onRetry={() => void replies.refetch()} />}
      <ul className="divide-y divide-hairline">
        {replies.data?.data.map((it) => (
          <Reply key={it.id} reply={it} />
        ))}
      </ul>
      {isAdding ? (
        <ReplyForm reply={null} onDone={() => setIsAdding(false)} />
      ) : (
        <Button className="self-start" onClick={() => setIsAdding(true)}>
          <Icon name="plus" />
          {m.chat_reply_add()}
        </Button>
      )}
    </section>
  )
}

function Reply({ reply }: { reply: SavedReply }) {
  const [isOpen, setIsOpen] = useState(false)
  const remove = useRemoveReply()
  if (isOpen)
    return (
      <li>
        <ReplyForm reply={reply} onDone={() => setIsOpen(false)} />
      </li>
    )
  return (
    <li className="flex items-center gap-2 py-1">
      <button type="button" onClick={() => setIsOpen(true)} className="min-h-11 min-w-0 flex-1 text-left">
        <span className="block truncate font-semibold">{reply.title}</span>
        <span className="line-clamp-2 text-ink-soft text-sm">{reply.content}</span>
      </button>
      <Button
        variant="ghost"
        size="icon"
        aria-label={`${m.chat_reply_remove()}: ${reply.title}`}
        busy={remove.isPending}
        onClick={() => remove.mutate(reply.id)}
      >
        <Icon name="trash" />
      </Button>
    </li>
  )
}

function ReplyForm({ reply, onDone }: { reply: SavedReply | null; onDone: () => void }) {
  const [title, setTitle] = useState(reply?.title ?? '')
  const [content, setContent] = useState(reply?.content ?? '')
  const { mutate, isPending, error } = useSaveReply()
  const save = (event: FormEvent) => {
    event.preventDefault()
    mutate({ ...(reply && { id: reply.id }), title, content }, { onSuccess: onDone })
  }
  return (
    <form onSubmit={save} className="flex flex-col gap-3 py-3">
      <Field label={m.chat_reply_title()} error={fieldError(error, 'title')}>
        <Input value={title} maxLength={60} required onChange={(event) => setTitle(event.target.value)} />
      </Field>
      <Field
        label={m.chat_reply_content()}
        hint={m.chat_reply_content_hint({ name: '{name}' })}
        error={error ? (fieldError(error, 'content') ?? errorMessage(error)) : null}
      >
        <Textarea
          value={content}
          maxLength={messageLength}
          required
          onChange={(event) => setContent(event.target.value)}
        />
      </Field>
      <div className="flex gap-2">
        <Button type="submit" variant="primary" busy={isPending}>
          {m.chat_save()}
        </Button>
        <Button variant="ghost" onClick={onDone}>
          {m.ui_close()}
        </Button>
      </div>
    </form>
  )
}
