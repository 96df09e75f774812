import { useInfiniteQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { Album, AlbumCover } from '../../../contract/albums.ts'
import type { PublicProfile } from '../../../contract/users.ts'
import { m } from '../../paraglide/messages.js'
import { albumsOfUserQuery, useCreateAlbum } from '../../queries/albums.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ListEnd } from '../../ui/list-end.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { Picture } from '../../ui/picture.tsx'
import { Skeleton, Skeletons } from '../../ui/skeleton.tsx'
import { LoadError } from '../frame/load-error.tsx'
import { useClosed } from '../frame/use-closed.ts'
import { albumPath } from './album-link.ts'
import { AlbumMenu } from './album-menu.tsx'
import { EditAlbum } from './edit-album.tsx'

/** The albums of a profile as a grid of covers; their creator makes and orders them here. */
export function AlbumGrid({ user }: { user: PublicProfile }) {
  const list = useInfiniteQuery(albumsOfUserQuery(user.username ?? ''))
  const isClosed = useClosed('can_social') !== null
  const albums = list.data?.pages.flatMap((page) => page.data)
  if (!albums && list.error)
    return <LoadError error={list.error} onRetry={() => void list.refetch()} busy={list.isRefetching} />
  if (!albums) return <GridSkeleton />
  return (
    <>
      {user.is_self && (
        <div className="px-4 pt-4 sm:px-6">
          <NewAlbum username={user.username} />
        </div>
      )}
      {albums.length === 0 ? (
        <Empty user={user} />
      ) : (
        <ul className={grid}>
          {albums.map((album) => (
            <li key={album.id} data-item tabIndex={-1} className="relative min-w-0">
              <AlbumTile album={album} username={user.username} isOwn={user.is_self} />
              {user.is_self && !isClosed && (
                <span className="absolute right-0 bottom-0">
                  <AlbumMenu album={album} isListed />
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      {albums.length > 0 && (
        <ListEnd
          hasMore={list.hasNextPage}
          loading={list.isFetchingNextPage}
          onMore={() => void list.fetchNextPage()}
        />
      )}
    </>
  )
}

const grid = 'grid grid-cols-2 gap-x-3 gap-y-5 px-4 py-4 sm:px-6 md:grid-cols-3 lg:grid-cols-4'

type AlbumTileProps = { album: Album; username: string | null; isOwn: boolean }

/** A cover with the album's name and how many posts it shows. */
function AlbumTile({ album, username, isOwn }: AlbumTileProps) {
  return (
    <PageLink href={albumPath(username, album.id)} className="group block rounded-media">
      <Cover cover={album.cover} />
      <span className={isOwn ? 'mt-2 block min-h-12 pr-11' : 'mt-2 block'}>
        <span className="line-clamp-2 font-semibold leading-snug group-hover:underline">{album.name}</span>
        <span className="block text-ink-soft text-sm tabular-nums">{m.albums_count({ count: album.posts })}</span>
      </span>
    </PageLink>
  )
}

function Cover({ cover }: { cover: AlbumCover | null }) {
  return (
    <span className="relative isolate flex aspect-square items-center justify-center overflow-clip rounded-media bg-sunken text-ink-faint">
      {cover === null && <Icon name="folder" className="size-10" />}
      {cover?.locked && (
        <>
          {cover.preview && <img src={cover.preview} alt="" loading="lazy" decoding="async" className="silhouette" />}
          <span className="flex size-11 items-center justify-center rounded-full bg-scrim/70 text-on-scrim">
            <Icon name="lock" className="size-5" />
            <span className="sr-only">{m.ui_locked()}</span>
          </span>
        </>
      )}
      {cover && !cover.locked && (
        <Picture
          src={cover.url}
          preview={cover.preview}
          alt=""
          loading="lazy"
          decoding="async"
          className="size-full object-cover"
          style={cover.focal ? { objectPosition: `${cover.focal.x}% ${cover.focal.y}%` } : {}}
        />
      )}
    </span>
  )
}

/** Makes an album and goes to its page, where posts are put into it. */
function NewAlbum({ username }: { username: string | null }) {
  const router = useRouter()
  const [isOpen, setIsOpen] = useState(false)
  const { mutate, isPending, error } = useCreateAlbum()
  return (
    <>
      <Button disabledReason={useClosed('can_social')} onClick={() => setIsOpen(true)}>
        <Icon name="plus" className="size-5" />
        {m.albums_new()}
      </Button>
      {isOpen && (
        <EditAlbum
          title={m.albums_new()}
          save={m.albums_make()}
          busy={isPending}
          error={error}
          onClose={() => setIsOpen(false)}
          onSave={(texts) =>
            mutate(texts, {
              onSuccess: ({ id }) => {
                setIsOpen(false)
                void router.navigate({ href: albumPath(username, id) })
              },
            })
          }
        />
      )}
    </>
  )
}

function Empty({ user }: { user: PublicProfile }) {
  const name = user.display_name ?? `@${user.username}`
  return user.is_self ? (
    <EmptyState scene="trunk" title={m.albums_empty_own_title()}>
      {m.albums_empty_own_text()}
    </EmptyState>
  ) : (
    <EmptyState scene="trunk" title={m.albums_empty_title()}>
      {m.albums_empty_text({ name })}
    </EmptyState>
  )
}

const GridSkeleton = () => (
  <Skeletons className={grid}>
    {Array.from({ length: 6 }, (_, index) => (
      <span key={String(index)}>
        <Skeleton className="aspect-square rounded-media" />
        <Skeleton className="mt-2 h-4 w-2/3" />
      </span>
    ))}
  </Skeletons>
)
