import { Suspense } from 'react'
import type { Post } from '../../../contract/posts.ts'
import { m } from '../../paraglide/messages.js'
import { openReport } from '../../stores/safety.ts'
import { lazily } from '../../ui/lazily.ts'
import { Menu } from '../../ui/menu.tsx'
import { copyPostLink } from './post-link.ts'

/** The rarer actions on a post; those of the author are loaded on demand. */
export function PostMenu({ post }: { post: Post }) {
  const others = <OthersMenu post={post} />
  if (!post.can_edit) return others
  return (
    <Suspense fallback={others}>
      <OwnPostMenu post={post} />
    </Suspense>
  )
}

function OthersMenu({ post }: { post: Post }) {
  const report = () => openReport({ kind: 'post', id: post.id, owner: post.author, text: post.text ?? '' })
  return (
    <Menu
      label={m.posts_menu()}
      items={[
        { label: m.posts_copy_link(), icon: 'link', onSelect: () => void copyPostLink(post) },
        { label: m.posts_report(), icon: 'flag', onSelect: report },
      ]}
    />
  )
}

const OwnPostMenu = lazily(async () => (await import('./own-post-menu.tsx')).OwnPostMenu)
