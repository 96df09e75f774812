import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { AlbumPage } from '../../../contract/albums.ts'
import { m } from '../../paraglide/messages.js'
import { albumQuery } from '../../queries/albums.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { Frame } from '../frame/frame.tsx'
import { LoadError } from '../frame/load-error.tsx'
import { PostSkeleton } from '../posts/post-skeleton.tsx'
import { AlbumMenu } from './album-menu.tsx'
import { AlbumPosts } from './album-posts.tsx'
import { ChoosePosts } from './choose-posts.tsx'

/** An album: whose it is, what it says, its posts. */
export function AlbumScreen({ id }: { id: string }) {
  const { data: album, error, refetch, isFetching } = useQuery(albumQuery(id))
  return (
    <Frame title={m.albums_title()} {...(album && { back: albumsOf(album) })} ownHeading={album !== undefined}>
      {album ? (
        <>
          <AlbumHead album={album} />
          <AlbumPosts album={album} />
        </>
      ) : error ? (
        <LoadError error={error} onRetry={() => void refetch()} busy={isFetching} />
      ) : (
        <PostSkeleton />
      )}
    </Frame>
  )
}

const albumsOf = ({ creator }: AlbumPage) => `/@${creator.username}?tab=albums`

function AlbumHead({ album }: { album: AlbumPage }) {
  const router = useRouter()
  const { creator } = album
  return (
    <header className="flex flex-col gap-3 border-hairline border-b px-4 py-5 sm:px-6">
      <div className="flex items-start gap-2">
        <h1 className="wrap-anywhere min-w-0 flex-1 font-bold font-display text-xl leading-tight">{album.name}</h1>
        {album.can_edit && (
          <span className="-mr-3">
            <AlbumMenu album={album} onRemoved={() => void router.navigate({ href: albumsOf(album) })} />
          </span>
        )}
      </div>
      <div className="flex items-center gap-3 text-ink-soft text-sm">
        <Avatar user={creator} />
        <span className="min-w-0">
          <PageLink href={`/@${creator.username}`} className="name-link">
            {creator.display_name ?? `@${creator.username}`}
          </PageLink>
          <span className="block tabular-nums">{m.albums_count({ count: album.posts })}</span>
        </span>
      </div>
      {album.description && <p className="wrap-anywhere whitespace-pre-line">{album.description}</p>}
      {album.can_edit && <AddPosts album={album} />}
    </header>
  )
}

function AddPosts({ album }: { album: AlbumPage }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className="flex flex-col items-start gap-2">
      <Button onClick={() => setIsOpen(true)}>
        <Icon name="plus" className="size-5" />
        {m.albums_add()}
      </Button>
      {album.posts === 0 && <p className="text-ink-soft text-sm">{m.albums_none_out()}</p>}
      {isOpen && <ChoosePosts album={album} onClose={() => setIsOpen(false)} />}
    </div>
  )
}
