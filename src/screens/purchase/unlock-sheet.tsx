import { costOfRest } from '../../../contract/policy/share.ts'
import { m } from '../../paraglide/messages.js'
import { useUnlockMedia, useUnlockPost } from '../../queries/media.ts'
import { type Purchase, showBought } from '../../stores/purchase.ts'
import { Confirm } from './confirm.tsx'
import { Traceable } from './traceable.tsx'
import { usePayment } from './use-payment.ts'
import { usePriceNow } from './use-price-now.ts'

/** One media, or a post bought whole; what is bought stays. */
export function UnlockSheet({ purchase }: { purchase: Extract<Purchase, { kind: 'unlock' }> }) {
  const title = m.purchase_unlock_title({ count: purchase.media.filter((it) => it.locked).length })
  return (
    <Unlocking
      purchase={purchase}
      id={purchase.mediaId}
      unlock={useUnlockMedia({ id: purchase.mediaId, within: purchase.within })}
      title={title}
    />
  )
}

/** The text of a post, which stays bought. */
export function ReadSheet({ purchase }: { purchase: Extract<Purchase, { kind: 'read' }> }) {
  return (
    <Unlocking
      purchase={purchase}
      id={purchase.postId}
      unlock={useUnlockPost(purchase.postId)}
      title={m.purchase_read_title()}
    />
  )
}

type UnlockingProps = {
  purchase: Extract<Purchase, { kind: 'unlock' | 'read' }>
  id: string
  unlock: ReturnType<typeof useUnlockMedia> | ReturnType<typeof useUnlockPost>
  title: string
}

function Unlocking({ purchase, id, unlock: { mutate, isPending, error }, title }: UnlockingProps) {
  const price = usePriceNow(purchase.price, error)
  const cost = purchase.kind === 'unlock' ? costOfRest(price, purchase.media) : price
  const isMarked = purchase.kind === 'unlock' && purchase.media.some((it) => it.locked && it.type !== 'SOUND')
  const payment = usePayment(`${purchase.kind} ${id} ${price}`)
  const done = () => {
    showBought({ kind: purchase.kind, creator: purchase.creator })
    if (purchase.kind === 'unlock') purchase.onBought?.()
  }
  return (
    <Confirm
      purchase={{ ...purchase, price }}
      payment={payment}
      title={title}
      description={m.purchase_unlock_text({ name: `@${purchase.creator.username}` })}
      price={cost}
      {...(cost < price && { instead: price })}
      action={m.ui_unlock()}
      actionFor={m.purchase_unlock_for}
      busy={isPending}
      error={error}
      onConfirm={() => mutate({ price, key: payment.key }, payment.attempt(done))}
    >
      {isMarked && <Traceable />}
    </Confirm>
  )
}
