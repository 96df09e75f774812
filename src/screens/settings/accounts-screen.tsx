import { m } from '../../paraglide/messages.js'
import { SignInMethodsSection } from '../account/sign-in-methods-section.tsx'
import { AgencyAccessSection } from '../agencies/access-section.tsx'
import { Frame } from '../frame/frame.tsx'

/** How I get in, and who else may act as me (product §22). */
export function AccountsScreen() {
  return (
    <Frame title={m.title_settings_accounts()} back="/settings">
      <SignInMethodsSection />
      <AgencyAccessSection />
    </Frame>
  )
}
