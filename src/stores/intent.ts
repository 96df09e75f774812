import { create } from 'zustand'
import type { User } from '../../contract/users.ts'
import type { IntentAct } from '../lib/stored-intent.ts'

/** What a visitor wants from a creator; it is done once they have joined. */
export type Intent = {
  act: IntentAct
  creator: Pick<User, 'username' | 'display_name' | 'avatar'>
  /** Coins, as they were shown: a month of a subscription, or what unlocks the post. */
  price?: number | null
  postId?: string
  /** The code of a trial or discount link. */
  offer?: string
  /** Months that are paid at once. */
  months?: number
}

/** The intent whose sheet is open. The sheet is loaded with the first one. */
export const useIntent = create<{ intent: Intent | null }>(() => ({ intent: null }))

/** Asks a visitor to join, for something that they want. */
export function openIntent(intent: Intent): void {
  useIntent.setState({ intent })
}

/** Closes the sheet; the stored intent stays for after the sign-in. */
export function closeIntent(): void {
  useIntent.setState({ intent: null })
}
