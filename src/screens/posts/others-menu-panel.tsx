import type { Post } from '../../../contract/posts.ts'
import { m } from '../../paraglide/messages.js'
import { openReport } from '../../stores/safety.ts'
import { MenuPanel } from '../../ui/menu-panel.tsx'
import { useViewer } from '../frame/viewer-context.ts'
import { copyLink } from './copy-link.ts'
import { postPath } from './post-link.ts'
import { sortBookmarkItem } from './sort-bookmark.tsx'

/** What a viewer can do with the post of another creator. */
export function OthersMenuPanel({ post }: { post: Post }) {
  const viewer = useViewer()
  const report = () => openReport({ kind: 'post', id: post.id, owner: post.author, text: post.text ?? '' })
  return (
    <MenuPanel
      label={m.posts_menu()}
      items={[
        ...(viewer && viewer.acting_as === null ? [sortBookmarkItem(post.id)] : []),
        { label: m.posts_copy_link(), icon: 'link', onSelect: () => void copyLink(postPath(post)) },
        { label: m.posts_report(), icon: 'flag', onSelect: report },
      ]}
    />
  )
}
