import { create } from 'zustand'

type Connection = {
  /**
   * The state of this tab's live socket. It is suspended while the tab changes whom it acts for: no socket is opened
   * under the identity that ends, and a refusal to that identity is ignored (spec §4). It stays so until the page is
   * left, or the change has failed.
   */
  status: 'closed' | 'open' | 'suspended'
}

export const useConnection = create<Connection>(() => ({ status: 'closed' }))

/** Notes that the socket has opened or closed. */
export const connectionChanged = (status: 'closed' | 'open'): void =>
  useConnection.setState((now) => (now.status === 'suspended' ? now : { status }))

export const suspendConnection = (): void => useConnection.setState({ status: 'suspended' })
export const resumeConnection = (): void => useConnection.setState({ status: 'closed' })
export const isSuspended = (): boolean => useConnection.getState().status === 'suspended'
