import { createContext, useContext } from 'react'
import type { Profile } from '../../../contract/profile.ts'

const Viewer = createContext<Profile | null>(null)

/** Gives every screen below its viewer: the profile, or null for a visitor. */
export const ViewerProvider = Viewer.Provider

/** Who is looking, or null for a visitor. */
export function useViewer(): Profile | null {
  return useContext(Viewer)
}
