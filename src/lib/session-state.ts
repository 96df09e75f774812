import type { Profile } from '../../contract/profile.ts'

/** spec §4: unknown until the profile call has answered; it stays so when the call fails for any reason but 401. */
export type Session = { state: 'unknown' } | { state: 'in'; profile: Profile } | { state: 'out' }
