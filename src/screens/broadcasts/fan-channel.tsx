import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ChannelItem } from '../../../contract/broadcast-shapes.ts'
import { m } from '../../paraglide/messages.js'
import { channelQuery, useSetFrequency } from '../../queries/broadcasts.ts'
import { openPurchase } from '../../stores/purchase.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListEnd } from '../../ui/list-end.tsx'
import { LockedTile } from '../../ui/locked-tile.tsx'
import { MediaTile } from '../../ui/media-tile.tsx'
import { Select } from '../../ui/select.tsx'
import { SkeletonList } from '../../ui/skeleton.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { LinkedText } from '../chat/linked-text.tsx'
import { LoadError } from '../frame/load-error.tsx'
import { useLightboxGroup } from '../lightbox/use-lightbox-group.ts'

/** The broadcasts of all creators, merged; the fan chooses here how often each may write. */
export function FanChannel() {
  const list = useInfiniteQuery(channelQuery)
  const all = list.data?.pages.flatMap((page) => page.data)
  if (list.isPending) return <SkeletonList />
  if (list.isError && !all) return <LoadError error={list.error} onRetry={() => void list.refetch()} />
  if (all?.length === 0)
    return (
      <EmptyState scene="trumpet" title={m.broadcasts_channel_empty_title()}>
        {m.broadcasts_channel_empty_text()}
      </EmptyState>
    )
  return (
    <>
      <ul className="divide-y divide-hairline">
        {all?.map((it) => (
          <Item key={it.message_id} item={it} onBought={() => void list.refetch()} />
        ))}
      </ul>
      <ListEnd hasMore={list.hasNextPage} loading={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()} />
    </>
  )
}

function Item({ item, onBought }: { item: ChannelItem; onBought: () => void }) {
  const { sender, media } = item
  const frequency = useSetFrequency()
  const alt = m.chat_media_of({ name: `@${sender.username}` })
  const unlock = (mediaId: string) =>
    openPurchase({
      kind: 'unlock',
      creator: sender,
      price: item.price ?? 0,
      mediaId,
      within: item.message_id,
      media,
      onBought,
    })
  const items = media.map((it) => ({
    media: it,
    alt,
    creator: sender,
    price: item.price,
    onUnlock: () => unlock(it.id),
  }))
  const open = useLightboxGroup(item.message_id, items)
  return (
    <li className="flex flex-col gap-3 px-4 py-4 sm:px-6">
      <header className="flex items-center gap-3">
        <Link
          to="/chat"
          search={{ ...(sender.username && { u: sender.username }) }}
          className="flex min-h-11 min-w-0 items-center gap-3"
        >
          <Avatar user={sender} />
          <span className="min-w-0">
            <span className="block truncate font-semibold">{sender.display_name || `@${sender.username}`}</span>
            <TimeAgo at={item.created_at} className="text-ink-faint text-sm" />
          </span>
        </Link>
        <Select
          aria-label={m.broadcasts_frequency({ name: `@${sender.username}` })}
          value={item.frequency}
          onChange={(event) =>
            frequency.mutate({ creatorId: sender.id, frequency: event.target.value as ChannelItem['frequency'] })
          }
          className="ml-auto w-43 shrink-0"
        >
          <option value="all">{m.broadcasts_frequency_all()}</option>
          <option value="digest">{m.broadcasts_frequency_digest()}</option>
          <option value="off">{m.broadcasts_frequency_off()}</option>
        </Select>
      </header>
      {item.content && <LinkedText text={item.content} className="whitespace-pre-wrap [overflow-wrap:anywhere]" />}
      {media.length > 0 && (
        <div
          className={
            media.length === 1
              ? 'overflow-hidden rounded-media'
              : 'grid grid-cols-2 gap-0.5 overflow-hidden rounded-media'
          }
        >
          {media.map((item) =>
            item.locked ? (
              <LockedTile
                key={item.id}
                media={item}
                price={item.price}
                square={media.length > 1}
                onUnlock={() => unlock(item.id)}
              />
            ) : (
              <MediaTile
                key={item.id}
                media={item}
                square={media.length > 1 && item.type !== 'SOUND'}
                alt={alt}
                onOpen={() => open(item.id)}
                {...(item.type === 'SOUND' && { className: 'col-span-2' })}
              />
            ),
          )}
        </div>
      )}
    </li>
  )
}
