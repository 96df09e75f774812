import { create } from 'zustand'

/** Whether this page is locked until its owner proves to be there. The attribute hides it before any code has come. */
export const usePageLock = create<{ isLocked: boolean }>(() => ({ isLocked: false }))

export function lockPage(): void {
  document.documentElement.dataset.locked = ''
  usePageLock.setState({ isLocked: true })
}

export function unlockPage(): void {
  delete document.documentElement.dataset.locked
  usePageLock.setState({ isLocked: false })
}
