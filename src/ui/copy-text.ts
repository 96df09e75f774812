import { toast } from '../stores/toasts.ts'

/** Puts a text on the clipboard and says so by `copied`; `refused` says what to do where the browser does not allow it. */
export async function copyText(text: string, copied: string, refused: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast(copied, { type: 'success' })
  } catch {
    toast(refused, { type: 'error' })
  }
}
