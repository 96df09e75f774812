import { clsx } from 'clsx'
import { type FormEvent, type KeyboardEvent, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import type { Message } from '../../../contract/chat.ts'
import type { SavedReply } from '../../../contract/chat-tools.ts'
import { messageLength, namePlaceholder } from '../../../contract/limits.ts'
import type { PrivateMedia } from '../../../contract/media.ts'
import type { PublicProfile } from '../../../contract/users.ts'
import { m } from '../../paraglide/messages.js'
import { saveDraft, useDrafts } from '../../stores/drafts.ts'
import type { Outgoing } from '../../stores/outbox.ts'
import { toast } from '../../stores/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { lazily } from '../../ui/lazily.ts'
import { Textarea } from '../../ui/textarea.tsx'
import { useClosed } from '../frame/use-closed.ts'
import { useViewer } from '../frame/viewer-context.ts'
import { nothingAttached } from './attach-sheet.tsx'
import { AttachedBanner, ComposerBanner, composerClasses, isSendKey } from './composer-banner.tsx'
import { ComposerTools } from './composer-tools.tsx'
import { NextReply } from './next-reply.tsx'
import { ReplyMenu } from './reply-menu.tsx'
import { stepUp } from './step-through.ts'
import { useAttachedDraft } from './use-attached-draft.ts'
import { openNextWaiting } from './use-inbox-keys.ts'
import { useReplyMenu } from './use-reply-menu.ts'

type ComposerProps = {
  user: PublicProfile
  replyTo: Message | null
  onReplyEnd: () => void
  /** A sent message is being edited in its place; what is being written waits here. */
  isEditing?: boolean
  /** Begins to edit the viewer's last message; false if it may not be edited. */
  onEditLast?: () => boolean
  onSend: (written: Pick<Outgoing, 'content' | 'replyTo' | 'media' | 'previewIds' | 'price' | 'savedReplyId'>) => void
}

/**
 * Where a message is written: the draft is stored, Enter sends where there is a keyboard, Shift+Enter breaks the line.
 */
export function MessageComposer({
  user,
  replyTo,
  onReplyEnd,
  isEditing = false,
  onEditLast = () => false,
  onSend,
}: ComposerProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const message = useMessage({ user, replyTo, onReplyEnd, onSend, field })
  const isCreator = useViewer()?.is_creator === true
  const menu = useReplyMenu({ text: message.text, isCreator, fanId: user.id, onPick: message.begin })
  const [isRecording, setIsRecording] = useState(false)
  useEffect(() => {
    if (replyTo) field.current?.focus()
  }, [replyTo])

  const wasEditing = useRef(isEditing)
  useEffect(() => {
    if (wasEditing.current && !isEditing && document.activeElement === document.body) field.current?.focus()
    wasEditing.current = isEditing
  }, [isEditing])

  // From a row of the list, opened with a key or a click, one goes on to write.
  useEffect(() => {
    if (document.activeElement?.matches('a[data-conversation]') && matchMedia('(hover: hover)').matches)
      field.current?.focus()
  }, [])

  const endRecording = () => {
    setIsRecording(false)
    // The field is back with the next frame.
    requestAnimationFrame(() => field.current?.focus())
  }
  const onKey = (event: KeyboardEvent) => {
    if (menu.onKey(event)) return
    if (event.key === 'Escape' && replyTo) return onReplyEnd()
    if (event.key === 'Escape') return field.current?.blur()
    if (event.key === 'ArrowUp' && message.text === '' && field.current) {
      const isAnswered = (matchMedia('(hover: hover)').matches && onEditLast()) || stepUp(field.current)
      return isAnswered ? event.preventDefault() : undefined
    }
    if (isSendKey(event)) {
      event.preventDefault()
      message.send()
      if (event.ctrlKey || event.metaKey) openNextWaiting()
    }
  }
  return (
    <form onSubmit={message.send} className={clsx(composerClasses, isEditing && 'hidden')}>
      {replyTo && (
        <ComposerBanner icon="reply" closeLabel={m.chat_reply_end()} onClose={onReplyEnd}>
          {replyTo.content || m.chat_a_media()}
        </ComposerBanner>
      )}
      <AttachedBanner
        files={message.files}
        attached={message.attached}
        onClose={() => message.attach(nothingAttached)}
      />
      {isCreator && message.isEmpty && <NextReply fanId={user.id} onPick={message.begin} />}
      {menu.isOpen && <ReplyMenu menu={menu} />}
      {isRecording && (
        <Suspense fallback={<div className="h-11" />}>
          <VoiceNote onReady={message.sendVoice} onEnd={endRecording} />
        </Suspense>
      )}
      <div className={isRecording ? 'hidden' : 'flex items-end gap-1'}>
        <ComposerTools user={user} attached={message.attached} onAttach={message.attach} onReply={message.add} />
        <Textarea
          ref={field}
          rows={1}
          value={message.text}
          maxLength={messageLength}
          aria-label={m.chat_write_to({ name: `@${user.username}` })}
          placeholder={m.chat_write()}
          enterKeyHint="send"
          onChange={(event) => message.write(event.target.value)}
          onBlur={() => message.sendTyping(false)}
          onKeyDown={onKey}
          {...menu.fieldProps}
          className="max-h-[min(10rem,30cqh)] min-h-11 flex-1 resize-none"
        />
        <SendButton isEmpty={message.isEmpty} onRecord={() => setIsRecording(true)} />
      </div>
    </form>
  )
}

type UseMessageOptions = ComposerProps & { field: RefObject<HTMLTextAreaElement | null> }

/** The message that is being written: its text, which is the stored draft, its media, and how to send it. */
function useMessage({ user, replyTo, onReplyEnd, onSend, field }: UseMessageOptions) {
  const text = useDrafts((it) => it.texts[user.id] ?? '')
  const { files, attached, attach, attachReply, dropReply, clear } = useAttachedDraft(user.id)
  const sendTyping = useSendTyping(user.id)
  const content = text.trim()
  const isEmpty = content === '' && files.ids.length === 0
  const quoted = replyTo && { id: replyTo.id, content: replyTo.content.slice(0, 200), sender_id: replyTo.sender.id }
  const send = (event?: FormEvent) => {
    event?.preventDefault()
    if (isEmpty) return
    const { ids, previewIds, price, replyId } = files
    const media = ids.map((id) => ({ id }))
    onSend({ content, replyTo: quoted, media, previewIds, price, ...(replyId !== null && { savedReplyId: replyId }) })
    saveDraft(user.id, '')
    clear()
    onReplyEnd()
    sendTyping(false)
    field.current?.focus()
  }
  const sendVoice = (media: PrivateMedia) => {
    onSend({ content: '', replyTo: quoted, media: [media], previewIds: [], price: null })
    onReplyEnd()
  }
  const write = (written: string) => {
    saveDraft(user.id, written)
    if (written.trim() === '' && files.ids.length === 0) dropReply()
    sendTyping(written.trim() !== '')
  }
  /** Puts a saved reply into the message as if all of it was chosen by hand. */
  const take = (reply: SavedReply, before: string) => {
    const name = user.display_name ?? user.username ?? ''
    const words = reply.content.replaceAll(namePlaceholder, name)
    saveDraft(user.id, [before, words].filter(Boolean).join(' ').slice(0, messageLength))
    attachReply(reply)
    if (reply.missing > 0) toast(m.chat_reply_missing({ count: reply.missing }))
    requestAnimationFrame(() => field.current?.focus())
  }
  const begin = (reply: SavedReply) => take(reply, '')
  const add = (reply: SavedReply) => take(reply, text)
  return { text, files, attached, attach, isEmpty, send, sendVoice, write, begin, add, sendTyping }
}

/** Sends the message; while a creator's message is empty it records a voice note instead. */
function SendButton({ isEmpty, onRecord }: { isEmpty: boolean; onRecord: () => void }) {
  const viewer = useViewer()
  const closed = useClosed('can_medias')
  return isEmpty && viewer?.is_creator ? (
    <Button size="icon" aria-label={m.chat_voice_record()} disabledReason={closed} onClick={onRecord}>
      <Icon name="mic" />
    </Button>
  ) : (
    <Button type="submit" variant="primary" size="icon" aria-label={m.chat_send()}>
      <Icon name="send" />
    </Button>
  )
}

/** Few messages are voice notes, so the recorder is loaded on demand. */
const VoiceNote = lazily(async () => (await import('./voice-note.tsx')).VoiceNote)

/** Sends that the viewer is typing, every few seconds while they type, and once when they stop. */
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
