import { eq } from 'drizzle-orm'
import { appName } from '../../contract/limits.ts'
import en from '../../messages/en.json' with { type: 'json' }
import fr from '../../messages/fr.json' with { type: 'json' }
import { newId } from '../db/ids.ts'
import type { Db } from '../db/db.ts'
import { mails, users } from '../db/schema/identity.ts'
import type { Env } from '../env.ts'
import { deliver } from './outbox.ts'

export const mailKinds = [
  'verify_email',
  'reset_password',
  'email_change_old',
  'email_change_new',
  'email_changed',
  'password_changed',
  'deletion_asked',
  'account_restored',
  'verification_approved',
  'verification_rejected',
  'report_received',
  'report_decided',
  'account_suspended',
] as const
export type MailKind = (typeof mailKinds)[number]

export type NewMail = {
  to: string
  /** Whose language it is written in; null for somebody without an account, then `locale` says. */
  userId: string | null
  locale?: Locale
  kind: MailKind
  /** Where the button leads. */
  url: string
  /** What stands for `{name}` in the words of this kind. */
  facts?: Record<string, string>
}

/**
 * Writes a mail in the recipient's language into the outbox and sends it; with no SMTP server configured the outbox is
 * the development mailbox. A mail that cannot be sent now stays in the outbox and is tried again; the caller goes on.
 */
export async function sendMail(on: { env: Env; db: Db }, mail: NewMail): Promise<void> {
  const locale = mail.userId === null ? (mail.locale ?? 'en') : await localeOf(on.db, mail.userId)
  const words = {
    subject: say(locale, mail, 'subject'),
    body: say(locale, mail, 'body'),
    action: say(locale, mail, 'action'),
  }
  const footer = sentences[locale].mail_footer
  const id = newId()
  await on.db.insert(mails).values({
    id,
    recipient: mail.to.toLowerCase(),
    subject: words.subject,
    text: `${words.body}\n\n${mail.url}\n\n${footer}\n`,
    html: html(locale, words, mail.url, footer),
    createdAt: new Date(),
    dueAt: on.env.SMTP_URL === undefined ? null : new Date(),
  })
  void deliver(on, id)
}

export type Locale = 'en' | 'fr'

async function localeOf(db: Db, userId: string): Promise<Locale> {
  const [row] = await db.select({ locale: users.locale }).from(users).where(eq(users.id, userId))
  return row?.locale ?? 'en'
}

type MailKey = `mail_${MailKind}_${'subject' | 'body' | 'action'}` | 'mail_footer'
/** A kind of mail without its words in both languages does not compile. */
const sentences: Record<Locale, Record<MailKey, string>> = { en, fr }

function say(locale: Locale, { kind, facts = {} }: NewMail, part: 'subject' | 'body' | 'action'): string {
  return sentences[locale][`mail_${kind}_${part}`].replaceAll(/\{(\w+)\}/g, (_, name: string) => facts[name] ?? '')
}

function html(
  locale: Locale,
  words: { subject: string; body: string; action: string },
  url: string,
  footer: string,
): string {
  const button =
    'display:inline-block;background:#c8362a;color:#fff;padding:12px 20px;border-radius:10px;text-decoration:none;font-weight:600'
  const body = escapeHtml(words.body).replaceAll('\n', '<br>')
  return `<!doctype html><html lang="${locale}"><meta charset="utf-8"><title>${escapeHtml(words.subject)}</title>
<body style="font:16px/1.5 system-ui,sans-serif;color:#231b26;background:#fbf9f5;padding:24px"><p style="font-size:20px;font-weight:700">${appName}</p>
<p>${body}</p><p><a href="${escapeHtml(url)}" style="${button}">${escapeHtml(words.action)}</a></p>
<p style="color:#6b6270;font-size:14px">${escapeHtml(footer)}</p></body></html>`
}

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
