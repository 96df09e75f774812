import { type FormEvent, type KeyboardEvent, lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { Message } from '../../../contract/chat.ts'
import { messageLength } from '../../../contract/limits.ts'
import type { PublicProfile } from '../../../contract/users.ts'
import { m } from '../../paraglide/messages.js'
import { saveDraft, useDrafts } from '../../stores/drafts.ts'
import type { Outgoing } from '../../stores/outbox.ts'
import { openPurchase } from '../../stores/purchase.ts'
import { Button } from '../../ui/button.tsx'
import { buttonClasses } from '../../ui/button-classes.ts'
import { Icon } from '../../ui/icon.tsx'
import { coinsText } from '../../lib/money.ts'
import { Textarea } from '../../ui/textarea.tsx'
import { useClosed } from '../frame/use-closed.ts'
import { useViewer } from '../frame/viewer-context.ts'
import { AttachSheet, type Attached, nothingAttached } from './attach-sheet.tsx'
import { SavedReplies } from './saved-replies.tsx'
import { stepUp } from './step-through.ts'

type ComposerProps = {
  user: PublicProfile
  replyTo: Message | null
  onReplyEnd: () => void
  onSend: (written: Pick<Outgoing, 'content' | 'replyTo' | 'media' | 'previewIds' | 'price'>) => void
}

/** Where one writes: the draft is kept, Enter sends where there is a keyboard, Shift+Enter begins a line. */
export function MessageComposer({ user, replyTo, onReplyEnd, onSend }: ComposerProps) {
  const viewer = useViewer()
  const text = useDrafts((it) => it.texts[user.id] ?? '')
  const [attached, setAttached] = useState<Attached>(nothingAttached)
  const [isAttaching, setIsAttaching] = useState(false)
  const [isSpeaking, setIsSpeaking] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const typed = useSendTyping(user.id)
  useEffect(() => {
    if (replyTo) field.current?.focus()
  }, [replyTo])

  const content = text.trim()
  const isEmpty = content === '' && attached.media.length === 0
  const quoted = replyTo && { id: replyTo.id, content: replyTo.content.slice(0, 200), sender_id: replyTo.sender.id }
  const send = (event?: FormEvent) => {
    event?.preventDefault()
    if (isEmpty) return
    onSend({ content, replyTo: quoted, media: attached.media, previewIds: attached.previewIds, price: attached.price })
    saveDraft(user.id, '')
    setAttached(nothingAttached)
    onReplyEnd()
    typed(false)
    field.current?.focus()
  }
  const endSpeaking = () => {
    setIsSpeaking(false)
    // The field is back with the next frame.
    requestAnimationFrame(() => field.current?.focus())
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && replyTo) return onReplyEnd()
    if (event.key === 'ArrowUp' && text === '' && field.current && stepUp(field.current)) return event.preventDefault()
    const sends =
      event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing && matchMedia('(hover: hover)').matches
    if (sends) {
      event.preventDefault()
      send()
    }
  }
  const closed = useClosed('can_medias')
  return (
    <form onSubmit={send} className="shrink-0 border-hairline border-t bg-paper px-2 py-2 sm:px-3">
      {replyTo && (
        <div className="mb-2 flex items-center gap-2 rounded-control bg-sunken py-1 pl-3 text-sm">
          <Icon name="reply" className="size-4 shrink-0" />
          <span className="min-w-0 flex-1 truncate">{replyTo.content || m.chat_a_media()}</span>
          <CloseButton label={m.chat_reply_end()} onClick={onReplyEnd} />
        </div>
      )}
      {attached.media.length > 0 && (
        <div className="mb-2 flex items-center gap-2 rounded-control bg-sunken py-1 pl-3 text-sm">
          <Icon name="paperclip" className="size-4 shrink-0" />
          <span className="min-w-0 flex-1 truncate">
            {m.chat_attached({ count: attached.media.length })}
            {attached.price !== null && ` · ${coinsText(attached.price)}`}
          </span>
          <CloseButton label={m.chat_attach_end()} onClick={() => setAttached(nothingAttached)} />
        </div>
      )}
      {isSpeaking && (
        <Suspense fallback={<div className="h-11" />}>
          <VoiceNote
            onReady={(media) => {
              onSend({ content: '', replyTo: quoted, media: [media], previewIds: [], price: null })
              onReplyEnd()
            }}
            onEnd={endSpeaking}
          />
        </Suspense>
      )}
      <div className={isSpeaking ? 'hidden' : 'flex items-end gap-1'}>
        {viewer?.is_creator && (
          <button
            type="button"
            aria-label={m.chat_attach()}
            onClick={() => setIsAttaching(true)}
            className={buttonClasses({ variant: 'ghost', size: 'icon' })}
          >
            <Icon name="image" />
          </button>
        )}
        {viewer?.is_creator && (
          <SavedReplies
            name={user.display_name ?? user.username ?? ''}
            onPick={(it) => saveDraft(user.id, text ? `${text} ${it}` : it)}
          />
        )}
        {user.is_creator && !viewer?.acting_as && (
          <button
            type="button"
            aria-label={m.chat_send_tip()}
            onClick={() => openPurchase({ kind: 'tip', creator: user })}
            className={buttonClasses({ variant: 'ghost', size: 'icon' })}
          >
            <Icon name="coins" />
          </button>
        )}
        <Textarea
          ref={field}
          rows={1}
          value={text}
          maxLength={messageLength}
          aria-label={m.chat_write_to({ name: `@${user.username}` })}
          placeholder={m.chat_write()}
          enterKeyHint="send"
          onChange={(event) => {
            saveDraft(user.id, event.target.value)
            typed(event.target.value.trim() !== '')
          }}
          onBlur={() => typed(false)}
          onKeyDown={onKey}
          className="max-h-40 flex-1 resize-none"
        />
        {isEmpty && viewer?.is_creator ? (
          <Button
            size="icon"
            aria-label={m.chat_voice_record()}
            disabledReason={closed}
            onClick={() => setIsSpeaking(true)}
          >
            <Icon name="mic" />
          </Button>
        ) : (
          <Button type="submit" variant="primary" size="icon" aria-label={m.chat_send()}>
            <Icon name="send" />
          </Button>
        )}
      </div>
      {viewer?.is_creator && (
        <AttachSheet open={isAttaching} onOpenChange={setIsAttaching} attached={attached} onAttach={setAttached} />
      )}
    </form>
  )
}

function CloseButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button type="button" aria-label={label} onClick={onClick} className="flex size-11 items-center justify-center">
      <Icon name="x" className="size-4" />
    </button>
  )
}

/** Few messages are spoken, so the recorder comes when it is asked for. */
const VoiceNote = lazy(async () => ({ default: (await import('./voice-note.tsx')).VoiceNote }))

/** Tells that one writes, every few seconds while one does, and once when one stops. */
function useSendTyping(userId: string): (isTyping: boolean) => void {
  const lastSentAt = useRef(0)
  return (isTyping) => {
    const now = Date.now()
    if (isTyping ? now - lastSentAt.current < againMs : lastSentAt.current === 0) return
    lastSentAt.current = isTyping ? now : 0
    void import('../../live/live.ts').then(({ send }) =>
      send({ type: 'typing', receiver_id: userId, is_typing: isTyping }),
    )
  }
}
const againMs = 3_000
