import { unreadNotifications } from '../../platform/db/rules.ts'
import { bigint, bool, int, oneOf, orNull, statement, text, texts, uuid } from '../../platform/db/statement.ts'

/** Conversation `c` counts as unread for user `u`. */
const isUnread = 'c.user_id = u.id and c.unread_count > 0 and not c.muted and not c.hidden'

/** `types` are those that the viewer may see; null for all. */
export const readOwnFacts = statement(
  'profile_own_facts',
  { user: uuid, types: orNull(texts) },
  {
    email: text,
    birthdate: orNull(text),
    locale: oneOf('en', 'fr'),
    media_downloads: bool,
    media_stamp: bool,
    takes_subscriber_media: bool,
    show_last_seen: bool,
    terms_version: orNull(text),
    coins_cents: orNull(bigint),
    unread_notifications: int,
    unread_messages: int,
    unread_total: int,
    unread_latest: orNull(text),
  },
  ({ user, types }) => `
    select u.email, u.birthdate::text as birthdate, u.locale, u.media_downloads, u.media_stamp, u.takes_subscriber_media,
      u.show_last_seen, u.terms_version,
      (select a.balance_cents from ledger_accounts a where a.owner_id = u.id and a.kind = 'wallet' and a.shard = 0) as coins_cents,
      -- Nobody reads more than that there are more than 99.
      (select count(*)::int from (select from ${unreadNotifications('u.id', {
        where: `(${types} is null or n.type = any(${types}))`,
        most: '100',
      })} n limit 100) n) as unread_notifications,
      unread.conversations as unread_messages, unread.messages as unread_total,
      (select o.username from users o where o.id = (select c.other_id from chat_members c where ${isUnread}
        order by c.last_message_at desc nulls last limit 1)) as unread_latest
    from users u
    cross join lateral (
      select count(*)::int as conversations, coalesce(sum(c.unread_count), 0)::int as messages
      from chat_members c where ${isUnread}
    ) unread
    where u.id = ${user}`,
)
