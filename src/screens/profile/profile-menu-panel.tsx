import type { PublicProfile } from '../../../contract/users.ts'
import { m } from '../../paraglide/messages.js'
import { useBlock } from '../../queries/blocking.ts'
import { openBell } from '../../stores/bell.ts'
import { openIntent } from '../../stores/intent.ts'
import { openPurchase } from '../../stores/purchase.ts'
import { openBlock, openReport } from '../../stores/safety.ts'
import { toast } from '../../stores/toasts.ts'
import { MenuPanel } from '../../ui/menu-panel.tsx'
import type { MenuItem } from '../../ui/menu-trigger.tsx'
import { useClosed } from '../frame/use-closed.ts'
import { useViewer } from '../frame/viewer-context.ts'
import { copyLink } from '../posts/copy-link.ts'
import { shareLink } from '../posts/post-link.ts'

/** The rarer actions: tip, share, report, block; to a visitor, those that make sense without an account or lead to one. */
export function ProfileMenuPanel({ user, className }: { user: PublicProfile; className: string }) {
  const { mutate } = useBlock(user)
  const closed = useClosed('owner')
  const isKnown = useViewer() !== null
  const unblock = () =>
    mutate(false, { onSuccess: () => void toast(m.profile_unblocked_toast({ name: `@${user.username}` })) })
  const path = `/@${user.username}`
  const items: MenuItem[] = [
    { label: m.profile_copy_link(), icon: 'link', onSelect: () => void copyLink(path) },
    {
      label: m.profile_report(),
      icon: 'flag',
      onSelect: () => openReport({ kind: 'user', id: user.id, owner: user, text: '' }),
    },
  ]
  if ('share' in navigator)
    items.unshift({ label: m.profile_share(), icon: 'share', onSelect: () => void shareLink(path) })
  if (isKnown)
    items.push({
      label: user.is_blocked ? m.profile_unblock() : m.profile_block(),
      icon: 'ban',
      danger: true,
      onSelect: user.is_blocked ? unblock : () => openBlock(user),
    })
  if (user.is_creator)
    items.unshift({
      label: m.profile_tip(),
      icon: 'coins',
      onSelect: () =>
        isKnown ? openPurchase({ kind: 'tip', creator: user }) : openIntent({ act: 'tip', creator: user }),
    })
  if (isKnown && user.is_creator && (user.is_followed || user.is_subscribed))
    items.push({ label: m.notifications_bell(), icon: 'bell', disabledReason: closed, onSelect: () => openBell(user) })
  const { subscription_price: price } = user
  if (isKnown && user.is_creator && price)
    items.splice(1, 0, {
      label: m.gifts_give(),
      icon: 'gift',
      disabledReason: closed,
      onSelect: () => openPurchase({ kind: 'gift', creator: user, price }),
    })
  return <MenuPanel className={className} items={items} />
}
