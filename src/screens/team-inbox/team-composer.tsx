import { useInfiniteQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { messageLength } from '../../../contract/limits.ts'
import type { Claim, TeamCreator } from '../../../contract/team-inbox.ts'
import { errorMessage, RefusalError } from '../../lib/refusal.ts'
import { m } from '../../paraglide/messages.js'
import { type TeamPlace, teamRepliesQuery, useClaimConversation, useSendFromTeam } from '../../queries/team-inbox.ts'
import { saveDraft, useDrafts } from '../../stores/drafts.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { nameOf } from '../agencies/person.tsx'
import { ReplyList } from '../chat/reply-list.tsx'
import { useViewer } from '../frame/viewer-context.ts'
import { teamDraftKey } from './team-place.ts'
import { useSyncedTeamDraft } from './use-synced-team-draft.ts'

type TeamComposerProps = {
  place: TeamPlace
  fanName: string
  creator: TeamCreator | undefined
  claim: Claim | null
  /** What the server has of what is being written. */
  draft: string
  onNext: () => void
  onSent: () => void
}

/**
 * Where an operator answers for a creator. Enter sends, with Ctrl or Command it goes on to the next fan who waits. The
 * first letter claims the conversation, and writing on renews that; the words stay until they were sent.
 */
export function TeamComposer({ place, fanName, creator, claim, draft, onNext, onSent }: TeamComposerProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  useSyncedTeamDraft(place, draft)
  const { text, write, send, error, isSending, isLeaving, sendAnyway } = useTeamMessage(place, claim, onSent)
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
            <Button size="sm" onClick={sendAnyway}>
              {m.team_inbox_send_anyway()}
            </Button>
          )}
        </p>
      )}
      <div className="flex items-end gap-1">
        <Replies place={place} onPick={(reply) => write(text ? `${text} ${reply}` : reply)} />
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
        <Button type="submit" variant="primary" size="icon" aria-label={m.chat_send()} busy={isSending}>
          <Icon name="send" />
        </Button>
      </div>
    </form>
  )
}

/** What is being written: a draft until the API has it, so that nothing is lost when it is refused. */
function useTeamMessage(place: TeamPlace, claim: Claim | null, onSent: () => void) {
  const key = teamDraftKey(place)
  const text = useDrafts((it) => it.texts[key] ?? '')
  const { mutate, error, isPending, reset } = useSendFromTeam(place, () => saveDraft(key, ''))
  const renew = useRenewedClaim(place, claim)
  const [clientId, setClientId] = useState(() => crypto.randomUUID())
  // Until the next conversation is there, letters would be written to the fan who was just answered.
  const [isLeaving, setIsLeaving] = useState(false)
  const submit = (despiteClaim: boolean, then?: () => void) => {
    const content = text.trim()
    if (content === '' || isPending) return
    mutate(
      { content, clientId, despiteClaim },
      {
        onSuccess: () => {
          setClientId(crypto.randomUUID())
          setIsLeaving(then !== undefined)
          onSent()
          then?.()
        },
      },
    )
  }
  return {
    text,
    error,
    isSending: isPending,
    isLeaving,
    write: (written: string) => {
      if (error) reset()
      saveDraft(key, written)
      if (written !== '') renew()
    },
    send: (then?: () => void) => submit(false, then),
    sendAnyway: () => submit(true),
  }
}

/** Claims a free conversation with the first letter and renews it while one writes, at most once a minute. */
function useRenewedClaim(place: TeamPlace, claim: Claim | null): () => void {
  const me = useViewer()?.id
  const { mutate } = useClaimConversation()
  const renewedAt = useRef(0)
  const isOthers = claim?.operator != null && claim.operator.id !== me
  return () => {
    const now = Date.now()
    if (isOthers || now - renewedAt.current < renewMs) return
    renewedAt.current = now
    mutate({ agency_id: place.agencyId, creator_id: place.creatorId, fan_id: place.fanId })
  }
}
const renewMs = 60_000

/** The creator's saved replies; `{name}` is filled when the message is sent. Files are attached by acting alone. */
function Replies({ place, onPick }: { place: TeamPlace; onPick: (text: string) => void }) {
  const [isOpen, setIsOpen] = useState(false)
  const [filter, setFilter] = useState<Parameters<typeof teamRepliesQuery>[1]>({})
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
          closedFor={({ media_ids: media, missing }) =>
            media.length + missing > 0 ? m.team_inbox_reply_attached() : null
          }
          onPick={({ content }) => {
            setIsOpen(false)
            onPick(content)
          }}
        />
      </Sheet>
    </>
  )
}
