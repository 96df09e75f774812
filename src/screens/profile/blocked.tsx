import type { PublicProfile } from '../../../contract/users.ts'
import { m } from '../../paraglide/messages.js'
import { useBlock } from '../../queries/blocking.ts'
import { toast } from '../../stores/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useClosed } from '../frame/use-closed.ts'

/** In place of the posts of a user whom the viewer has blocked: why there are none, and the way back. */
export function Blocked({ user }: { user: PublicProfile }) {
  const { mutate, isPending } = useBlock(user)
  const name = `@${user.username}`
  const unblock = () => mutate(false, { onSuccess: () => toast(m.profile_unblocked_toast({ name })) })
  const action = (
    <Button busy={isPending} disabledReason={useClosed('can_social')} onClick={unblock}>
      {m.profile_unblock()}
    </Button>
  )
  return (
    <EmptyState scene="curtain" title={m.profile_blocked_title({ name })} action={action}>
      {m.profile_blocked_text()}
    </EmptyState>
  )
}
