import { create } from 'zustand'
import { impersonationRecheckMs, revokedReloadMs } from '../../contract/limits.ts'
import type { Permissions } from '../../contract/profile.ts'
import { toast } from './toasts.ts'

/** As the server says it and as it lies in local storage (spec §3). */
export type ImpersonationData = {
  real_user_id: string
  target_user_id: string
  agency_id: string | null
  permissions: Partial<Permissions>
}
type Target = { id?: string; username: string | null; display_name?: string | null; avatar?: string | null }
export type Stored = {
  isImpersonating: boolean
  targetUser: Target | null
  impersonationData: ImpersonationData | null
}

/** What the store needs of the world; the app gives the real one, a test its own. */
export type World = {
  status: () => Promise<Stored>
  /** Under a grant of this agency where one is named: somebody may work for the same creator in two. */
  start: (targetId: string, agencyId?: string) => Promise<{ target_user?: Target | null }>
  stop: () => Promise<{ agency_id?: string | null } | undefined>
  disconnect: () => void
  navigate: (path: string) => void
  reload: () => void
  /** The toast's words, in the viewer's language: 'Impersonation ended: {reason}'. */
  ended: (reason: string) => string
}

type Store = Stored & {
  startImpersonation: (world: World, targetId: string, returnPath?: string, agencyId?: string) => Promise<void>
  stopImpersonation: (world: World) => Promise<void>
  clear: () => void
  loadFromSession: (world: World) => Promise<void>
  handlePermissionRevoked: (world: World, reason: string) => void
  restore: (world: World) => void
  /** Asks the server again when that was more than five minutes ago (spec §9), whichever tab asked. */
  recheck: (world: World) => void
  hasPermission: (action: string) => boolean
  /** Another tab wrote its state (spec §4; several tabs agree). */
  follow: (event: Pick<StorageEvent, 'key' | 'newValue'>) => void
}

/** The keys of spec §3. */
export const stateKey = 'impersonation_state'
export const lastCheckKey = 'impersonation_last_check'
/** The reason on 401 or `shouldLogout` (spec §8). */
export const permissionDenied = 'Permission denied'

const nobody: Stored = { isImpersonating: false, targetUser: null, impersonationData: null }

/**
 * Acting for somebody, as this browser shows it (spec §4). It changes pixels only: the server decides on every
 * request what is allowed (safety §8).
 */
export const useImpersonation = create<Store>((set, get) => ({
  ...nobody,

  startImpersonation: async (world, targetId, returnPath, agencyId) => {
    world.disconnect()
    const { target_user: target } = await world.start(targetId, agencyId).catch(as('Failed to start impersonation'))
    if (!target) throw new Error('Invalid response from server')
    await get().loadFromSession(world)
    world.navigate(returnPath ?? `/@${target.username}`)
  },

  stopImpersonation: async (world) => {
    const known = get().impersonationData?.agency_id
    world.disconnect()
    const answer = await world.stop().catch(as('Failed to stop impersonation'))
    get().clear()
    const agencyId = known ?? answer?.agency_id
    world.navigate(agencyId ? `/agency/${agencyId}` : '/agencies')
  },

  clear: () => {
    set(nobody)
    localStorage.removeItem(stateKey)
    localStorage.removeItem(lastCheckKey)
  },

  loadFromSession: async (world) => {
    try {
      const state = await world.status()
      if (!state.isImpersonating) return get().clear()
      const { isImpersonating, targetUser, impersonationData } = state
      set({ isImpersonating, targetUser, impersonationData })
      localStorage.setItem(stateKey, JSON.stringify({ isImpersonating, targetUser, impersonationData }))
      localStorage.setItem(lastCheckKey, String(Date.now()))
    } catch (error) {
      if (isRevocation(error) && get().isImpersonating) get().handlePermissionRevoked(world, permissionDenied)
      else get().clear()
    }
  },

  handlePermissionRevoked: (world, reason) => {
    if (!get().isImpersonating) return
    get().clear()
    toast(world.ended(reason), { type: 'error' })
    // The session is nobody's now. Without this the operator would have to sign in again; so would they if the page
    // were left before its answer has brought the new cookie.
    let isStopped = false
    const stopped = world.stop().then(
      () => (isStopped = true),
      () => (isStopped = true),
    )
    setTimeout(() => (isStopped ? world.reload() : void stopped.then(() => world.reload())), revokedReloadMs)
  },

  restore: (world) => {
    try {
      const written = localStorage.getItem(stateKey)
      if (written === null) return
      set(parse(written))
    } catch (error) {
      console.error('Failed to restore impersonation state:', error)
      return get().clear()
    }
    get().recheck(world)
  },

  recheck: (world) => {
    const sinceCheck = Math.abs(Date.now() - Number(localStorage.getItem(lastCheckKey)))
    if (get().isImpersonating && !(sinceCheck <= impersonationRecheckMs)) void get().loadFromSession(world)
  },

  hasPermission: (action) => {
    const { isImpersonating, impersonationData } = get()
    if (!isImpersonating) return true
    const flag = Object.hasOwn(flagOf, action) ? flagOf[action] : undefined
    return flag !== undefined && impersonationData?.permissions[flag] === true
  },

  follow: ({ key, newValue }) => {
    if (key !== stateKey && key !== null) return
    try {
      set(newValue ? parse(newValue) : nobody)
    } catch {
      set(nobody)
    }
  },
}))

/** The client's names of the flags (spec §3); analytics are shown when the flag is absent. */
export function accessOf(data: ImpersonationData | null) {
  const permissions = data?.permissions ?? {}
  return {
    canChat: permissions.can_chat === true,
    canPayment: permissions.can_payment === true,
    canMedias: permissions.can_medias === true,
    canProfile: permissions.can_profile === true,
    canSocial: permissions.can_social === true,
    showInAnalytics: permissions.show_in_analytics !== false,
  }
}

/** The actions of spec §5; any other name is denied while acting. */
const flagOf: Record<string, keyof Permissions> = {
  chat: 'can_chat',
  payment: 'can_payment',
  medias: 'can_medias',
  profile: 'can_profile',
  social: 'can_social',
}

/** Throws what is not a state, so that it is logged and cleared. */
function parse(written: string): Stored {
  const value: unknown = JSON.parse(written)
  if (
    typeof value !== 'object' ||
    value === null ||
    !('isImpersonating' in value) ||
    typeof value.isImpersonating !== 'boolean'
  ) {
    throw new TypeError('not an impersonation state')
  }
  const { isImpersonating, targetUser = null, impersonationData = null } = value as Stored
  if (isImpersonating && (!isObject(targetUser) || !isObject(impersonationData?.permissions))) {
    throw new TypeError('an impersonation state without a target')
  }
  return { isImpersonating, targetUser, impersonationData }
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null

/** The server's words if it had any, else ours (spec §8). */
function as(fallback: string) {
  return (error: unknown): never => {
    throw new Error((error instanceof Error && error.message) || fallback, { cause: error })
  }
}

/** A 401, or an answer that carries `shouldLogout`. */
function isRevocation(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  const { status, facts } = error as { status?: unknown; facts?: { shouldLogout?: unknown } }
  return status === 401 || facts?.shouldLogout === true
}
