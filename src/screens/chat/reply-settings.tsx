import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SavedReply } from '../../../contract/chat-tools.ts'
import { moneyText } from '../../lib/money.ts'
import { m } from '../../paraglide/messages.js'
import {
  type RepliesFilter,
  savedRepliesQuery,
  useMoveReply,
  useRemoveReply,
  useRestoreReply,
} from '../../queries/chat-tools.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ListEnd } from '../../ui/list-end.tsx'
import { Menu } from '../../ui/menu.tsx'
import { SkeletonList } from '../../ui/skeleton.tsx'
import { toastWithUndo } from '../../ui/toast-with-undo.ts'
import { LoadError } from '../frame/load-error.tsx'
import { ReplyFolderRename } from './reply-folder-rename.tsx'
import { ReplyForm } from './reply-form.tsx'
import { ReplyLine } from './reply-line.tsx'
import { ReplySearch } from './reply-list.tsx'

/** What a creator writes often, in folders and in an order. A removed reply can be brought back (product §72). */
export function ReplySettings() {
  const [filter, setFilter] = useState<RepliesFilter>({})
  const replies = useInfiniteQuery(savedRepliesQuery(filter))
  const [isAdding, setIsAdding] = useState(false)
  const folders = replies.data?.pages[0]?.folders ?? []
  const names = folders.map(({ name }) => name).filter(Boolean)
  const found = replies.data?.pages.flatMap((page) => page.data) ?? []
  const count = folders.reduce((all, it) => all + it.count, 0)
  return (
    <section className="flex flex-col gap-3">
      <h2 className="font-bold font-display text-lg">{m.chat_replies()}</h2>
      {replies.isPending && <SkeletonList rows={2} />}
      {replies.isError && <LoadError error={replies.error} onRetry={() => void replies.refetch()} />}
      {count > 1 && <ReplySearch folders={folders} filter={filter} onFilter={setFilter} />}
      {filter.folder && (
        <ReplyFolderRename folder={filter.folder} onRenamed={(folder) => setFilter({ ...filter, folder })} />
      )}
      {count > 0 && found.length === 0 && <p className="text-ink-soft">{m.chat_replies_none()}</p>}
      <ul className="divide-y divide-hairline">
        {found.map((it) => (
          <Reply key={it.id} reply={it} folders={names} isSearched={filter.q !== undefined} />
        ))}
      </ul>
      {replies.hasNextPage && (
        <ListEnd hasMore loading={replies.isFetchingNextPage} onMore={() => void replies.fetchNextPage()} />
      )}
      {isAdding ? (
        <ReplyForm reply={null} folders={names} folder={filter.folder} onDone={() => setIsAdding(false)} />
      ) : (
        <Button className="self-start" onClick={() => setIsAdding(true)}>
          <Icon name="plus" />
          {m.chat_reply_add()}
        </Button>
      )}
    </section>
  )
}

type ReplyProps = { reply: SavedReply; folders: readonly string[]; isSearched: boolean }

function Reply({ reply, folders, isSearched }: ReplyProps) {
  const [isOpen, setIsOpen] = useState(false)
  const { mutateAsync, isPending } = useRemoveReply()
  const { mutateAsync: restore } = useRestoreReply()
  const { mutate: move } = useMoveReply()
  const { id, title, figures } = reply
  // The row is gone after the removal, and the callbacks of `mutate` with it; failures have a toast of their own.
  const remove = () =>
    mutateAsync(id).then(
      () => toastWithUndo(m.chat_reply_removed({ title }), () => restore(id).catch(() => undefined)),
      () => undefined,
    )
  const step = (label: string, direction: 'up' | 'down') => ({
    label,
    disabledReason: isSearched ? m.chat_reply_move_searched() : null,
    onSelect: () => move({ id, direction }),
  })
  if (isOpen)
    return (
      <li>
        <ReplyForm reply={reply} folders={folders} onDone={() => setIsOpen(false)} />
      </li>
    )
  return (
    <li className="flex items-center gap-1 py-1">
      <button type="button" onClick={() => setIsOpen(true)} className="min-h-11 min-w-0 flex-1 text-left">
        <ReplyLine reply={reply} closed={null} />
        {figures !== null && figures.sent > 0 && (
          <span className="block text-ink-soft text-sm tabular-nums">
            {m.chat_reply_figures({ ...figures, earned: moneyText(figures.earned) })}
          </span>
        )}
      </button>
      <Menu
        label={m.chat_reply_more({ title })}
        items={[step(m.chat_reply_up(), 'up'), step(m.chat_reply_down(), 'down')]}
      />
      <Button
        variant="ghost"
        size="icon"
        aria-label={`${m.chat_reply_remove()}: ${title}`}
        busy={isPending}
        onClick={() => void remove()}
      >
        <Icon name="trash" />
      </Button>
    </li>
  )
}
