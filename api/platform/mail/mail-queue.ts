import { and, eq, isNull } from 'drizzle-orm'
import nodemailer, { type Transporter } from 'nodemailer'
import { mails } from '../db/schema/identity.ts'
import type { Queue, Services } from '../services.ts'
import { blankContent, contentOf } from './content.ts'

/**
 * The mails to send: a stored mail is a task of this queue, written in the same transaction. Tried again after half a
 * minute and then after twice as long each time; the last try is some days after the first.
 */
export const mailQueue: Queue<{ id: string }> = {
  name: 'sealed-mails',
  concurrency: 3,
  options: { retryLimit: 13, retryDelay: 30, retryBackoff: true, expireInSeconds: 180 },
  run: (ctx, { id }) => deliver(ctx, id),
}

/**
 * The queue of versions that stored mails in clear, for what they left in it. They do not know the queue above, and so
 * send no sealed mail as an empty one while both versions run.
 */
export const earlierMailQueue: Queue<{ id: string }> = { ...mailQueue, name: 'mails', concurrency: 1 }

/**
 * Hands a stored mail to the SMTP server and forgets its content, unless it was sent or given up before. Throws when the
 * server has not taken it in time.
 */
export async function deliver(ctx: Pick<Services, 'env' | 'db'>, id: string, patienceMs = 120_000): Promise<void> {
  const { SMTP_URL, MAIL_FROM } = ctx.env
  if (SMTP_URL === undefined) return
  const [mail] = await ctx.db
    .select()
    .from(mails)
    .where(and(eq(mails.id, id), isNull(mails.sentAt)))
  const content = mail === undefined ? null : contentOf(mail, ctx.env)
  if (mail === undefined || content === null) return
  await transport(SMTP_URL).sendMail({
    from: content.isDiscreet ? addressIn(MAIL_FROM) : MAIL_FROM,
    to: mail.recipient,
    subject: content.subject,
    text: content.text,
    html: content.html,
    ...(content.unsubscribe !== null && { headers: endings(content.unsubscribe) }),
    // The same mail sent twice, after an answer that was lost, is one to the recipient's mail program.
    messageId: `<${mail.id}@${MAIL_FROM.match(/@([^>\s]+)/)?.[1] ?? 'localhost'}>`,
    // The timeouts below restart with every line from the server; this one does not.
    signal: AbortSignal.timeout(patienceMs),
  })
  await ctx.db
    .update(mails)
    .set({ sentAt: new Date(), ...blankContent() })
    .where(eq(mails.id, id))
}

/** `Name <address>` without the name. */
const addressIn = (sender: string): string => /<([^<>]+)>\s*$/.exec(sender)?.[1] ?? sender

/** What lets a mail program end these mails with one click (RFC 2369, RFC 8058). */
const endings = (url: string): Record<string, string> => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

let known: { url: string; transporter: Transporter } | null = null
function transport(url: string): Transporter {
  if (known?.url !== url) {
    const options = { url, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }
    known = { url, transporter: nodemailer.createTransport(options) }
  }
  return known.transporter
}
