import type { mails } from '../db/schema/identity.ts'
import { type Secrets, seal, unseal } from '../keys.ts'

/** What a mail says; `unsubscribe` is where a POST ends mails of its kind (RFC 8058), null for mandatory mails. */
export type MailContent = {
  subject: string
  text: string
  html: string
  unsubscribe: string | null
  /** The recipient's mailbox shall not name the product: the sender is an address without a name. */
  isDiscreet?: boolean
}

/** The columns of a stored mail with this content: encrypted under the installation's secret. */
export const sealContent = (content: MailContent, secrets: Secrets) => ({
  ...nothing,
  sealed: seal(JSON.stringify(content), 'mails', secrets),
})

/** The columns of a mail that is sent or given up: nothing of its content is left. */
export const blankContent = () => ({ ...nothing, sealed: null })

const nothing = { subject: '', text: '', html: '', unsubscribe: null }

/**
 * The content of a stored mail, also of one that an earlier version stored in clear; null when it is gone. Throws when it
 * was sealed with another secret or altered.
 */
export function contentOf(mail: typeof mails.$inferSelect, secrets: Secrets): MailContent | null {
  if (mail.sealed !== null) return JSON.parse(unseal(mail.sealed, 'mails', secrets)) as MailContent
  const { subject, text, html, unsubscribe } = mail
  return text === '' ? null : { subject, text, html, unsubscribe }
}
