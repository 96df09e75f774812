import { createFileRoute } from '@tanstack/react-router'
import { headOf } from '../../lib/head-of.ts'
import { pageHead } from '../../lib/head.ts'
import { m } from '../../paraglide/messages.js'
import { AgencyAccessSection } from '../../screens/agencies/access-section.tsx'
import { Frame } from '../../screens/frame/frame.tsx'

export const Route = createFileRoute('/settings/accounts')({
  staticData: { middleware: ['auth', 'creator'], closedWhileActing: true },
  loader: () => pageHead({ title: m.title_settings_accounts() }),
  head: headOf,
  component: Accounts,
})

function Accounts() {
  return (
    <Frame title={m.title_settings_accounts()} back="/settings">
      <AgencyAccessSection />
    </Frame>
  )
}
