import { clsx } from 'clsx'
import { type KeyboardEvent, Suspense, useEffect, useRef, useState } from 'react'
import { messageLength } from '../../../contract/limits.ts'
import { m } from '../../paraglide/messages.js'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { lazily } from '../../ui/lazily.ts'
import { Textarea } from '../../ui/textarea.tsx'
import { useClosed } from '../frame/use-closed.ts'
import { nothingAttached } from './attach-sheet.tsx'
import { AttachedBanner, ComposerBanner, composerClasses, isSendKey } from './composer-banner.tsx'
import { ComposerTools } from './composer-tools.tsx'
import { FanPictureStrip } from './fan-pictures.tsx'
import { NextReply } from './next-reply.tsx'
import { ReplyMenu } from './reply-menu.tsx'
import { SecondYes } from './second-yes.tsx'
import { stepUp } from './step-through.ts'
import { openNextWaiting } from './use-inbox-keys.ts'
import { type MessageOptions, useMessage } from './use-message.ts'
import { useReplyMenu } from './use-reply-menu.ts'
import { WordNotice } from './word-notice.tsx'

type ComposerProps = MessageOptions & {
  /** A sent message is being edited in its place; what is being written waits here. */
  isEditing?: boolean
  /** Begins to edit the viewer's last message; false if it may not be edited. */
  onEditLast?: () => boolean
}

/**
 * Where a message is written: the draft is stored, Enter sends where there is a keyboard, Shift+Enter breaks the line.
 */
export function MessageComposer({ isEditing = false, onEditLast = () => false, ...options }: ComposerProps) {
  const { user, maySendMedia, replyTo, onReplyEnd } = options
  const field = useRef<HTMLTextAreaElement>(null)
  const message = useMessage(options, field)
  const menu = useReplyMenu({
    text: message.text,
    isCreator: message.isCreator,
    fanId: user.id,
    onPick: message.begin,
  })
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
    <form
      onSubmit={(event) => {
        event.preventDefault()
        message.send()
      }}
      className={clsx(composerClasses, isEditing && 'hidden')}
    >
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
      <FanPictureStrip pictures={message.pictures} onRemove={message.fanPictures.remove} />
      {message.isCreator && message.isEmpty && <NextReply fanId={user.id} onPick={message.begin} />}
      {menu.isOpen && <ReplyMenu menu={menu} />}
      <WordNotice word={message.word} />
      <SecondYes message={message} />
      {isRecording && (
        <Suspense fallback={<div className="h-11" />}>
          <VoiceNote onlyFor={message.onlyFor} onReady={message.sendVoice} onEnd={endRecording} />
        </Suspense>
      )}
      <div className={isRecording ? 'hidden' : 'flex items-end gap-1'}>
        <ComposerTools
          user={user}
          attached={message.attached}
          onAttach={message.attach}
          onReply={message.add}
          onAddPictures={maySendMedia ? message.fanPictures.add : null}
        />
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
        <SendButton message={message} onRecord={() => setIsRecording(true)} />
      </div>
    </form>
  )
}

type SendButtonProps = { message: ReturnType<typeof useMessage>; onRecord: () => void }

/** Sends the message; while it is empty it records a voice note instead, for those who may send one. */
function SendButton({ message: { isEmpty, waits, word, mayRecord }, onRecord }: SendButtonProps) {
  const closed = useClosed('can_medias')
  const forbidden = word === null ? null : m.refusal_restricted_word({ word })
  const whyNot = waits ? m.chat_pictures_wait() : forbidden
  return isEmpty && mayRecord ? (
    <Button size="icon" aria-label={m.chat_voice_record()} disabledReason={closed} onClick={onRecord}>
      <Icon name="mic" />
    </Button>
  ) : (
    <Button type="submit" variant="primary" size="icon" aria-label={m.chat_send()} disabledReason={whyNot}>
      <Icon name="send" />
    </Button>
  )
}

/** Few messages are voice notes, so the recorder is loaded on demand. */
const VoiceNote = lazily(async () => (await import('./voice-note.tsx')).VoiceNote)
