import { create } from 'zustand'
import { toastMs, toastsAtOnce } from '../../contract/limits.ts'

type ToastType = 'info' | 'success' | 'error'
/** `action` is a button in the toast, which closes it. */
type ToastAction = { label: string; onAct: () => void }
export type Toast = { id: number; message: string; type: ToastType; action?: ToastAction }
/** `duration` in ms; -1 stays until it is closed (spec §9). */
export type ToastOptions = { type?: ToastType; duration?: number; action?: ToastAction }

/** The toasts on screen, oldest first, at most ten (spec §9). */
export const useToasts = create<{ toasts: readonly Toast[] }>(() => ({ toasts: [] }))

let last = 0

/** Shows a message, and answers its id for `closeToast`. */
export function toast(message: string, { type = 'info', duration = toastMs, action }: ToastOptions = {}): number {
  last += 1
  const id = last
  useToasts.setState(({ toasts }) => ({
    toasts: [...toasts, { id, message, type, ...(action && { action }) }].slice(-toastsAtOnce),
  }))
  if (duration >= 0) setTimeout(() => closeToast(id), duration)
  return id
}

export function closeToast(id: number): void {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((it) => it.id !== id) }))
}
