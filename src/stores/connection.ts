import { create } from 'zustand'

type Connection = {
  /** Whether this tab's live socket is open; while it is not, what is watched live has to be asked for. */
  isOpen: boolean
  /**
   * This tab is about to become somebody else, or itself again: no socket is opened under the identity that ends, and
   * the end of that identity is no news (spec §4). It stays so until the page is left, or the change has failed.
   */
  isHeld: boolean
}

export const useConnection = create<Connection>(() => ({ isOpen: false, isHeld: false }))
