import { appName } from '../../../contract/limits.ts'
import en from '../../../messages/en.json' with { type: 'json' }
import fr from '../../../messages/fr.json' with { type: 'json' }
import type { Db } from '../db/db.ts'
import { newId } from '../db/ids.ts'
import { mails } from '../db/schema/identity.ts'
import { bool, oneOf, statement, uuid } from '../db/statement.ts'
import { escapeHtml } from '../http/escape-html.ts'
import type { Services } from '../services.ts'
import { type MailContent, sealContent } from './content.ts'
import { mailQueue } from './mail-queue.ts'

const mailKinds = [
  'verify_email',
  'reset_password',
  'email_change_old',
  'email_change_new',
  'email_changed',
  'password_changed',
  'new_sign_in',
  'deletion_asked',
  'account_restored',
  'verification_approved',
  'verification_rejected',
  'report_received',
  'report_decided',
  'account_suspended',
  'payout_method_added',
  'payout_method_removed',
  'ledger_violated',
] as const
type MailKind = (typeof mailKinds)[number]
/** Mails about what a thief may have done: a reader who did not ask for it must not ignore it. */
const alarming = new Set<MailKind>([
  'email_changed',
  'password_changed',
  'new_sign_in',
  'payout_method_added',
  'payout_method_removed',
])

export type NewMail = {
  to: string
  /** Whose language it is written in; null for a receiver without an account, whose language is `locale`. */
  userId: string | null
  locale?: Locale
  kind: MailKind
  /** Where the button leads. */
  url: string
  /** What stands for `{name}` in the words of this kind. */
  facts?: Record<string, string>
}

type Context = Pick<Services, 'env' | 'db' | 'jobs'>

/** Writes a mail in the recipient's language and has it sent; the caller does not wait for the SMTP server. */
export const sendMail = (on: Context, mail: NewMail): Promise<void> => on.db.transact((tx) => sendMailIn(tx, on, mail))

/** The same as part of the caller's transaction: neither what it reports nor the mail exists without the other. */
export async function sendMailIn(tx: Db, on: Pick<Services, 'env' | 'jobs'>, mail: NewMail): Promise<void> {
  const { locale, isDiscreet } =
    mail.userId === null ? { locale: mail.locale ?? 'en', isDiscreet: false } : await habitsOf(tx, mail.userId)
  const words = {
    subject: say(locale, mail, 'subject'),
    body: say(locale, mail, 'body'),
    action: say(locale, mail, 'action'),
  }
  const footer = alarming.has(mail.kind) ? { footer: sentences[locale].mail_footer_security } : {}
  await storeMails(tx, on, [{ to: mail.to, locale, isDiscreet, ...words, ...footer, url: mail.url }])
}

/**
 * Stores mails and enqueues them as part of the caller's transaction; what was stored under the same `once` before is
 * not stored again. With no SMTP server configured the stored mails are the development mailbox.
 */
export async function storeMails(
  tx: Db,
  { env, jobs }: Pick<Services, 'env' | 'jobs'>,
  letters: readonly Letter[],
): Promise<void> {
  if (letters.length === 0) return
  const rows = letters.map((letter) => ({
    id: newId(),
    recipient: letter.to.toLowerCase(),
    once: letter.once ?? null,
    ...sealContent(contentOfLetter(letter), env),
  }))
  const stored = await tx
    .insert(mails)
    .values(rows)
    .onConflictDoNothing({ target: mails.once })
    .returning({ id: mails.id })
  if (env.SMTP_URL !== undefined) await jobs.enqueue(tx, mailQueue, stored)
}

function contentOfLetter(letter: Letter): MailContent {
  const footer = letter.footer ?? sentences[letter.locale].mail_footer
  const end = letter.end ? `\n\n${letter.end.words}\n${letter.end.url}` : ''
  return {
    subject: letter.subject,
    text: `${letter.body}\n\n${letter.url}\n\n${footer}${end}\n`,
    html: html(letter, footer),
    unsubscribe: letter.end?.url ?? null,
    isDiscreet: letter.isDiscreet === true,
  }
}

/** A mail in its own words. */
export type Letter = {
  to: string
  locale: Locale
  subject: string
  body: string
  action: string
  url: string
  /** Why it comes; by default that it can be ignored. */
  footer?: string
  /** How it is ended: words for a link, and the address that ends it when it is posted to (RFC 8058). */
  end?: { words: string; url: string }
  /** A key under which it is stored once. */
  once?: string
  /** Neither its sender nor its heading names the product (product §39). */
  isDiscreet?: boolean
}

export type Locale = 'en' | 'fr'

async function habitsOf(db: Db, userId: string): Promise<{ locale: Locale; isDiscreet: boolean }> {
  const [row] = await db.run(readMailHabits, { user: userId })
  return { locale: row?.locale ?? 'en', isDiscreet: row?.discreet === true }
}

const readMailHabits = statement(
  'mail_habits',
  { user: uuid },
  { locale: oneOf('en', 'fr'), discreet: bool },
  ({ user }) => `
    select u.locale, coalesce(h.discreet, false) as discreet from users u
    left join notification_habits h on h.user_id = u.id where u.id = ${user}`,
)

type MailKey = `mail_${MailKind}_${'subject' | 'body' | 'action'}` | 'mail_footer' | 'mail_footer_security'
/** A kind of mail without its words in both languages does not compile. */
const sentences: Record<Locale, Record<MailKey, string>> = { en, fr }

function say(locale: Locale, { kind, facts = {} }: NewMail, part: 'subject' | 'body' | 'action'): string {
  return sentences[locale][`mail_${kind}_${part}`].replaceAll(/\{(\w+)\}/g, (_, name: string) => facts[name] ?? '')
}

function html({ locale, subject, body, action, url, end, isDiscreet }: Letter, footer: string): string {
  const button =
    'display:inline-block;background:#c8362a;color:#fff;padding:12px 20px;border-radius:10px;text-decoration:none;font-weight:600'
  const ending = end ? ` <a href="${escapeHtml(end.url)}" style="color:#6b6270">${escapeHtml(end.words)}</a>` : ''
  const heading = isDiscreet ? '' : `<p style="font-size:20px;font-weight:700">${appName}</p>`
  return `<!doctype html><html lang="${locale}"><meta charset="utf-8"><title>${escapeHtml(subject)}</title>
<body style="font:16px/1.5 system-ui,sans-serif;color:#231b26;background:#fbf9f5;padding:24px">${heading}
<p>${escapeHtml(body).replaceAll('\n', '<br>')}</p><p><a href="${escapeHtml(url)}" style="${button}">${escapeHtml(action)}</a></p>
<p style="color:#6b6270;font-size:14px">${escapeHtml(footer)}${ending}</p></body></html>`
}
