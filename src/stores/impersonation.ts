import { create } from 'zustand'
import type { ImpersonationStatus } from '../../contract/acting.ts'
import { impersonationRecheckMs } from '../../contract/limits.ts'
import { impersonationLastCheckKey, impersonationStateKey } from '../lib/storage-keys.ts'

const none: ImpersonationStatus = { isImpersonating: false, targetUser: null, impersonationData: null }

/**
 * The creator whom this browser acts for, as the server last answered (spec §3). Local storage hands it on to the other
 * tabs and to the next start of the app. Screens read `acting_as` of the profile instead, and the server decides what
 * is allowed.
 */
export const useImpersonation = create<ImpersonationStatus>(() => none)

/** Stores the server's answer. */
export function saveImpersonation({ isImpersonating, targetUser, impersonationData }: ImpersonationStatus): void {
  if (isImpersonating) {
    const state = { isImpersonating, targetUser, impersonationData }
    useImpersonation.setState(state)
    localStorage.setItem(impersonationStateKey, JSON.stringify(state))
    localStorage.setItem(impersonationLastCheckKey, String(Date.now()))
  } else clearImpersonation()
}

export function clearImpersonation(): void {
  useImpersonation.setState(none)
  localStorage.removeItem(impersonationStateKey)
  localStorage.removeItem(impersonationLastCheckKey)
}

/** Reads what an earlier visit or another tab has stored; a corrupt state is logged and cleared (spec §4, §8). */
export function restoreImpersonation(): void {
  try {
    const stored = localStorage.getItem(impersonationStateKey)
    useImpersonation.setState(stored === null ? none : parse(stored))
  } catch (error) {
    console.error('Failed to restore impersonation state:', error)
    clearImpersonation()
  }
}

/** Whether no tab has asked the server for five minutes (spec §9), also when the clock was set back since. */
export function isRecheckDue(): boolean {
  const sinceCheck = Math.abs(Date.now() - Number(localStorage.getItem(impersonationLastCheckKey)))
  return useImpersonation.getState().isImpersonating && !(sinceCheck <= impersonationRecheckMs)
}

/** Throws on everything that is not a state. */
function parse(stored: string): ImpersonationStatus {
  const value: unknown = JSON.parse(stored)
  if (!isObject(value) || !('isImpersonating' in value) || typeof value.isImpersonating !== 'boolean')
    throw new TypeError('not an impersonation state')
  const { isImpersonating, targetUser = null, impersonationData = null } = value as ImpersonationStatus
  if (isImpersonating && (!isObject(targetUser) || !isObject(impersonationData?.permissions)))
    throw new TypeError('an impersonation state without a target')
  return { isImpersonating, targetUser, impersonationData }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
