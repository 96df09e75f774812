import { Link } from '@tanstack/react-router'
import { trustTitles } from '../../lib/trust-titles.ts'
import { m } from '../../paraglide/messages.js'
import { Icon } from '../../ui/icon.tsx'
import { useViewer } from './viewer-context.ts'

/** Every setting by its name; what is a creator's is shown to creators, what is the person's own not to operators. */
export function SettingsList() {
  const viewer = useViewer()
  const isActing = viewer?.acting_as != null
  const groups = [
    { name: m.settings_group_money(), links: isActing ? [] : money },
    {
      name: m.settings_group_creator(),
      links: viewer?.is_creator ? [...creator, ...(isActing ? [] : creatorAlone)] : [],
    },
    { name: m.settings_group_people(), links: people },
    { name: m.settings_group_account(), links: isActing ? [] : account },
    { name: m.settings_group_trust(), links: trust },
    { name: m.staff_title(), links: viewer?.role === 'staff' && !isActing ? backOffice : [] },
  ]
  return groups.map(
    ({ name, links }) =>
      links.length > 0 && (
        <section key={name} className="border-hairline border-b px-4 py-4 sm:px-6">
          <h2 className="mb-1 font-bold text-ink-soft text-sm">{name}</h2>
          <ul>
            {links.map(({ to, title }) => (
              <li key={to}>
                <Link
                  to={to}
                  className="flex min-h-12 items-center justify-between gap-3 font-medium hover:underline aria-[current=page]:font-bold"
                >
                  {title()}
                  <Icon name="chevron-right" className="size-5 text-ink-faint" />
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ),
  )
}

const money = [
  { to: '/settings/payments', title: m.title_settings_payments },
  { to: '/subscriptions', title: m.title_subscriptions },
  { to: '/settings/unlocked', title: m.title_settings_unlocked },
  { to: '/bookmarks', title: m.title_bookmarks },
  { to: '/settings/referral', title: m.title_settings_referral },
] as const

const creator = [
  { to: '/settings/subscriptions', title: m.title_settings_subscriptions },
  { to: '/settings/private-medias', title: m.title_settings_private_medias },
  { to: '/settings/analytics', title: m.title_settings_analytics },
  { to: '/settings/chat', title: m.title_settings_chat },
] as const

/** Of the creator in person, so not for an operator who acts as them. */
const creatorAlone = [
  { to: '/settings/payouts', title: m.title_settings_payouts },
  { to: '/settings/accounts', title: m.title_settings_accounts },
] as const

const people = [
  { to: '/settings/blocked-users', title: m.title_settings_blocked_users },
  { to: '/settings/report', title: m.title_settings_report },
] as const

const account = [
  { to: '/settings/account', title: m.title_settings_account },
  { to: '/settings/username', title: m.title_settings_username },
  { to: '/settings/notifications', title: m.notifications_settings },
  { to: '/settings/email', title: m.title_settings_email },
  { to: '/settings/password', title: m.title_settings_password },
  { to: '/settings/discreet', title: m.title_settings_discreet },
  { to: '/agencies', title: m.title_agencies },
] as const

const trust = (
  ['help', 'contact', 'rules', 'terms', 'privacy', 'refunds', 'cookies', 'accessibility', 'imprint'] as const
).map((page) => ({ to: `/${page}` as const, title: trustTitles[page] }))

const backOffice = [{ to: '/staff', title: m.staff_title }] as const
