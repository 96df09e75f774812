import { eq } from 'drizzle-orm'
import nodemailer, { type Transporter } from 'nodemailer'
import en from '../../messages/en.json' with { type: 'json' }
import fr from '../../messages/fr.json' with { type: 'json' }
import { newId } from '../db/ids.ts'
import type { Db } from '../db/db.ts'
import { mails, users } from '../db/schema/identity.ts'
import type { Env } from '../env.ts'

export const mailKinds = ['verify_email', 'reset_password'] as const
export type MailKind = (typeof mailKinds)[number]

/**
 * Writes a mail in the recipient's language into the outbox and sends it; with no SMTP server configured the outbox is
 * the development mailbox. A mail that cannot be sent now stays in the outbox and is tried again; the caller goes on.
 */
export async function sendMail(on: On, mail: { to: string; userId: string | null; kind: MailKind; url: string }): Promise<void> {
  const locale = await localeOf(on.db, mail.userId)
  const words = { subject: say(locale, `mail_${mail.kind}_subject`), body: say(locale, `mail_${mail.kind}_body`), action: say(locale, `mail_${mail.kind}_action`) }
  const id = newId()
  await on.db.insert(mails).values({
    id,
    recipient: mail.to,
    subject: words.subject,
    text: `${words.body}\n\n${mail.url}\n\n${say(locale, 'mail_footer')}\n`,
    html: html(locale, words, mail.url),
    createdAt: new Date(),
  })
  void deliver(on, id)
}

type On = { env: Env; db: Db }

/** Hands one mail of the outbox to the SMTP server; failing counts the attempt and is not the caller's trouble. */
export async function deliver(on: On, id: string): Promise<void> {
  if (on.env.SMTP_URL === undefined) return
  try {
    const [mail] = await on.db.select().from(mails).where(eq(mails.id, id))
    if (mail === undefined || mail.sentAt !== null) return
    await on.db.update(mails).set({ attempts: mail.attempts + 1 }).where(eq(mails.id, id))
    await transport(on.env.SMTP_URL).sendMail({ from: on.env.MAIL_FROM, to: mail.recipient, subject: mail.subject, text: mail.text, html: mail.html })
    await on.db.update(mails).set({ sentAt: new Date() }).where(eq(mails.id, id))
  } catch (error) {
    console.warn(`mail ${id} could not be sent now: ${error instanceof Error ? error.message : String(error)}`)
  }
}

let known: { url: string; transporter: Transporter } | null = null
function transport(url: string): Transporter {
  if (known?.url !== url) known = { url, transporter: nodemailer.createTransport(url) }
  return known.transporter
}

async function localeOf(db: Db, userId: string | null): Promise<'en' | 'fr'> {
  if (userId === null) return 'en'
  const [row] = await db.select({ locale: users.locale }).from(users).where(eq(users.id, userId))
  return row?.locale ?? 'en'
}

type MailKey = `mail_${MailKind}_${'subject' | 'body' | 'action'}` | 'mail_footer'
const sentences: Record<'en' | 'fr', Record<MailKey, string>> = { en, fr }
const say = (locale: 'en' | 'fr', key: MailKey): string => sentences[locale][key]

function html(locale: string, words: { subject: string; body: string; action: string }, url: string): string {
  const button = 'display:inline-block;background:#c8362a;color:#fff;padding:12px 20px;border-radius:10px;text-decoration:none;font-weight:600'
  return `<!doctype html><html lang="${locale}"><meta charset="utf-8"><title>${words.subject}</title>
<body style="font:16px/1.5 system-ui,sans-serif;color:#231b26;background:#fbf9f5;padding:24px"><p style="font-size:20px;font-weight:700">Fanfare</p>
<p>${words.body}</p><p><a href="${escape(url)}" style="${button}">${words.action}</a></p>
<p style="color:#6b6270;font-size:14px">${say(locale === 'fr' ? 'fr' : 'en', 'mail_footer')}</p></body></html>`
}

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
