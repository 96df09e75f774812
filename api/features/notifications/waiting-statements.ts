import type { NotificationGroup } from '../../../contract/notifications.ts'
import { isUnreadNotification, noBlockBetween, notDeleted } from '../../platform/db/rules.ts'
import {
  bool,
  oneOf,
  type RowOf,
  records,
  statement,
  text,
  textOf,
  timestamptz,
  uuid,
} from '../../platform/db/statement.ts'

const waitingTypes = {
  id: uuid,
  user_id: uuid,
  tag: text,
  setting: textOf<NotificationGroup>(),
  kind: oneOf('notification', 'message'),
  thing_id: uuid,
  due_at: timestamptz,
}

/** Keeps pushes until the quiet hours of their readers end; a later one about the same takes the place of the earlier. */
export const keepWaiting = statement(
  'pushes_keep_waiting',
  { pushes: records({ ...waitingTypes, setting: text, kind: text }) },
  {},
  ({ pushes }) => `
    insert into waiting_pushes (id, user_id, tag, setting, kind, thing_id, due_at)
    select distinct on (p.user_id, p.tag) p.id, p.user_id, p.tag, p.setting, p.kind, p.thing_id, p.due_at
    from ${pushes.as('p')} order by p.user_id, p.tag, p.id desc
    on conflict (user_id, tag) do update set thing_id = excluded.thing_id, due_at = excluded.due_at`,
)

/** After a change of quiet hours. */
export const moveWaiting = statement(
  'pushes_move_waiting',
  { user: uuid, due: timestamptz },
  {},
  ({ user, due }) => `update waiting_pushes set due_at = ${due} where user_id = ${user}`,
)

/** As `mailsAtOnce`. */
export const waitingAtOnce = 500

/**
 * Takes the pushes whose quiet hours are over, each once, with whether the thing is still news to their reader: not read,
 * not of a conversation that is muted by now, and not behind a block.
 */
export const takeWaiting = statement(
  'pushes_take_waiting',
  { now: timestamptz },
  {
    user_id: uuid,
    tag: text,
    setting: textOf<NotificationGroup>(),
    kind: oneOf('notification', 'message'),
    thing_id: uuid,
    is_unread: bool,
  },
  ({ now }) => `
    with due as (
      select id from waiting_pushes where due_at <= ${now} order by due_at, user_id limit ${waitingAtOnce} for update skip locked
    ), taken as (
      delete from waiting_pushes w using due where w.id = due.id
      returning w.user_id, w.tag, w.setting, w.kind, w.thing_id
    )
    select t.user_id, t.tag, t.setting, t.kind, t.thing_id, m.id is not null or n.id is not null as is_unread
    from taken t
    left join lateral (
      select m.id from messages m join chat_members k on k.user_id = m.receiver_id and k.other_id = m.sender_id
      where t.kind = 'message' and m.id = t.thing_id and m.read_at is null and ${notDeleted('m')} and not k.muted offset 0
    ) m on true
    left join lateral (
      select n.id from notifications n
      where t.kind = 'notification' and n.id = t.thing_id and ${isUnreadNotification('n')}
        and ${noBlockBetween('n.user_id', 'n.actor_id')} offset 0
    ) n on true`,
)
export type WaitingRow = RowOf<typeof takeWaiting>
