import type { PublicProfile } from '../../../contract/users.ts'
import { m } from '../../paraglide/messages.js'
import { buttonClasses } from '../../ui/button-classes.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageLink } from '../../ui/page-link.tsx'

/** A profile before the first post; its creator reads the next step. */
export function NoPosts({ user }: { user: PublicProfile }) {
  if (!user.is_self) {
    const name = user.display_name ?? `@${user.username}`
    return <EmptyState title={m.profile_empty_title()}>{m.profile_empty_text({ name })}</EmptyState>
  }
  const action = (
    <PageLink href="/upload?step=post" className={buttonClasses()}>
      {m.composer_drafts_write()}
    </PageLink>
  )
  return (
    <EmptyState title={m.profile_empty_own_title()} action={action}>
      {m.profile_empty_own_text()}
    </EmptyState>
  )
}
