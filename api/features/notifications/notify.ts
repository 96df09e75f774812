import { type NotificationGroup, notificationGroups, type NotificationType } from '../../../contract/notifications.ts'
import { appName } from '../../../contract/limits.ts'
import type { User } from '../../../contract/users.ts'
import type { Db, Statement } from '../../platform/db/db.ts'
import { newId } from '../../platform/db/ids.ts'
import type { Services } from '../../platform/services.ts'
import { readPeople } from '../users/views.ts'
import { push } from './push.ts'
import { notificationText } from './views.ts'

/**
 * Leaves a notification as part of the caller's transaction, in one statement with its event, and answers a function
 * that tells sockets and browsers, to be called after the commit. Nobody is notified of what they did themselves, by
 * somebody whom they block or who blocks them (PRODUCT 16), nor of a group they have turned off; who wants the group by
 * mail gets it after half a minute, unless they have read it.
 */
export async function notify(tx: Db, ctx: Services, it: NewNotification): Promise<() => void> {
  if (it.userId === it.actorId) return () => undefined
  const [id, eventId] = [newId(), newId()]
  const noted = await tx.run(noting, [id, it.userId, eventId, ...notificationValues(ctx, it)])
  return noted.length === 0 ? () => undefined : () => publishNotification(ctx, it, { id, eventId })
}

/**
 * Tells of a notification whose rows `notedParts` has written, after the commit. Who is known to have no browser that
 * could be pushed to is not looked up.
 */
export function publishNotification(
  ctx: Services,
  it: NewNotification,
  { id, eventId, hasBrowser = true }: { id: string; eventId: string; hasBrowser?: boolean },
): void {
  ctx.live.publish({
    id: eventId,
    userId: it.userId,
    type: 'new_notification',
    payload: { notification_id: id, kind: it.type },
  })
  // Who is here sees it; the others hear of it from their browser.
  if (hasBrowser && !ctx.live.isOnline(it.userId)) void pushNotification(ctx, it)
}

/** In discreet mode the words name neither people nor things. `actorOf` reads who caused it. */
export async function pushNotification(
  ctx: Services,
  it: NewNotification,
  actorOf = () => readActor(ctx, it),
): Promise<void> {
  await push(ctx, it.userId, groupOf(it.type), async ({ discreet, locale }) => {
    const actor = discreet ? null : await actorOf()
    const about = discreet
      ? { type: 'other', amount_cents: null }
      : { type: it.type, amount_cents: it.amountCents ?? null }
    return { title: appName, body: notificationText(about, actor, locale), url: '/notifications' }
  })
}

/** Who caused it, as anybody may see them; null for the platform. */
export const readActor = async (ctx: Services, { actorId }: Pick<NewNotification, 'actorId'>): Promise<User | null> =>
  actorId === null ? null : ((await readPeople(ctx, null, [actorId])).get(actorId) ?? null)

/** What a notification says, as the parameters `$4` to `$10` of `saidSql`. */
export const notificationValues = (ctx: Services, it: Omit<NewNotification, 'userId'>) => [
  it.type,
  it.actorId,
  it.object?.kind ?? null,
  it.object?.id ?? null,
  it.amountCents ?? null,
  new Date(ctx.now()),
  groupOf(it.type),
]

/** The group in whose settings a kind is. */
export const groupOf = (type: NotificationType): NotificationGroup =>
  groups.find((name) => (notificationGroups[name] as readonly NotificationType[]).includes(type)) ?? 'account'
const groups = Object.keys(notificationGroups) as NotificationGroup[]

export type NewNotification = {
  userId: string
  type: NotificationType
  /** Who caused it; null for the platform. */
  actorId: string | null
  object: {
    kind:
      | 'user'
      | 'post'
      | 'comment'
      | 'message'
      | 'media'
      | 'subscription'
      | 'gift'
      | 'request'
      | 'payout'
      | 'agency'
      | 'topup'
      | 'report'
      | 'broadcast'
    id: string
  } | null
  /** The sum that a money notification names, in cents. */
  amountCents?: number | null
}

/**
 * The parts of a `with` that write a notification and its event, if its reader wants to hear of the group: the one way
 * in which either comes into being, also beside something else in the same statement. `wished` has one row when they
 * are written. The names are SQL: parameters with their types; `given` has no row when nothing is to be told.
 */
export const notificationParts = (it: Record<NotedPlace, string> & { given?: string }): string => `
    wished as (
      select ${it.id} as id, ${it.user} as user_id, ${it.type} as type, ${it.actor} as actor_id,
        ${it.objectKind} as object_kind, ${it.objectId} as object_id, ${it.cents} as amount_cents, ${it.now} as created_at,
        ${it.event} as event_id, coalesce(s.email, false) and u.email_verified as by_mail
      from ${it.given === undefined ? '' : `${it.given} cross join lateral `}(
        select * from users u where u.id = ${it.user} and u.deleted_at is null offset 0
      ) u
      left join notification_settings s on s.user_id = u.id and s.kind = ${it.group}
      where coalesce(s.app, true) and not exists (select 1 from blocks k
        where (k.blocker_id = u.id and k.blocked_id = ${it.actor}) or (k.blocker_id = ${it.actor} and k.blocked_id = u.id))
    ), noted as (
      insert into notifications (id, user_id, type, actor_id, object_kind, object_id, amount_cents, created_at, mail_due_at)
      select id, user_id, type, actor_id, object_kind, object_id, amount_cents, created_at,
        case when by_mail then created_at + interval '30 seconds' end from wished
    ), announced as (
      insert into live_events (id, user_id, type, payload)
      select event_id, user_id, 'new_notification', jsonb_build_object('notification_id', id, 'kind', type)
      from wished
    )`
type NotedPlace = 'id' | 'user' | 'type' | 'actor' | 'objectKind' | 'objectId' | 'cents' | 'now' | 'event' | 'group'

export const notificationSql = {
  type: '$4::text',
  actor: '$5::uuid',
  objectKind: '$6::text',
  objectId: '$7::uuid',
  cents: '$8::int',
  now: '$9::timestamptz',
  group: '$10::text',
}
const noting: Statement = {
  name: 'notifications_note',
  text: `with ${notificationParts({ ...notificationSql, id: '$1::uuid', user: '$2::uuid', event: '$3::uuid' })} select 1 as noted from wished`,
}
