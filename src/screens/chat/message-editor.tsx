import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { Message } from '../../../contract/chat.ts'
import { messageLength } from '../../../contract/limits.ts'
import { errorMessage } from '../../lib/refusal.ts'
import { m } from '../../paraglide/messages.js'
import { useEditMessage } from '../../queries/chat.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorLine } from '../../ui/error-line.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { ComposerBanner, composerClasses, isSendKey } from './composer-banner.tsx'
import { stepUp } from './step-through.ts'

type MessageEditorProps = { message: Message; onEnd: () => void }

/**
 * Where a sent message is edited, in the place where one writes (product §71): Enter and the button save, Escape and the
 * cross leave it as it was. What the API refuses stays in the field, with the reason.
 */
export function MessageEditor({ message, onEnd }: MessageEditorProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState(message.content)
  const { mutate, isPending, error } = useEditMessage()
  const content = text.trim()
  useEffect(() => {
    field.current?.focus()
    field.current?.setSelectionRange(messageLength, messageLength)
  }, [])

  const save = (event?: FormEvent) => {
    event?.preventDefault()
    if (content === '' || isPending) return
    if (content === message.content) onEnd()
    else mutate({ id: message.id, content }, { onSuccess: onEnd })
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return onEnd()
    // From the start of the unchanged words one goes on, up to the messages.
    const isAtStart = field.current?.selectionEnd === 0 && text === message.content
    if (event.key === 'ArrowUp' && isAtStart && field.current && stepUp(field.current)) {
      event.preventDefault()
      return onEnd()
    }
    if (!isSendKey(event)) return
    event.preventDefault()
    save()
  }
  return (
    <form onSubmit={save} className={composerClasses}>
      <ComposerBanner icon="pencil" closeLabel={m.chat_edit_end()} onClose={onEnd}>
        <span className="font-semibold">{m.chat_editing()}</span> {message.content}
      </ComposerBanner>
      {error && <ErrorLine className="mb-2 px-1">{errorMessage(error)}</ErrorLine>}
      <div className="flex items-end gap-1">
        <Textarea
          ref={field}
          rows={1}
          value={text}
          maxLength={messageLength}
          aria-label={m.chat_edit_message()}
          enterKeyHint="done"
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKey}
          className="max-h-[min(10rem,30cqh)] min-h-11 flex-1 resize-none"
        />
        <Button
          type="submit"
          variant="primary"
          size="icon"
          aria-label={m.chat_edit_save()}
          busy={isPending}
          disabledReason={content === '' ? m.chat_edit_empty() : null}
        >
          <Icon name="check" />
        </Button>
      </div>
    </form>
  )
}
