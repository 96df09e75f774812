import { useEffect } from 'react'
import { m } from '../../paraglide/messages.js'
import { closeEmailCode } from '../../stores/email-code.ts'
import { toast } from '../../stores/toasts.ts'
import { SheetPanel } from '../../ui/sheet-panel.tsx'
import { useViewer } from '../frame/viewer-context.ts'
import { EmailCodeForm } from './email-code-form.tsx'

/** Asks for the code of the mail; closes by itself when the address is confirmed, here or on another device. */
export function EmailCodeSheet() {
  const isConfirmed = useViewer()?.email_verified === true
  useEffect(() => {
    if (!isConfirmed) return
    closeEmailCode()
    toast(m.auth_verified_title(), { type: 'success' })
  }, [isConfirmed])
  return (
    <SheetPanel open onOpenChange={(open) => !open && closeEmailCode()} title={m.auth_verify_ask_title()}>
      <EmailCodeForm onLeave={closeEmailCode} />
    </SheetPanel>
  )
}
