import type { Post } from '../../../contract/posts.ts'
import { m } from '../../paraglide/messages.js'
import { lazily } from '../../ui/lazily.ts'
import { MenuButton } from '../../ui/menu.tsx'
import { OwnPostFacts } from './own-post-facts.tsx'

/** What an author wants to know of a post of theirs, and the button of what they can do with it. */
export const OwnPostMenu = ({ post }: { post: Post }) => (
  <span className="flex items-center gap-1">
    <OwnPostFacts post={post} />
    <MenuButton label={m.posts_menu()} load={load} panel={<OwnMenuPanel post={post} />} />
  </span>
)

const load = () => import('./own-menu-panel.tsx')
const OwnMenuPanel = lazily(async () => (await load()).OwnMenuPanel)
