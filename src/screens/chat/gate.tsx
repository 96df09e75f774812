import { useQueryClient } from '@tanstack/react-query'
import type { PublicProfile } from '../../../contract/users.ts'
import { m } from '../../paraglide/messages.js'
import { chatKeys } from '../../queries/chat-keys.ts'
import { useFollow } from '../../queries/users.ts'
import { openPurchase } from '../../stores/purchase.ts'
import { Button } from '../../ui/button.tsx'
import { Coins } from '../../ui/coins.tsx'
import { useViewer } from '../frame/viewer-context.ts'

/** Shown where the viewer may not write: the reason, and how to open the chat (product §28). */
export function Gate({ user }: { user: PublicProfile }) {
  const isActing = useViewer()?.acting_as != null
  const { reason } = user.chat
  return (
    <div className="flex shrink-0 flex-wrap items-center justify-between gap-3 border-hairline border-t bg-sunken px-4 py-3">
      <p className="min-w-0 flex-1 basis-60 text-sm">{closedText(reason, `@${user.username}`)}</p>
      {reason === 'follow' && !isActing && <FollowIn user={user} />}
      {(reason === 'subscribe' || reason === 'follow') && !isActing && <SubscribeIn user={user} />}
    </div>
  )
}

function FollowIn({ user }: { user: PublicProfile }) {
  const queryClient = useQueryClient()
  const { mutate, isPending } = useFollow(user)
  return (
    <Button
      variant="primary"
      busy={isPending}
      onClick={() =>
        mutate(true, {
          onSuccess: () => void queryClient.invalidateQueries({ queryKey: chatKeys.conversation(user.id) }),
        })
      }
    >
      {m.profile_follow()}
    </Button>
  )
}

function SubscribeIn({ user }: { user: PublicProfile }) {
  const price = user.subscription_price ?? 0
  return (
    <Button
      variant={user.chat.reason === 'subscribe' ? 'primary' : 'secondary'}
      onClick={() => openPurchase({ kind: 'subscribe', creator: user, price })}
    >
      {price > 0 ? m.profile_subscribe() : m.profile_subscribe_free()}
      {price > 0 && <Coins amount={price} plain />}
    </Button>
  )
}

/** Why the viewer may not write to a user, as a sentence. */
export function closedText(reason: string | null, name: string): string {
  if (reason === 'follow') return m.chat_gate_follow({ name })
  if (reason === 'subscribe') return m.chat_gate_subscribe({ name })
  return reason === 'blocked' ? m.chat_gate_blocked() : m.chat_gate_closed()
}
