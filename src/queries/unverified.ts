import type { QueryClient } from '@tanstack/react-query'
import { emailVerificationToastMs } from '../../contract/limits.ts'
import { m } from '../paraglide/messages.js'
import { askForEmailCode } from '../stores/email-code.ts'
import { toast } from '../stores/toasts.ts'
import { isActing } from './session.ts'

/** The sheet of the code opens beside the toast; a purchase asks for the code in its own sheet. */
export function showUnverified(queryClient: QueryClient): void {
  toast(m.session_email_verification_required(), { type: 'error', duration: emailVerificationToastMs })
  if (!isActing(queryClient)) askForEmailCode()
}
