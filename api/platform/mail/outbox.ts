import { and, eq, lte, sql } from 'drizzle-orm'
import nodemailer, { type Transporter } from 'nodemailer'
import type { Db } from '../db/db.ts'
import { mails } from '../db/schema/identity.ts'
import type { Env } from '../env.ts'

type On = { env: Env; db: Db }

/** Looks for mails that are due, at once and then every so many milliseconds, until the returned function is called. */
export function startOutbox(on: On, everyMs = 15_000): () => void {
  if (on.env.SMTP_URL === undefined) return () => undefined
  const sweep = () => void deliverDue(on).catch((error: unknown) => console.warn(`outbox: ${said(error)}`))
  sweep()
  const timer = setInterval(sweep, everyMs)
  return () => clearInterval(timer)
}

/** Tries every mail that is due, oldest first. */
export async function deliverDue(on: On): Promise<void> {
  const due = await on.db
    .select({ id: mails.id })
    .from(mails)
    .where(lte(mails.dueAt, new Date()))
    .orderBy(mails.dueAt)
    .limit(50)
  for (const { id } of due) await deliver(on, id)
}

/**
 * Hands one mail of the outbox to the SMTP server and gives up after `patienceMs`; failing counts the attempt and is
 * not the caller's trouble.
 */
export async function deliver(on: On, id: string, patienceMs = 120_000): Promise<void> {
  const { SMTP_URL, MAIL_FROM } = on.env
  if (SMTP_URL === undefined) return
  try {
    const mail = await claim(on.db, id, patienceMs)
    if (mail === undefined) return
    const letter = {
      from: MAIL_FROM,
      to: mail.recipient,
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      ...(mail.unsubscribe !== null && { headers: endings(mail.unsubscribe) }),
      // The same mail sent twice, after an answer that was lost, is one to the recipient's mail program.
      messageId: `<${mail.id}@${MAIL_FROM.match(/@([^>\s]+)/)?.[1] ?? 'localhost'}>`,
      // The timeouts below begin anew with every word of the server; this one does not.
      signal: AbortSignal.timeout(patienceMs),
    }
    const failure = await transport(SMTP_URL)
      .sendMail(letter)
      .then(
        () => null,
        (error: unknown) => ({ error }),
      )
    await on.db
      .update(mails)
      .set(failure ? { dueAt: nextTry(mail) } : { sentAt: new Date(), dueAt: null })
      .where(eq(mails.id, id))
    if (failure) throw failure.error
  } catch (error) {
    console.warn(`mail ${id} could not be sent now: ${said(error)}`)
  }
}

/** What lets a mail program end these mails with one click (RFC 2369, RFC 8058). */
const endings = (url: string): Record<string, string> => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

type Mail = typeof mails.$inferSelect

/** Takes a due mail for this process, for longer than an attempt may take, so that no two nodes send it at once. */
async function claim(db: Db, id: string, patienceMs: number): Promise<Mail | undefined> {
  const [mail] = await db
    .update(mails)
    .set({
      attempts: sql`${mails.attempts} + 1`,
      dueAt: sql`case when ${mails.attempts} >= ${mostAttempts - 1} then null else now() + interval '1 millisecond' * ${patienceMs + 30_000}::int end`,
    })
    .where(and(eq(mails.id, id), lte(mails.dueAt, new Date())))
    .returning()
  return mail
}

/** Thirty seconds, then three times as long each time: the last try is some days after the first. */
const nextTry = ({ attempts, dueAt }: Mail): Date | null => dueAt && new Date(Date.now() + 30_000 * 3 ** (attempts - 1))
const mostAttempts = 10

let known: { url: string; transporter: Transporter } | null = null
function transport(url: string): Transporter {
  if (known?.url !== url) {
    const options = { url, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }
    known = { url, transporter: nodemailer.createTransport(options) }
  }
  return known.transporter
}

const said = (error: unknown): string => (error instanceof Error ? error.message : String(error))
