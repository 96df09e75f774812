import { type NotificationGroup, notificationGroups } from '../../../contract/notifications.ts'
import type { User } from '../../../contract/users.ts'
import en from '../../../messages/en.json' with { type: 'json' }
import fr from '../../../messages/fr.json' with { type: 'json' }
import { readPeople } from '../../people/views.ts'
import type { Db } from '../../platform/db/db.ts'
import { type Letter, storeMails } from '../../platform/mail/mail.ts'
import type { Services } from '../../platform/services.ts'
import { type DueMail, letMailsWait, mailsAtOnce, type News, type Reader, takeDueMails } from './mail-statements.ts'
import { waitsUntil } from './quiet.ts'
import { unsubscribeUrl } from './unsubscribe.ts'
import { notificationText } from './views.ts'

/**
 * Mails notifications that readers want by mail and have not read meanwhile: one mail for each reader, in their
 * language, with everything that is due. Taking a notification and storing its mail is one transaction, so that neither
 * a crash nor a second node sends it twice. A mail names the actor and the action, and never shows content.
 */
export async function mailDue(ctx: Services): Promise<void> {
  while (await ctx.db.transact((tx) => mailSome(tx, ctx))) {
    // A bounded number at a time.
  }
}

async function mailSome(tx: Db, ctx: Services): Promise<boolean> {
  const taken = await tx.run(takeDueMails, { now: new Date(ctx.now()) })
  const wanted = await withoutQuiet(
    tx,
    ctx,
    taken.filter((row) => !row.was_read && !row.is_blocked && wantsByMail(row)),
  )
  const people = await readPeople(ctx, null, actorsOf(wanted), tx)
  const letters = [...Map.groupBy(wanted, (row) => row.user_id).values()].flatMap((rows) => {
    const [reader] = rows
    return reader === undefined ? [] : letterOf(ctx, reader, rows, people)
  })
  await storeMails(tx, ctx, letters)
  return taken.length === mailsAtOnce
}

/** Those that may be mailed at this hour; the others are due again when the quiet hours of their readers end. */
async function withoutQuiet(tx: Db, ctx: Services, wanted: readonly DueMail[]): Promise<DueMail[]> {
  const now = ctx.now()
  const waiting = wanted.flatMap((row) => {
    const until = isUrgent(row.type) ? null : waitsUntil(row, now)
    return until === null ? [] : [{ id: row.id, until }]
  })
  if (waiting.length > 0) await tx.run(letMailsWait, { rows: waiting })
  const ids = new Set(waiting.map((it) => it.id))
  return wanted.filter((row) => !ids.has(row.id))
}

/** What reports a theft does not wait. */
const isUrgent = (type: string): boolean => (notificationGroups.security as readonly string[]).includes(type)

/** A reader who has unsubscribed in the last half minute gets no more of these mails. */
const wantsByMail = (row: DueMail): boolean =>
  Object.entries(notificationGroups).some(
    ([group, types]) =>
      (types as readonly string[]).includes(row.type) && row.groups?.includes(group as NotificationGroup),
  )

function letterOf(ctx: Services, reader: DueMail, rows: readonly DueMail[], people: Map<string, User>): Letter {
  const labels = { en, fr }[reader.locale]
  const lines = newsLines(rows, people, reader.locale)
  const [only] = lines
  const isAlone = rows.length === 1 && only !== undefined
  return {
    ...addressed(ctx, reader, 'now'),
    subject: isAlone ? only : labels.notifications_mail_subject,
    body: listed(lines, rows.length, reader.locale),
    ...(reader.discreet && discreetWords(reader.locale)),
    once: `notifications ${reader.id}`,
  }
}

/** The words of a mail that names neither people nor things, nor the product. */
export function discreetWords(locale: 'en' | 'fr') {
  const labels = { en, fr }[locale]
  return {
    isDiscreet: true,
    subject: labels.notifications_discreet_subject,
    body: labels.notifications_discreet_body,
    action: labels.notifications_discreet_action,
    footer: labels.notifications_discreet_footer,
  }
}

/** The parts of every notification mail besides its news. */
export function addressed(
  ctx: Services,
  { user_id, email, locale }: Reader,
  kind: 'now' | 'digest',
): Pick<Letter, 'to' | 'locale' | 'action' | 'url' | 'footer' | 'end'> {
  const labels = { en, fr }[locale]
  return {
    to: email,
    locale,
    action: labels.notifications_mail_action,
    url: `${ctx.env.PUBLIC_ORIGIN}/notifications`,
    footer: kind === 'now' ? labels.notifications_mail_footer : labels.notifications_digest_footer,
    end: { words: labels.notifications_mail_end, url: unsubscribeUrl(ctx.env, user_id, kind) },
  }
}

/** A sentence for each notification, at most `mostLines`. */
export const newsLines = (rows: readonly News[], people: Map<string, User>, locale: 'en' | 'fr'): string[] =>
  rows.slice(0, mostLines).map((row) => notificationText(row, people.get(row.actor_id ?? '') ?? null, locale))

/** The lines below each other, and how many more there are. */
export function listed(lines: readonly string[], total: number, locale: 'en' | 'fr'): string {
  const more = total - lines.length
  const rest = { en, fr }[locale].notifications_mail_more.replace('{count}', String(more))
  return [...lines.map((line) => `· ${line}`), ...(more > 0 ? [rest] : [])].join('\n')
}

export const actorsOf = (rows: readonly News[]): string[] => rows.flatMap((row) => row.actor_id ?? [])

export const mostLines = 20
