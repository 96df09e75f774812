import { useQuery } from '@tanstack/react-query'
import type { SavedReply } from '../../../contract/chat-tools.ts'
import { m } from '../../paraglide/messages.js'
import { nextReplyQuery } from '../../queries/chat-tools.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useTextDraft } from '../frame/use-text-draft.ts'
import { useClosedReply } from './reply-line.tsx'

/** The step that follows the reply which this fan got last; it can be put away until another one was sent. */
export function NextReply({ fanId, onPick }: { fanId: string; onPick: (reply: SavedReply) => void }) {
  const { data } = useQuery(nextReplyQuery(fanId))
  const closedFor = useClosedReply()
  const [putAway, putAwayAfter] = useTextDraft(`next ${fanId}`)
  if (!data?.reply || data.after_message === putAway) return null
  const { reply, after_message: after } = data
  return (
    <div className="mb-2 flex items-center gap-1">
      <Button size="sm" className="min-w-0" disabledReason={closedFor(reply)} onClick={() => onPick(reply)}>
        <bdi className="truncate">{m.chat_reply_next({ title: reply.title })}</bdi>
      </Button>
      <Button
        variant="ghost"
        size="icon"
        aria-label={m.chat_reply_next_end()}
        onClick={() => putAwayAfter(after ?? '')}
      >
        <Icon name="x" className="size-4" />
      </Button>
    </div>
  )
}
