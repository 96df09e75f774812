import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { mails } from '../db/schema/identity.ts'

/** What a mail says; `unsubscribe` is where a POST ends mails of its kind (RFC 8058), null for mandatory mails. */
export type MailContent = { subject: string; text: string; html: string; unsubscribe: string | null }

/** The columns of a stored mail with this content: encrypted with a key of the installation's secret (AES-256-GCM). */
export const sealContent = (content: MailContent, secret: string) => ({
  ...nothing,
  sealed: seal(JSON.stringify(content), secret),
})

/** The columns of a mail that is sent or given up: nothing of its content is left. */
export const blankContent = () => ({ ...nothing, sealed: null })

const nothing = { subject: '', text: '', html: '', unsubscribe: null }

/**
 * The content of a stored mail, also of one that an earlier version stored in clear; null when it is gone. Throws when it
 * was sealed with another secret or altered.
 */
export function contentOf(mail: typeof mails.$inferSelect, secret: string): MailContent | null {
  if (mail.sealed !== null) return JSON.parse(unseal(mail.sealed, secret)) as MailContent
  const { subject, text, html, unsubscribe } = mail
  return text === '' ? null : { subject, text, html, unsubscribe }
}

function seal(text: string, secret: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', sealingKey(secret), nonce)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64')
}

function unseal(sealed: string, secret: string): string {
  const bytes = Buffer.from(sealed, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', sealingKey(secret), bytes.subarray(0, 12), { authTagLength: 16 })
  decipher.setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
}

const sealingKey = (secret: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', 'mails', 32))
