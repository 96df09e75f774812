import { randomInt } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import { type ReportKind, reportHours, reportKinds } from '../../../contract/report-kinds.ts'
import { parseUuid } from '../../../contract/uuid.ts'
import { newId } from '../../platform/db/ids.ts'
import { messages } from '../../platform/db/schema/chat.ts'
import { users } from '../../platform/db/schema/identity.ts'
import { reports } from '../../platform/db/schema/staff.ts'
import { RefusalError } from '../../platform/http/refusal.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { type Locale, sendMail } from '../../platform/mail/mail.ts'
import type { Services } from '../../platform/services.ts'

export type Notice = {
  kind: ReportKind
  object: string | { kind: string; id: string }
  text: string
  email?: string | null | undefined
}

/**
 * Accepts a report from any visitor, starts its deadline, and mails the ticket to the address that was left,
 * unless that has had its mails for now: the answer has the ticket too.
 */
export async function takeNotice(
  ctx: Services,
  viewer: Viewer | null,
  notice: Notice,
  locale: Locale,
): Promise<{ ticket: string; dueAt: Date }> {
  const ticket = newTicket()
  const dueAt = new Date(ctx.now() + reportHours[notice.kind] * 3_600_000)
  const [reporter] =
    viewer === null ? [] : await ctx.db.select({ email: users.email }).from(users).where(eq(users.id, viewer.id))
  const email = notice.email?.trim() || reporter?.email || null
  const object = typeof notice.object === 'string' ? reportedPost(notice.object) : notice.object
  await ctx.db.insert(reports).values({
    id: newId(),
    ticket,
    kind: notice.kind,
    objectKind: object?.kind ?? null,
    objectId: object?.id ?? null,
    object: typeof notice.object === 'string' ? notice.object : `${notice.object.kind} ${notice.object.id}`,
    text: notice.text,
    evidence: viewer === null || object?.kind !== 'message' ? null : await readReceived(ctx, viewer.id, object.id),
    email,
    reporterId: viewer?.id ?? null,
    locale,
    dueAt,
  })
  if (email !== null && (await mayMail(ctx, email))) {
    const date = dueAt.toLocaleDateString(locale === 'fr' ? 'fr-FR' : 'en-GB', { dateStyle: 'long' })
    await sendMail(ctx, {
      to: email,
      userId: viewer?.id ?? null,
      locale,
      kind: 'report_received',
      url: ticketUrl(ctx, ticket),
      facts: { ticket, date },
    })
  }
  return { ticket, dueAt }
}

/**
 * What a message said to the user who received it, with what it said before each edit (product §71); null for any other
 * one, and for one that was deleted. Staff read messages only where their receiver shows them.
 */
async function readReceived(ctx: Services, userId: string, messageId: string): Promise<string | null> {
  const [message] = await ctx.db
    .select({ content: messages.content, earlier: messages.earlier })
    .from(messages)
    .where(and(eq(messages.id, messageId), eq(messages.receiverId, userId), isNull(messages.deletedAt)))
  return message === undefined ? null : [...(message.earlier ?? []), message.content].join('\n→\n')
}

/** Visitors type any address, so their mails count with all others that a visitor can cause for a recipient. */
const mayMail = (ctx: Services, email: string): Promise<boolean> =>
  ctx.rates.take('mail', email.toLowerCase()).then(
    () => true,
    (error: unknown) => {
      if (error instanceof RefusalError) return false
      throw error
    },
  )

export async function readNotice(ctx: Services, ticket: string) {
  const [row] = await ctx.db.select().from(reports).where(eq(reports.ticket, ticket))
  return row
}

export const ticketUrl = (ctx: Services, ticket: string): string =>
  `${ctx.env.PUBLIC_ORIGIN}/settings/report?ticket=${ticket}`

export const kindOf = (kind: string): ReportKind => reportKinds.find((it) => it === kind) ?? 'other'

/** `FR-` and sixteen letters and digits without lookalikes: 78 bits, which cannot be guessed. */
const newTicket = (): string => {
  const letters = Array.from({ length: 16 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return `FR-${letters.match(/.{4}/g)?.join('-')}`
}
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** The post behind an address of this site, so that staff open it with one tap. */
function reportedPost(text: string): { kind: string; id: string } | null {
  const id = parseUuid(/\/@[a-z0-9_.]{3,30}\/([0-9a-f-]{36})/i.exec(text)?.[1] ?? '')
  return id === null ? null : { kind: 'post', id }
}
