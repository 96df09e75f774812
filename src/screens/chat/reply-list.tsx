import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { SavedReplies, SavedReply } from '../../../contract/chat-tools.ts'
import { m } from '../../paraglide/messages.js'
import type { RepliesFilter } from '../../queries/chat-tools.ts'
import { ListEnd } from '../../ui/list-end.tsx'
import { SkeletonList } from '../../ui/skeleton.tsx'
import { TypedSearch } from '../../ui/typed-search.tsx'
import { LoadError } from '../frame/load-error.tsx'
import { ReplyLine } from './reply-line.tsx'

type RepliesResult = UseInfiniteQueryResult<InfiniteData<SavedReplies>>

type ReplyListProps = {
  replies: RepliesResult
  filter: RepliesFilter
  onFilter: (filter: RepliesFilter) => void
  closedFor: (reply: SavedReply) => string | null
  onPick: (reply: SavedReply) => void
}

/** Saved replies to choose from, page by page, with a search and their folders. */
export function ReplyList({ replies, filter, onFilter, closedFor, onPick }: ReplyListProps) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = replies
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonList rows={3} />
  const found = data.pages.flatMap((page) => page.data)
  // Of all replies, whatever is looked for: the field stays while one searches.
  const folders = data.pages[0]?.folders ?? []
  return (
    <>
      {folders.length > 0 && <ReplySearch folders={folders} filter={filter} onFilter={onFilter} />}
      {found.length === 0 && (
        <p role="status" className="py-3 text-ink-soft">
          {filter.q ? m.chat_replies_none() : m.chat_replies_empty()}
        </p>
      )}
      <ul className="divide-y divide-hairline">
        {found.map((reply) => {
          const closed = closedFor(reply)
          return (
            <li key={reply.id}>
              <button
                type="button"
                aria-disabled={closed !== null || undefined}
                onClick={() => closed === null && onPick(reply)}
                className="block min-h-11 w-full py-2 text-left aria-disabled:opacity-60"
              >
                <ReplyLine reply={reply} closed={closed} />
              </button>
            </li>
          )
        })}
      </ul>
      {hasNextPage && <ListEnd hasMore loading={isFetchingNextPage} onMore={() => void fetchNextPage()} />}
    </>
  )
}

type ReplySearchProps = Pick<ReplyListProps, 'filter' | 'onFilter'> & { folders: SavedReplies['folders'] }

/** What saved replies are looked for by: words, and one of the folders. */
export function ReplySearch({ folders, filter, onFilter }: ReplySearchProps) {
  const choices = [
    { name: undefined, label: m.chat_replies_all() },
    ...folders.map(({ name }) => ({ name, label: name || m.chat_replies_loose() })),
  ]
  return (
    <div className="flex flex-col gap-2 pb-2">
      <div className="flex">
        <TypedSearch
          label={m.chat_replies_search()}
          value={filter.q ?? ''}
          onChange={(q) => onFilter({ ...filter, q: q || undefined })}
        />
      </div>
      {folders.some(({ name }) => name !== '') && (
        <div className="no-scrollbar -mx-1 flex gap-2 overflow-x-auto px-1">
          {choices.map(({ name, label }) => (
            <button
              key={label}
              type="button"
              aria-pressed={filter.folder === name}
              onClick={() => onFilter({ ...filter, folder: name })}
              className="h-11 shrink-0 rounded-full border border-edge px-3 font-medium text-sm aria-pressed:border-transparent aria-pressed:bg-ink aria-pressed:text-paper"
            >
              <bdi>{label}</bdi>
            </button>
          ))}
        </div>
      )}
    </div>
  )
}
