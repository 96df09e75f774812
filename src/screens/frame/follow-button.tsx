import type { User } from '../../../contract/users.ts'
import { m } from '../../paraglide/messages.js'
import { useFollow } from '../../queries/users.ts'
import { Button } from '../../ui/button.tsx'
import { useClosed } from './use-closed.ts'
import { useViewer } from './viewer-context.ts'

/** Follows a user of a list, or no longer; nothing for visitors and for oneself. */
export function FollowButton({ user }: { user: User }) {
  const viewer = useViewer()
  const { mutate, isPending, variables, data } = useFollow(user)
  const closed = useClosed('can_social')
  if (!viewer || viewer.id === user.id) return null
  const follows = isPending ? variables : (data?.is_followed ?? user.is_followed)
  return (
    <Button
      size="sm"
      aria-pressed={follows}
      aria-label={`${follows ? m.profile_following() : m.profile_follow()} @${user.username}`}
      disabledReason={closed}
      onClick={() => !isPending && mutate(!follows)}
    >
      {follows ? m.profile_following() : m.profile_follow()}
    </Button>
  )
}
