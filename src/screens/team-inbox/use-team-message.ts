import { useRef, useState } from 'react'
import type { SavedReply } from '../../../contract/chat-tools.ts'
import { messageLength } from '../../../contract/limits.ts'
import type { Claim } from '../../../contract/team-inbox.ts'
import { m } from '../../paraglide/messages.js'
import { type TeamPlace, useClaimConversation, useSendFromTeam } from '../../queries/team-inbox.ts'
import { saveDraft, useDrafts } from '../../stores/drafts.ts'
import { toast } from '../../stores/toasts.ts'
import type { Attached } from '../chat/attach-sheet.tsx'
import { filesKey } from '../chat/files.ts'
import { useAttachedDraft } from '../chat/use-attached-draft.ts'
import { useWritingRules } from '../chat/use-writing-rules.ts'
import { useViewer } from '../frame/viewer-context.ts'
import { teamDraftKey } from './team-place.ts'

type Options = {
  /** A colleague's claim was seen. */
  despiteClaim?: boolean
  /** The price was said yes to twice. */
  isConfirmed?: boolean
  /** Where one goes after it. */
  then?: (() => void) | undefined
}

/** What is being written: a draft until the API has it, so that nothing is lost when it is refused. */
export function useTeamMessage(place: TeamPlace, claim: Claim | null, onSent: () => void) {
  const key = teamDraftKey(place)
  const text = useDrafts((it) => it.texts[key] ?? '')
  const { files, attached, attach, attachReply, dropReply } = useAttachedDraft(key)
  const sending = useSendFromTeam(place, () => {
    saveDraft(key, '')
    saveDraft(filesKey(key), '')
  })
  const renew = useRenewedClaim(place, claim)
  const [clientId, setClientId] = useState(() => crypto.randomUUID())
  // Until the next conversation is there, letters would be written to the fan who was just answered.
  const [isLeaving, setIsLeaving] = useState(false)
  const content = text.trim()
  const { word, asksAbove } = useWritingRules(content, files.price)
  const [asked, setAsked] = useState<Options | null>(null)
  const submit = ({ despiteClaim = false, isConfirmed = false, then }: Options) => {
    const isEmpty = content === '' && files.ids.length === 0
    if (isEmpty || sending.isPending || word !== null) return
    const mustAsk = asksAbove !== null && !isConfirmed
    setAsked(mustAsk ? { despiteClaim, then } : null)
    if (mustAsk) return
    sending.mutate(
      { content, clientId, despiteClaim, files, isConfirmed },
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
  const changed = () => {
    if (sending.error) sending.reset()
    renew()
  }
  const write = (written: string) => {
    saveDraft(key, written)
    if (written.trim() === '' && files.ids.length === 0) dropReply()
    if (written !== '') changed()
    else if (sending.error) sending.reset()
  }
  return {
    ...{ text, files, attached, word, isLeaving },
    error: sending.error,
    isSending: sending.isPending,
    write,
    attach: (next: Attached) => {
      attach(next)
      changed()
    },
    /** Adds a saved reply with its files; `{name}` is filled when the message is sent. */
    add: (reply: SavedReply) => {
      write([text, reply.content].filter(Boolean).join(' ').slice(0, messageLength))
      attachReply(reply)
      if (reply.missing > 0) toast(m.chat_reply_missing({ count: reply.missing }))
    },
    send: (then?: () => void) => submit({ then }),
    sendAnyway: () => submit({ despiteClaim: true, isConfirmed: sending.variables?.isConfirmed === true }),
    asks: { isOpen: asked !== null, above: asksAbove, close: () => setAsked(null) },
    confirm: () => submit({ ...asked, isConfirmed: true }),
  }
}

/** Claims a free conversation with the first letter or file and renews it while one writes, at most once a minute. */
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
