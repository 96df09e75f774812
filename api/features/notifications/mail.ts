import { type NotificationGroup, notificationGroups } from '../../../contract/notifications.ts'
import type { User } from '../../../contract/users.ts'
import en from '../../../messages/en.json' with { type: 'json' }
import fr from '../../../messages/fr.json' with { type: 'json' }
import { readPeople } from '../../people/views.ts'
import type { Db } from '../../platform/db/db.ts'
import { type Letter, storeMails } from '../../platform/mail/mail.ts'
import type { Services } from '../../platform/services.ts'
import { type DueMail, type News, type Reader, takeDueMails } from './mail-statements.ts'
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
  const taken = await tx.run(takeDueMails, { now: new Date(ctx.now()), limit: batchSize })
  const wanted = taken.filter((row) => !row.was_read && !row.is_blocked && wantsByMail(row))
  const people = await readPeople(ctx, null, actorsOf(wanted), tx)
  const letters = [...Map.groupBy(wanted, (row) => row.user_id).values()].flatMap((rows) => {
    const [reader] = rows
    return reader === undefined ? [] : letterOf(ctx, reader, rows, people)
  })
  await storeMails(tx, ctx, letters)
  return taken.length === batchSize
}

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
    subject: reader.discreet || !isAlone ? labels.notifications_mail_subject : only,
    body: reader.discreet ? labels.notifications_mail_discreet : listed(lines, rows.length, reader.locale),
    once: `notifications ${reader.id}`,
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
const batchSize = 500
