import { useInfiniteQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { MessageDraft } from '../../../contract/chat-drafts.ts'
import type { SavedReply } from '../../../contract/chat-tools.ts'
import { messageLength } from '../../../contract/limits.ts'
import type { Claim, TeamCreator } from '../../../contract/team-inbox.ts'
import { errorMessage, RefusalError } from '../../lib/refusal.ts'
import { m } from '../../paraglide/messages.js'
import { type TeamPlace, teamRepliesQuery } from '../../queries/team-inbox.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { nameOf } from '../agencies/person.tsx'
import { AttachButton } from '../chat/attach-button.tsx'
import { nothingAttached } from '../chat/attach-sheet.tsx'
import { AttachedBanner } from '../chat/composer-banner.tsx'
import { useClosedReply } from '../chat/reply-line.tsx'
import { ReplyList } from '../chat/reply-list.tsx'
import { SecondYes } from '../chat/second-yes.tsx'
import { WordNotice } from '../chat/word-notice.tsx'
import { useSyncedTeamDraft } from './use-synced-team-draft.ts'
import { useTeamMessage } from './use-team-message.ts'

type TeamComposerProps = {
  place: TeamPlace
  fanName: string
  creator: TeamCreator | undefined
  claim: Claim | null
  /** What the server has of what is being written. */
  draft: MessageDraft | null
  onNext: () => void
  onSent: () => void
}

/**
 * Where an operator answers for a creator. Enter sends, with Ctrl or Command it goes on to the next fan who waits. The
 * first letter or file claims the conversation, and writing on renews that; both stay until they were sent.
 */
export function TeamComposer({ place, fanName, creator, claim, draft, onNext, onSent }: TeamComposerProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const message = useTeamMessage(place, claim, onSent)
  useSyncedTeamDraft(place, draft, message.isSending)
  const { text, write, send, error, word, isLeaving } = message
  useEffect(() => {
    if (matchMedia('(hover: hover)').matches) field.current?.focus()
  }, [])
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return field.current?.blur()
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send(event.metaKey || event.ctrlKey ? onNext : undefined)
  }
  return (
    <form
      data-composer
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
      className="shrink-0 border-hairline border-t bg-paper px-2 py-2 sm:px-3"
    >
      {error && (
        <p role="alert" className="mb-2 flex flex-wrap items-center gap-2 rounded-control bg-sunken px-3 py-2 text-sm">
          <span className="mr-auto">{errorMessage(error)}</span>
          {error instanceof RefusalError && error.code === 'conversation_claimed' && (
            <Button size="sm" onClick={message.sendAnyway}>
              {m.team_inbox_send_anyway()}
            </Button>
          )}
        </p>
      )}
      <AttachedBanner
        files={message.files}
        attached={message.attached}
        onClose={() => message.attach(nothingAttached)}
      />
      <WordNotice word={word} />
      <SecondYes message={{ ...message, send: message.confirm }} />
      <div className="flex items-end gap-1">
        <AttachButton attached={message.attached} onAttach={message.attach} fanId={place.fanId} />
        <Replies place={place} onPick={message.add} />
        <Textarea
          ref={field}
          rows={1}
          value={text}
          readOnly={isLeaving}
          maxLength={messageLength}
          aria-label={m.chat_write_to({ name: fanName })}
          placeholder={creator ? m.team_inbox_write_as({ creator: nameOf(creator.creator) }) : m.chat_write()}
          enterKeyHint="send"
          onChange={(event) => write(event.target.value)}
          onKeyDown={onKey}
          className="max-h-[min(10rem,30cqh)] min-h-11 flex-1 resize-none"
        />
        <Button
          type="submit"
          variant="primary"
          size="icon"
          aria-label={m.chat_send()}
          busy={message.isSending}
          disabledReason={word === null ? null : m.refusal_restricted_word({ word })}
        >
          <Icon name="send" />
        </Button>
      </div>
    </form>
  )
}

/** The creator's saved replies, those closed that the rights of the operator do not cover. */
function Replies({ place, onPick }: { place: TeamPlace; onPick: (reply: SavedReply) => void }) {
  const [isOpen, setIsOpen] = useState(false)
  const [filter, setFilter] = useState<Parameters<typeof teamRepliesQuery>[1]>({ for: place.fanId })
  const closedFor = useClosedReply()
  const replies = useInfiniteQuery({ ...teamRepliesQuery(place, filter), enabled: isOpen })
  return (
    <>
      <Button variant="ghost" size="icon" aria-label={m.chat_replies()} onClick={() => setIsOpen(true)}>
        <Icon name="file-text" />
      </Button>
      <Sheet open={isOpen} onOpenChange={setIsOpen} title={m.chat_replies()}>
        <ReplyList
          replies={replies}
          filter={filter}
          onFilter={setFilter}
          closedFor={closedFor}
          onPick={(reply) => {
            setIsOpen(false)
            onPick(reply)
          }}
        />
      </Sheet>
    </>
  )
}
