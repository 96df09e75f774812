import type { ReactNode } from 'react'
import { create } from 'zustand'

/** A sheet that is open over any page, with what it needs; only the code that opens one knows it. */
export const useOpenSheet = create<{ sheet: ReactNode }>(() => ({ sheet: null }))

export function openSheet(sheet: ReactNode): void {
  useOpenSheet.setState({ sheet })
}

export function closeSheet(): void {
  useOpenSheet.setState({ sheet: null })
}
