import { Suspense } from 'react'
import type { Post } from '../../../contract/posts.ts'
import { m } from '../../paraglide/messages.js'
import { lazily } from '../../ui/lazily.ts'
import { MenuButton } from '../../ui/menu.tsx'

/** The rarer actions on a post, which come with their code. */
export function PostMenu({ post }: { post: Post }) {
  if (!post.can_edit) return <MenuButton label={m.posts_menu()} load={load} panel={<OthersMenuPanel post={post} />} />
  return (
    <Suspense>
      <OwnPostMenu post={post} />
    </Suspense>
  )
}

const load = () => import('./others-menu-panel.tsx')
const OthersMenuPanel = lazily(async () => (await load()).OthersMenuPanel)
const OwnPostMenu = lazily(async () => (await import('./own-post-menu.tsx')).OwnPostMenu)
