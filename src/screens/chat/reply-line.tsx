import type { SavedReply } from '../../../contract/chat-tools.ts'
import { closedReply } from '../../../contract/policy/saved-reply.ts'
import { moneyText } from '../../lib/money.ts'
import { m } from '../../paraglide/messages.js'
import { useRights } from '../frame/use-closed.ts'

/** A saved reply as it stands in lists: its title, the beginning of its words, and what goes along with it. */
export function ReplyLine({ reply, closed }: { reply: SavedReply; closed: string | null }) {
  const facts = factsOf(reply)
  return (
    <>
      <span className="flex items-baseline gap-2">
        <bdi className="min-w-0 truncate font-semibold">{reply.title}</bdi>
        {reply.folder && <bdi className="truncate text-ink-soft text-xs">{reply.folder}</bdi>}
      </span>
      {reply.content && <span className="line-clamp-2 text-ink-soft text-sm">{reply.content}</span>}
      {facts && <span className="block text-sm tabular-nums">{facts}</span>}
      {closed && <span className="block text-ink-soft text-xs">{closed}</span>}
    </>
  )
}

/** Files, price and what is to be known about them; empty for words alone. */
function factsOf({ media_ids: media, price, owned, missing }: SavedReply): string {
  return [
    media.length > 0 && m.chat_attached({ count: media.length }),
    price !== null && moneyText(price),
    owned > 0 && m.chat_reply_owned({ count: owned }),
    missing > 0 && m.chat_reply_missing({ count: missing }),
  ]
    .filter(Boolean)
    .join(' · ')
}

/** Why a reply is not offered to an operator whose rights do not cover its files or its price; else null. */
export function useClosedReply(): (reply: SavedReply) => string | null {
  const flags = useRights()
  return (reply) => (flags && closedReply(reply, flags) !== null ? m.refusal_permission_denied() : null)
}
