import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { SavedReply } from '../../../contract/chat-tools.ts'
import { messageLength } from '../../../contract/limits.ts'
import { errorMessage, fieldError } from '../../lib/refusal.ts'
import { m } from '../../paraglide/messages.js'
import { savedRepliesQuery, useRemoveReply, useSaveReply } from '../../queries/chat-tools.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Input } from '../../ui/input.tsx'
import { SkeletonList } from '../../ui/skeleton.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { toastWithUndo } from '../../ui/toast-with-undo.ts'
import { LoadError } from '../frame/load-error.tsx'

/** The texts that a creator writes often. A removed one can be brought back for ten seconds. */
export function ReplySettings() {
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
  const { mutateAsync, isPending } = useRemoveReply()
  const { mutateAsync: saveAgain } = useSaveReply()
  const { title, content } = reply
  // The row is gone after the removal, and the callbacks of `mutate` with it; failures have a toast of their own.
  const remove = () =>
    mutateAsync(reply.id).then(
      () => toastWithUndo(m.chat_reply_removed({ title }), () => saveAgain({ title, content }).catch(() => undefined)),
      () => undefined,
    )
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
        busy={isPending}
        onClick={() => void remove()}
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
