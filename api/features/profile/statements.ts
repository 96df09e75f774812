import { bigint, int, oneOf, orNull, statement, text, texts, uuid } from '../../platform/db/statement.ts'

/** `types` are those that the viewer may see; null for all. */
export const readOwnFacts = statement(
  'profile_own_facts',
  { user: uuid, types: orNull(texts) },
  {
    email: text,
    birthdate: orNull(text),
    locale: oneOf('en', 'fr'),
    coins_cents: orNull(bigint),
    unread_notifications: int,
    unread_messages: int,
  },
  ({ user, types }) => `
    select u.email, u.birthdate::text as birthdate, u.locale,
      (select a.balance_cents from ledger_accounts a where a.owner_id = u.id and a.kind = 'wallet' and a.shard = 0) as coins_cents,
      (select count(*)::int from notifications n where n.user_id = u.id and n.read_at is null
        and (${types} is null or n.type = any(${types}))) as unread_notifications,
      (select count(*)::int from chat_members c where c.user_id = u.id and c.unread_count > 0 and not c.muted and not c.hidden)
        as unread_messages
    from users u where u.id = ${user}`,
)
