import { Link } from '@tanstack/react-router'
import { m } from '../../paraglide/messages.js'
import { useSignOut } from '../../queries/identity.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LanguageSwitch } from '../../ui/language-switch.tsx'
import { ThemeSwitch } from '../../ui/theme-switch.tsx'
import { Frame } from '../frame/frame.tsx'
import { useViewer } from '../frame/viewer-context.ts'
import { trustTitles } from '../trust/trust-titles.ts'

/** Every setting by its name; what is a creator's is shown to creators, what is the person's own not to operators. */
export function SettingsScreen() {
  const viewer = useViewer()
  const signOut = useSignOut()
  const isActing = viewer?.acting_as != null
  const groups = [
    { name: m.settings_group_money(), links: isActing ? [] : money },
    { name: m.settings_group_creator(), links: viewer?.is_creator ? creator.filter((it) => !isActing || !it.own) : [] },
    { name: m.settings_group_people(), links: people },
    { name: m.settings_group_account(), links: isActing ? [] : account },
    { name: m.settings_group_trust(), links: trust },
    { name: m.staff_title(), links: viewer?.role === 'staff' && !isActing ? backOffice : [] },
  ]
  return (
    <Frame title={m.title_settings()}>
      {groups.map(
        ({ name, links }) =>
          links.length > 0 && (
            <section key={name} className="border-hairline border-b px-4 py-4 sm:px-6">
              <h2 className="mb-1 font-bold text-ink-soft text-sm">{name}</h2>
              <ul>
                {links.map(({ to, title }) => (
                  <li key={to}>
                    <Link
                      to={to}
                      className="flex min-h-12 items-center justify-between gap-3 font-medium hover:underline"
                    >
                      {title()}
                      <Icon name="chevron-right" className="size-5 text-ink-faint" />
                    </Link>
                  </li>
                ))}
              </ul>
            </section>
          ),
      )}
      <section className="flex flex-wrap gap-x-8 gap-y-1 px-4 py-4 sm:px-6">
        <LanguageSwitch />
        <ThemeSwitch />
      </section>
      <div className="px-4 pb-8 sm:px-6">
        <Button wide busy={signOut.isPending} onClick={() => signOut.mutate()}>
          {m.session_sign_out()}
        </Button>
      </div>
    </Frame>
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
  { to: '/settings/payouts', title: m.title_settings_payouts, own: true },
  { to: '/settings/accounts', title: m.title_settings_accounts, own: true },
] as readonly {
  to:
    | '/settings/subscriptions'
    | '/settings/private-medias'
    | '/settings/analytics'
    | '/settings/chat'
    | '/settings/payouts'
    | '/settings/accounts'
  title: () => string
  own?: true
}[]

const people = [
  { to: '/settings/blocked-users', title: m.title_settings_blocked_users },
  { to: '/settings/report', title: m.title_settings_report },
] as const

const account = [
  { to: '/settings/account', title: m.title_settings_account },
  { to: '/settings/username', title: m.title_settings_username },
  { to: '/settings/email', title: m.title_settings_email },
  { to: '/settings/password', title: m.title_settings_password },
  { to: '/agencies', title: m.title_agencies },
] as const

const trust = (
  ['help', 'contact', 'rules', 'terms', 'privacy', 'refunds', 'cookies', 'accessibility', 'imprint'] as const
).map((page) => ({ to: `/${page}` as const, title: trustTitles[page] }))

const backOffice = [{ to: '/staff', title: m.staff_title }] as const
