import { create } from 'zustand'

/** Since when this tab has no connection, which is also how old what it shows is; null with one. */
export const useOffline = create<{ since: number | null }>(() => ({ since: null }))

/** Notes that the connection is lost; an earlier time stands. */
export const connectionLost = (at = Date.now()): void =>
  useOffline.setState(({ since }) => ({ since: since === null ? at : Math.min(since, at) }))

export const connectionBack = (): void => useOffline.setState({ since: null })

/** Whether calls cannot reach the server, as far as this tab knows. */
export const isOffline = (): boolean => useOffline.getState().since !== null || navigator.onLine === false
