import { useInfiniteQuery } from '@tanstack/react-query'
import type { Media } from '../../../contract/media.ts'
import type { Post } from '../../../contract/posts.ts'
import type { PublicProfile } from '../../../contract/users.ts'
import { m } from '../../paraglide/messages.js'
import { postsOfUserQuery } from '../../queries/posts.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ListEnd } from '../../ui/list-end.tsx'
import { LockedTile } from '../../ui/locked-tile.tsx'
import { clock, cropPosition, mediaDescription, mediaKind } from '../../ui/media-facts.ts'
import { Picture } from '../../ui/picture.tsx'
import { Skeleton, Skeletons } from '../../ui/skeleton.tsx'
import { LoadError } from '../frame/load-error.tsx'
import { useViewer } from '../frame/viewer-context.ts'
import { useLightboxGroup } from '../lightbox/use-lightbox-group.ts'
import { postItems } from './post-items.tsx'
import { postPath } from './post-link.ts'

/** The media of a kind that a creator has posted, newest first, looked through in full as one; more load on the way. */
export function MediaGrid({ user, type }: { user: PublicProfile; type: Media['type'] }) {
  const isKnown = useViewer() !== null
  const list = useInfiniteQuery(postsOfUserQuery(user.username ?? '', type))
  const { hasNextPage, isFetchingNextPage } = list
  const more = () => void list.fetchNextPage()
  const tiles = tilesOf(list.data?.pages.flatMap((page) => page.data) ?? [], type, isKnown)
  const items = tiles.map((it) => it.item)
  const open = useLightboxGroup(`media ${user.id} ${type}`, items, (edge) => {
    if (edge === 'end' && hasNextPage && !isFetchingNextPage) more()
  })
  if (!list.data && list.error)
    return <LoadError error={list.error} onRetry={() => void list.refetch()} busy={list.isRefetching} />
  if (!list.data) return <GridSkeleton />
  if (tiles.length === 0 && !hasNextPage) return <Empty user={user} type={type} />
  return (
    <>
      <ul className={grid}>
        {tiles.map(({ item, all }) => (
          <li key={item.media.id}>
            {item.media.locked ? (
              <LockedTile square media={item.media} all={all} price={item.price ?? null} {...unlockingOf(item)} />
            ) : (
              <OpenTile media={item.media} onOpen={() => open(item.media.id)} />
            )}
          </li>
        ))}
      </ul>
      <ListEnd hasMore={hasNextPage} loading={isFetchingNextPage} onMore={more} />
    </>
  )
}

const grid = 'grid grid-cols-3 gap-0.5 md:grid-cols-4'

/**
 * Each open media once, and one tile for what is locked in a post, because it is bought whole: `all` is what it opens,
 * other kinds too.
 */
function tilesOf(posts: readonly Post[], type: Media['type'], isKnown: boolean) {
  const seen = new Set<string>()
  return posts.flatMap((post) => {
    const all = post.media.filter((it) => it.locked)
    const isNew = ({ id, locked }: Media) => !seen.has(id) && (!locked || !all.some((it) => seen.has(it.id)))
    return postItems(post, isKnown).items.flatMap((item) => {
      if (item.media.type !== type || !isNew(item.media)) return []
      seen.add(item.media.id)
      return [{ item: { ...item, postHref: postPath(post) }, all }]
    })
  })
}

const unlockingOf = ({ onUnlock, action }: ReturnType<typeof postItems>['items'][number]) =>
  onUnlock ? { onUnlock } : { action }

/** A square of an open media, with how long it lasts; it opens in full. */
function OpenTile({ media, onOpen }: { media: Media; onOpen: () => void }) {
  const isPhoto = media.type === 'IMAGE'
  return (
    <button
      type="button"
      onClick={onOpen}
      aria-label={m.lightbox_open({ name: mediaDescription(media) })}
      className="relative block aspect-square w-full cursor-zoom-in overflow-hidden bg-sunken outline-offset-[-4px]"
    >
      <Picture
        src={(isPhoto ? (media.small ?? media.url) : media.poster) ?? media.preview}
        preview={media.preview}
        alt=""
        loading="lazy"
        decoding="async"
        className="size-full object-cover"
        style={{ objectPosition: cropPosition(media, 1) }}
        {...(!isPhoto && { instead: <NoPicture media={media} /> })}
      />
      {!isPhoto && (
        <span className="absolute right-1.5 bottom-1.5 flex items-center gap-1 rounded-full bg-scrim/70 px-2 py-0.5 text-on-scrim text-xs tabular-nums">
          <Icon name="play" className="size-3" />
          {media.duration === null ? mediaKind(media.type) : clock(media.duration)}
        </span>
      )}
    </button>
  )
}

/** A film or a sound that has no picture: its sign, and what its creator says of it. */
const NoPicture = ({ media }: { media: Media }) => (
  <span className="flex size-full flex-col items-center justify-center gap-2 px-3 pb-6 text-ink-soft">
    <Icon name={media.type === 'SOUND' ? 'volume-2' : 'video'} className="size-7 shrink-0" />
    {media.description && <span className="line-clamp-2 text-center text-xs">{media.description}</span>}
  </span>
)

function Empty({ user, type }: { user: PublicProfile; type: Media['type'] }) {
  const title = { IMAGE: m.profile_photos_empty, VIDEO: m.profile_videos_empty, SOUND: m.profile_sounds_empty }[type]()
  const name = user.display_name ?? `@${user.username}`
  return <EmptyState title={title}>{m.profile_kind_empty_text({ name })}</EmptyState>
}

const GridSkeleton = () => (
  <Skeletons className={grid}>
    {Array.from({ length: 12 }, (_, index) => (
      <Skeleton key={String(index)} className="aspect-square rounded-none" />
    ))}
  </Skeletons>
)
