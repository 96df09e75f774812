import { create } from 'zustand'

type Creator = { id: string; username: string | null }

/** The creator about whose new posts the open sheet asks; null while it is closed. */
export const useBellSheet = create<{ creator: Creator | null }>(() => ({ creator: null }))

export const openBell = (creator: Creator): void => useBellSheet.setState({ creator })
export const closeBell = (): void => useBellSheet.setState({ creator: null })
