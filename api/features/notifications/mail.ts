import en from '../../../messages/en.json' with { type: 'json' }
import fr from '../../../messages/fr.json' with { type: 'json' }
import { type NotificationGroup, notificationGroups } from '../../../contract/notifications.ts'
import type { User } from '../../../contract/users.ts'
import type { Db, Statement } from '../../platform/db/db.ts'
import { blockBetween } from '../../platform/db/rules.ts'
import type { Services } from '../../platform/services.ts'
import { type Letter, storeMails } from '../../platform/mail/mail.ts'
import { readPeople } from '../../people/views.ts'
import { unsubscribeUrl } from './unsubscribe.ts'
import { notificationText } from './views.ts'

/**
 * Mails what people want to hear of by mail and have not read meanwhile: one mail for each person, in their language,
 * with what has come together. Taking a notification and storing its mail is one transaction, so that neither a node
 * that dies nor a second one doubles it. A mail names who did what and never shows what was posted or sent.
 */
export async function mailDue(ctx: Services): Promise<void> {
  while (await ctx.db.transact((tx) => mailSome(tx, ctx))) {
    // A bounded number at a time.
  }
}

async function mailSome(tx: Db, ctx: Services): Promise<boolean> {
  const taken = await tx.run<Due>(takeDue, [new Date(ctx.now()), atOnce])
  const wanted = taken.filter((row) => !row.was_read && !row.is_blocked && wantsByMail(row))
  const people = await readPeople(ctx, null, actorsOf(wanted), tx)
  const letters = [...Map.groupBy(wanted, (row) => row.user_id).values()].flatMap((rows) => {
    const [reader] = rows
    return reader === undefined ? [] : letterOf(ctx, reader, rows, people)
  })
  await storeMails(tx, ctx, letters)
  return taken.length === atOnce
}

/** Whoever has ended these mails in the last half minute gets no more of them. */
const wantsByMail = (row: Due): boolean =>
  Object.entries(notificationGroups).some(
    ([group, types]) =>
      (types as readonly string[]).includes(row.type) && row.groups?.includes(group as NotificationGroup),
  )

function letterOf(ctx: Services, reader: Due, rows: readonly Due[], people: Map<string, User>): Letter {
  const say = { en, fr }[reader.locale]
  const lines = newsLines(rows, people, reader.locale)
  const [only] = lines
  const isAlone = rows.length === 1 && only !== undefined
  return {
    ...addressed(ctx, reader, 'now'),
    subject: reader.discreet || !isAlone ? say.notifications_mail_subject : only,
    body: reader.discreet ? say.notifications_mail_discreet : listed(lines, rows.length, reader.locale),
    once: `notifications ${reader.id}`,
  }
}

/** What every mail about notifications has beside its news. */
export function addressed(
  ctx: Services,
  { user_id, email, locale }: Reader,
  kind: 'now' | 'digest',
): Pick<Letter, 'to' | 'locale' | 'action' | 'url' | 'footer' | 'end'> {
  const say = { en, fr }[locale]
  return {
    to: email,
    locale,
    action: say.notifications_mail_action,
    url: `${ctx.env.PUBLIC_ORIGIN}/notifications`,
    footer: kind === 'now' ? say.notifications_mail_footer : say.notifications_digest_footer,
    end: { words: say.notifications_mail_end, url: unsubscribeUrl(ctx.env, user_id, kind) },
  }
}

/** A sentence for each notification, at most `mostLines`. */
export const newsLines = (rows: readonly News[], people: Map<string, User>, locale: 'en' | 'fr'): string[] =>
  rows.slice(0, mostLines).map((row) => notificationText(row, people.get(row.actor_id ?? '') ?? null, locale))

/** The lines one below the other, and how many more there are. */
export function listed(lines: readonly string[], total: number, locale: 'en' | 'fr'): string {
  const more = total - lines.length
  const rest = { en, fr }[locale].notifications_mail_more.replace('{count}', String(more))
  return [...lines.map((line) => `· ${line}`), ...(more > 0 ? [rest] : [])].join('\n')
}

export const actorsOf = (rows: readonly News[]): string[] => rows.flatMap((row) => row.actor_id ?? [])

export type News = { type: string; actor_id: string | null; amount_cents: number | null }
export type Reader = { user_id: string; email: string; locale: 'en' | 'fr'; discreet: boolean }
type Due = News & Reader & { id: string; was_read: boolean; is_blocked: boolean; groups: NotificationGroup[] | null }

export const mostLines = 20
const atOnce = 500

/** Taken is taken: what was read meanwhile, or whose reader is gone, is not asked for again. */
const takeDue: Statement = {
  name: 'notifications_take_due',
  text: `
    with due as (
      select id from notifications where mail_due_at <= $1::timestamptz order by mail_due_at limit $2::int
      for update skip locked
    ), taken as (
      update notifications n set mail_due_at = null, mailed_at = case when n.read_at is null then $1::timestamptz end
      from due where n.id = due.id
      returning n.id, n.user_id, n.type, n.actor_id, n.amount_cents, n.read_at
    )
    select t.id, t.user_id, t.type, t.actor_id, t.amount_cents, u.email, u.locale, coalesce(h.discreet, false) as discreet,
      t.read_at is not null or u.deleted_at is not null or not u.email_verified as was_read,
      ${blockBetween('t.user_id', 't.actor_id')} as is_blocked,
      (select array_agg(s.kind) from notification_settings s where s.user_id = t.user_id and s.app and s.email) as groups
    from taken t join users u on u.id = t.user_id
    left join notification_habits h on h.user_id = t.user_id
    order by t.user_id, t.id desc`,
}
