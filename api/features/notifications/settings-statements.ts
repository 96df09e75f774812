import { mailedByDefault, type NotificationSettings } from '../../../contract/notifications.ts'
import {
  bigint,
  bool,
  int,
  oneOf,
  orNull,
  type RowOf,
  records,
  statement,
  text,
  textOf,
  timestamptz,
  uuid,
} from '../../platform/db/statement.ts'

export const digest = textOf<NotificationSettings['digest']>()

/** Quiet hours as habits `h` have them; all null without. */
export const quietTypes = { quiet_from: orNull(text), quiet_to: orNull(text), time_zone: orNull(text) }
export const quietColumns = (h: string): string => `${h}.quiet_from, ${h}.quiet_to, ${h}.time_zone`

/** Whether a group without a row of its own is mailed. */
export const isMailedByDefault = (group: string): string => `${group} in (${mailedGroups})`
const mailedGroups = mailedByDefault.map((group) => `'${group}'`).join()

/** The groups that a user wants by mail, as an array. */
export const mailedGroupsOf = (user: string): string => `array(
        select s.kind from notification_settings s where s.user_id = ${user} and s.app and s.email
        union all
        select g.kind from unnest(array[${mailedGroups}]) g(kind) where not exists (
          select 1 from notification_settings s where s.user_id = ${user} and s.kind = g.kind))`

export const readGroupSettings = statement(
  'notifications_kinds',
  { user: uuid },
  { kind: text, app: bool, email: bool, push: bool },
  ({ user }) => `select kind, app, email, push from notification_settings where user_id = ${user}`,
)

export const readHabits = statement(
  'notifications_habits',
  { user: uuid },
  { discreet: bool, digest, ...quietTypes },
  ({ user }) => `select discreet, digest, ${quietColumns('h')} from notification_habits h where user_id = ${user}`,
)

/** Null leaves a setting as it was. */
export const saveGroupSettings = statement(
  'notifications_keep_kind',
  { user: uuid, kind: text, app: orNull(bool), email: orNull(bool), push: orNull(bool) },
  {},
  ({ user, kind, app, email, push }) => `
    insert into notification_settings as s (user_id, kind, app, email, push)
    values (${user}, ${kind}, coalesce(${app}, true), coalesce(${email}, ${isMailedByDefault(kind)}), coalesce(${push}, true))
    on conflict (user_id, kind) do update set app = coalesce(${app}, s.app), email = coalesce(${email}, s.email),
      push = coalesce(${push}, s.push)`,
)

/** Null leaves a setting as it was. The first digest covers the time since digests were turned on. */
export const saveHabits = statement(
  'notifications_keep_habits',
  { user: uuid, discreet: orNull(bool), digest: orNull(digest), now: timestamptz },
  {},
  ({ user, discreet, digest, now }) => `
    insert into notification_habits as h (user_id, discreet, digest, digested_at)
    values (${user}, coalesce(${discreet}, false), coalesce(${digest}, 'off'), ${now})
    on conflict (user_id) do update set discreet = coalesce(${discreet}, h.discreet), digest = coalesce(${digest}, h.digest),
      digested_at = case when h.digest = 'off' then ${now} else h.digested_at end`,
)

/** All three null end quiet hours. */
export const saveQuietHours = statement(
  'notifications_keep_quiet_hours',
  { user: uuid, from: orNull(text), to: orNull(text), zone: orNull(text) },
  {},
  ({ user, from, to, zone }) => `
    insert into notification_habits as h (user_id, quiet_from, quiet_to, time_zone) values (${user}, ${from}, ${to}, ${zone})
    on conflict (user_id) do update set quiet_from = ${from}, quiet_to = ${to}, time_zone = ${zone}`,
)

/** A group that is mailed by default gets a row that says otherwise. */
export const endMails = statement(
  'notifications_end_mails',
  { user: uuid },
  {},
  ({ user }) => `
    with ended as (
      update notification_settings set email = false where user_id = ${user} and email
    )
    insert into notification_settings (user_id, kind, email)
    select u.id, g.kind, false from users u cross join unnest(array[${mailedGroups}]) g(kind)
    where u.id = ${user} and u.deleted_at is null
    on conflict do nothing`,
)
export const endDigests = statement(
  'notifications_end_digests',
  { user: uuid },
  {},
  ({ user }) => `update notification_habits set digest = 'off' where user_id = ${user}`,
)

// Browsers that take web push

/** Only of this session: a browser that was subscribed under an ended session gets no pushes. */
export const findBrowser = statement(
  'push_browser_here',
  { user: uuid, session: uuid },
  { found: int },
  ({ user, session }) =>
    `select 1 as found from push_subscriptions where user_id = ${user} and session_id = ${session} limit 1`,
)

export const saveBrowser = statement(
  'push_keep_browser',
  { id: uuid, user: uuid, session: uuid, endpoint: text, p256dh: text, auth: text },
  {},
  ({ id, user, session, endpoint, p256dh, auth }) => `
    insert into push_subscriptions (id, user_id, session_id, endpoint, p256dh, auth)
    values (${id}, ${user}, ${session}, ${endpoint}, ${p256dh}, ${auth})
    on conflict (endpoint) do update set user_id = excluded.user_id, session_id = excluded.session_id,
      p256dh = excluded.p256dh, auth = excluded.auth`,
)

export const removeBrowser = statement(
  'push_drop_browser',
  { user: uuid, endpoint: text },
  {},
  ({ user, endpoint }) => `delete from push_subscriptions where user_id = ${user} and endpoint = ${endpoint}`,
)
/** A browser that its push service no longer knows. */
export const forgetBrowser = statement(
  'push_forget',
  { browser: uuid },
  {},
  ({ browser }) => `delete from push_subscriptions where id = ${browser}`,
)

/** The browsers of readers who want pushes of a group; `n` numbers the readers from 1. */
export const readBrowsers = statement(
  'push_browsers',
  { readers: records({ user_id: uuid, kind: text }) },
  {
    n: bigint,
    id: uuid,
    endpoint: text,
    p256dh: text,
    auth: text,
    discreet: bool,
    locale: oneOf('en', 'fr'),
    ...quietTypes,
  },
  ({ readers }) => `
    select a.n, p.id, p.endpoint, p.p256dh, p.auth, coalesce(h.discreet, false) as discreet, u.locale, ${quietColumns('h')}
    from ${readers.as('a', 'n')}
    join push_subscriptions p on p.user_id = a.user_id
    join sessions s on s.id = p.session_id and s.expires_at > now()
    join users u on u.id = p.user_id
    left join notification_settings n on n.user_id = p.user_id and n.kind = a.kind
    left join notification_habits h on h.user_id = p.user_id
    where coalesce(n.app, true) and coalesce(n.push, true)`,
)
export type Browser = RowOf<typeof readBrowsers>
