import { useNavigate } from '@tanstack/react-router'
import type { PublicProfile } from '../../../contract/users.ts'
import { m } from '../../paraglide/messages.js'
import { useBlock } from '../../queries/users.ts'
import { openPurchase } from '../../stores/purchase.ts'
import { toast } from '../../stores/toasts.ts'
import { buttonClasses } from '../../ui/button-classes.ts'
import { Menu } from '../../ui/menu.tsx'
import type { MenuItem } from '../../ui/menu-trigger.tsx'
import { useClosed } from '../frame/use-closed.ts'

/** The rarer actions: tip, share, report, block. */
export function ProfileMenu({ user }: { user: PublicProfile }) {
  const navigate = useNavigate()
  const { mutate } = useBlock(user)
  const closed = useClosed('owner')
  const block = () =>
    mutate(!user.is_blocked, {
      onSuccess: ({ is_blocked }) => {
        toast(
          is_blocked
            ? m.profile_blocked_toast({ name: `@${user.username}` })
            : m.profile_unblocked_toast({ name: `@${user.username}` }),
        )
        if (is_blocked) void navigate({ to: '/' })
      },
    })
  const report = () => void navigate({ to: '/settings/report', search: { object: `user:${user.id}` } })
  const items: MenuItem[] = [
    { label: m.profile_copy_link(), icon: 'link', onSelect: () => void copy(`${location.origin}/@${user.username}`) },
    { label: m.profile_report(), icon: 'flag', onSelect: report },
    { label: user.is_blocked ? m.profile_unblock() : m.profile_block(), icon: 'ban', danger: true, onSelect: block },
  ]
  if (user.is_creator)
    items.unshift({
      label: m.profile_tip(),
      icon: 'coins',
      onSelect: () => openPurchase({ kind: 'tip', creator: user }),
    })
  const { subscription_price: price } = user
  if (user.is_creator && price)
    items.splice(1, 0, {
      label: m.gifts_give(),
      icon: 'gift',
      disabledReason: closed,
      onSelect: () => openPurchase({ kind: 'gift', creator: user, price }),
    })
  return <Menu className={buttonClasses({ size: 'icon' })} items={items} />
}

async function copy(text: string) {
  await navigator.clipboard.writeText(text)
  toast(m.profile_link_copied(), { type: 'success' })
}
