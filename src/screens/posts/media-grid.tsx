import type { Media } from '../../../contract/media.ts'
import type { Post } from '../../../contract/posts.ts'
import { m } from '../../paraglide/messages.js'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ListEnd } from '../../ui/list-end.tsx'
import { cropPosition, mediaDescription, mediaFacts } from '../../ui/media-facts.ts'
import { Picture } from '../../ui/picture.tsx'
import { useViewer } from '../frame/viewer-context.ts'
import { useLightboxGroup } from '../lightbox/use-lightbox-group.ts'
import { postItems } from './post-items.tsx'
import { postPath } from './post-link.ts'
import type { ListQuery } from './post-list.tsx'

type MediaGridProps = { name: string; posts: readonly Post[]; list: ListQuery }

/** The media of the posts alone, looked through in full as one; more are loaded on the way. */
export function MediaGrid({ name, posts, list }: MediaGridProps) {
  const isKnown = useViewer() !== null
  const items = posts.flatMap((post) =>
    postItems(post, isKnown).items.map((it) => ({ ...it, key: `${post.id} ${it.media.id}`, postHref: postPath(post) })),
  )
  const open = useLightboxGroup(`media ${name}`, items, (edge) => {
    if (edge === 'end' && list.hasNextPage && !list.isFetchingNextPage) void list.fetchNextPage()
  })
  if (items.length === 0 && !list.hasNextPage) return <EmptyState title={m.profile_media_empty()} />
  return (
    <>
      <div className="grid grid-cols-3 gap-0.5">
        {items.map(({ key, media }) => (
          <button
            key={key}
            type="button"
            onClick={() => open(media.id)}
            aria-label={m.lightbox_open({ name: nameOf(media) })}
            className="relative block aspect-square cursor-zoom-in overflow-hidden bg-sunken outline-offset-[-4px]"
          >
            <Thumb media={media} />
          </button>
        ))}
      </div>
      <ListEnd hasMore={list.hasNextPage} loading={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()} />
    </>
  )
}

const nameOf = (media: Media): string =>
  media.locked ? `${mediaFacts(media)}, ${m.ui_locked()}` : mediaDescription(media)

function Thumb({ media }: { media: Media }) {
  const source = (media.type === 'IMAGE' ? media.url : media.poster) ?? media.preview
  const mark = media.locked ? 'lock' : media.type === 'IMAGE' ? null : 'play'
  return (
    <>
      <Picture
        src={source}
        alt=""
        loading="lazy"
        decoding="async"
        className={`size-full object-cover ${media.locked ? 'scale-110 blur-xl' : ''}`}
        style={{ objectPosition: cropPosition(media, 1) }}
        {...(mark && { instead: null })}
      />
      {mark && (
        <span className="absolute inset-0 flex items-center justify-center bg-scrim/40 text-on-scrim">
          <Icon name={mark} className="size-6" />
        </span>
      )}
    </>
  )
}
