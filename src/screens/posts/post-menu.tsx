import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { Post } from '../../../contract/posts.ts'
import { m } from '../../paraglide/messages.js'
import { Menu } from '../../ui/menu.tsx'
import { copyPostLink, postPath } from './post-link.ts'

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
  const navigate = useNavigate()
  const report = () => void navigate({ href: `/settings/report?object=${encodeURIComponent(postPath(post))}` })
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

const OwnPostMenu = lazy(async () => ({ default: (await import('./own-post-menu.tsx')).OwnPostMenu }))
