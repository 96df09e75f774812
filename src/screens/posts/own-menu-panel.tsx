import { useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import type { Post } from '../../../contract/posts.ts'
import { m } from '../../paraglide/messages.js'
import { useUpdatePost } from '../../queries/writing.ts'
import { toast } from '../../stores/toasts.ts'
import { lazily } from '../../ui/lazily.ts'
import { MenuPanel } from '../../ui/menu-panel.tsx'
import { useViewer } from '../frame/viewer-context.ts'
import { copyLink } from './copy-link.ts'
import { postPath } from './post-link.ts'
import { RemovePost } from './remove-post.tsx'
import { sortBookmarkItem } from './sort-bookmark.tsx'
import { useArchive } from './use-archive.ts'

/** What an author can do with a post of theirs. */
export function OwnMenuPanel({ post }: { post: Post }) {
  const navigate = useNavigate()
  const viewer = useViewer()
  const [removing, setRemoving] = useState(false)
  const [choosing, setChoosing] = useState(false)
  const { mutate } = useUpdatePost(post.id)
  const { archive, bringBack } = useArchive(post)
  const pin = () =>
    mutate(
      { pinned: !post.pinned },
      { onSuccess: () => toast(post.pinned ? m.posts_unpinned_toast() : m.posts_pinned_toast(), { type: 'success' }) },
    )
  /** Away from the page of a post that is gone; a list stays where it is. */
  const leave = () => {
    if (location.pathname === postPath(post))
      void navigate({ to: '/@{$username}', params: { username: post.author.username ?? '' } })
  }
  return (
    <>
      <MenuPanel
        label={m.posts_menu()}
        items={[
          {
            label: m.posts_edit(),
            icon: 'pencil',
            onSelect: () => void navigate({ to: '/upload', search: { step: 'post', post: post.id } }),
          },
          ...(post.archived
            ? []
            : [{ label: post.pinned ? m.posts_unpin() : m.posts_pin(), icon: 'pin' as const, onSelect: pin }]),
          post.archived
            ? { label: m.posts_bring_back(), icon: 'undo-2', onSelect: () => void bringBack() }
            : { label: m.posts_archive(), icon: 'archive', onSelect: () => void archive() },
          { label: m.albums_of_post(), icon: 'folder', onSelect: () => setChoosing(true) },
          // Bookmarks are the creator's own, even while someone acts for them.
          ...(viewer?.acting_as === null ? [sortBookmarkItem(post.id)] : []),
          { label: m.posts_copy_link(), icon: 'link', onSelect: () => void copyLink(postPath(post)) },
          { label: m.posts_delete(), icon: 'trash', danger: true, onSelect: () => setRemoving(true) },
        ]}
      />
      {choosing && (
        <Suspense fallback={null}>
          <PostAlbums post={post.id} onClose={() => setChoosing(false)} />
        </Suspense>
      )}
      <RemovePost id={post.id} open={removing} onClose={() => setRemoving(false)} onRemoved={leave} />
    </>
  )
}

const PostAlbums = lazily(async () => (await import('./post-albums.tsx')).PostAlbums)
