import { costOfRest } from '../../../contract/policy/share.ts'
import { m } from '../../paraglide/messages.js'
import { useUnlockMedia, useUnlockPost } from '../../queries/media.ts'
import { closePurchase, type Purchase } from '../../stores/purchase.ts'
import { toast } from '../../stores/toasts.ts'
import { Confirm } from './confirm.tsx'
import { usePriceNow } from './use-price-now.ts'
import { useKey } from './use-key.ts'

/** One media, or a post bought whole; what is bought stays. */
export function UnlockSheet({ asked }: { asked: Extract<Purchase, { kind: 'unlock' }> }) {
  const title = m.purchase_unlock_title({ count: asked.media.filter((it) => it.locked).length })
  return (
    <Unlocking
      asked={asked}
      id={asked.mediaId}
      unlock={useUnlockMedia({ id: asked.mediaId, within: asked.within })}
      title={title}
    />
  )
}

/** The text of a post, which stays bought. */
export function ReadSheet({ asked }: { asked: Extract<Purchase, { kind: 'read' }> }) {
  return (
    <Unlocking asked={asked} id={asked.postId} unlock={useUnlockPost(asked.postId)} title={m.purchase_read_title()} />
  )
}

type UnlockingProps = {
  asked: Extract<Purchase, { kind: 'unlock' | 'read' }>
  id: string
  unlock: ReturnType<typeof useUnlockMedia> | ReturnType<typeof useUnlockPost>
  title: string
}

function Unlocking({ asked, id, unlock: { mutate, isPending, error }, title }: UnlockingProps) {
  const price = usePriceNow(asked.price, error)
  const cost = asked.kind === 'unlock' ? costOfRest(price, asked.media) : price
  const key = useKey(`${asked.kind} ${id} ${price}`)
  const done = () => {
    closePurchase()
    if (asked.kind === 'unlock') asked.onBought?.()
    toast(m.purchase_unlocked(), { type: 'success' })
  }
  return (
    <Confirm
      title={title}
      description={m.purchase_unlock_text({ name: `@${asked.creator.username}` })}
      price={cost}
      {...(cost < price && { instead: price })}
      action={m.ui_unlock()}
      busy={isPending}
      error={error}
      onConfirm={() => mutate({ price, key }, { onSuccess: done })}
    />
  )
}
