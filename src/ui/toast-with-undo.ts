import { undoMs } from '../../contract/limits.ts'
import { m } from '../paraglide/messages.js'
import { toast } from '../stores/toasts.ts'

/** Says that an act is done; `undo` reverses it, and is offered for ten seconds (product §47). */
export function toastWithUndo(message: string, undo: () => Promise<unknown>): void {
  toast(message, { type: 'success', duration: undoMs, action: { label: m.ui_undo(), onAct: () => void undo() } })
}
