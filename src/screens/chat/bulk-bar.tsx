import type { Conversation } from '../../../contract/chat.ts'
import type { ConversationAct } from '../../../contract/inbox.ts'
import { errorMessage } from '../../lib/refusal.ts'
import { m } from '../../paraglide/messages.js'
import { useChangeConversations } from '../../queries/inbox.ts'
import { toast } from '../../stores/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { toastWithUndo } from '../../ui/toast-with-undo.ts'

type Chosen = ReadonlySet<string> | null
type OnChosen = (chosen: Chosen) => void

/** Begins to choose several conversations, or marks all of the inbox as read. */
export function BulkMenu({ onChosen }: { onChosen: OnChosen }) {
  const { act } = useBulkAct(onChosen)
  return (
    <Menu
      items={[
        { label: m.inbox_choose(), icon: 'check', onSelect: () => onChosen(new Set()) },
        { label: m.inbox_read_all(), icon: 'eye', onSelect: () => void act('read') },
      ]}
    />
  )
}

type BulkBarProps = { conversations: readonly Conversation[]; chosen: ReadonlySet<string>; onChosen: OnChosen }

/** What can be done with the chosen conversations. */
export function BulkBar({ conversations, chosen, onChosen }: BulkBarProps) {
  const { act, isPending } = useBulkAct(onChosen)
  const ids = conversations.map((it) => it.id).filter((id) => chosen.has(id))
  const closed = ids.length === 0 ? m.inbox_chosen({ count: 0 }) : null
  return (
    <div className="flex flex-wrap items-center gap-1 border-hairline border-b bg-sunken px-3 py-2">
      <span aria-live="polite" className="mr-auto font-semibold text-sm">
        {m.inbox_chosen({ count: ids.length })}
      </span>
      {(['hide', 'mute', 'read', 'unread'] as const).map((it) => (
        <Button
          key={it}
          size="sm"
          busy={isPending}
          disabledReason={closed}
          onClick={() => void act(it, ids.slice(0, 100))}
        >
          {actLabels[it]()}
        </Button>
      ))}
      <Button size="sm" variant="ghost" onClick={() => onChosen(null)}>
        {m.inbox_choose_end()}
      </Button>
    </div>
  )
}

/** Changes conversations, all unread ones without ids, and offers for ten seconds to undo it. */
function useBulkAct(onChosen: OnChosen) {
  const { mutateAsync, isPending } = useChangeConversations()
  const act = async (act: ConversationAct, ids?: readonly string[]) => {
    try {
      const { changed } = await mutateAsync({ act, mode: 'creator', ...(ids && { ids: [...ids] }) })
      onChosen(null)
      const opposite = opposites[act]
      const message = m.inbox_changed({ count: changed.length })
      if (opposite === undefined || changed.length === 0 || changed.length > undoable)
        return void toast(message, { type: 'success' })
      // The API takes a hundred at once.
      toastWithUndo(message, () =>
        Promise.all(slices(changed).map((part) => mutateAsync({ act: opposite, ids: part }))),
      )
    } catch (error) {
      toast(errorMessage(error), { type: 'error' })
    }
  }
  return { act, isPending }
}

const actLabels = {
  hide: m.inbox_act_hide,
  mute: m.inbox_act_mute,
  read: m.inbox_act_read,
  unread: m.inbox_act_unread,
}

const opposites: Partial<Record<ConversationAct, ConversationAct>> = {
  hide: 'unhide',
  mute: 'unmute',
  read: 'unread',
  unread: 'read',
}

const undoable = 1_000
const slices = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / 100) }, (_, at) => ids.slice(at * 100, at * 100 + 100))
