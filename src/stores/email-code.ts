import { create } from 'zustand'

/** Whether the sheet is open that asks for the code of the mail. */
export const useEmailCode = create<{ isOpen: boolean }>(() => ({ isOpen: false }))

/** Asks for the code, after something was refused to a user whose address is not confirmed. */
export function askForEmailCode(): void {
  useEmailCode.setState({ isOpen: true })
}

export function closeEmailCode(): void {
  useEmailCode.setState({ isOpen: false })
}
