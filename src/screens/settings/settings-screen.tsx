import { m } from '../../paraglide/messages.js'
import { useSignOut } from '../../queries/identity.ts'
import { Button } from '../../ui/button.tsx'
import { LanguageSwitch } from '../../ui/language-switch.tsx'
import { ThemeSwitch } from '../../ui/theme-switch.tsx'
import { Frame } from '../frame/frame.tsx'
import { SettingsList } from '../frame/settings-list.tsx'

/** The list of settings; on laptops it stands beside each of them too. */
export function SettingsScreen() {
  const signOut = useSignOut()
  return (
    <Frame title={m.title_settings()}>
      <SettingsList />
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
