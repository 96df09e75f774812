import type { PublicProfile } from '../../../contract/users.ts'
import { lazily } from '../../ui/lazily.ts'
import { MenuButton } from '../../ui/menu.tsx'

/** The rarer actions on a user, which come with their code. */
export function ProfileMenu(props: { user: PublicProfile; className: string }) {
  return <MenuButton className={props.className} load={load} panel={<ProfileMenuPanel {...props} />} />
}

const load = () => import('./profile-menu-panel.tsx')
const ProfileMenuPanel = lazily(async () => (await load()).ProfileMenuPanel)
