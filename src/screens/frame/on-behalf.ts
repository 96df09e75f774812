import { createContext, use } from 'react'
import type { Permissions } from '../../../contract/profile.ts'

/**
 * For which creator the operator in person works at the desk, under which agency, and with which rights (product §57).
 * Null everywhere else: there it is the viewer's own, or that of the creator as whom they act.
 */
export type OnBehalf = { agencyId: string; creatorId: string; permissions: Permissions }
export const OnBehalfOf = createContext<OnBehalf | null>(null)

export const useOnBehalf = (): OnBehalf | null => use(OnBehalfOf)
