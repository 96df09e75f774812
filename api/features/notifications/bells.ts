import { isFollowing, isSubscribed, noBlockBetween } from '../../platform/db/rules.ts'
import { bool, statement, timestamptz, uuid } from '../../platform/db/statement.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Services } from '../../platform/services.ts'

/**
 * Whether new posts of a creator notify the user: as the user chose, else because they subscribe. `not_found` for whom
 * the user cannot see.
 */
export async function readBell(ctx: Services, user: string, creator: string): Promise<{ on: boolean; may: boolean }> {
  const [row] = await ctx.db.run(selectBell, { user, creator, now: new Date(ctx.now()) })
  if (row === undefined) throw refuse('not_found')
  return { on: row.may && row.is_on, may: row.may }
}

/** Refused for a user who neither follows nor subscribes. */
export async function setBell(ctx: Services, user: string, creator: string, on: boolean): Promise<{ on: boolean }> {
  const { may } = await readBell(ctx, user, creator)
  if (!may) throw refuse('forbidden', { reason: 'follow' })
  await ctx.db.run(saveBell, { user, creator, on })
  return { on }
}

const selectBell = statement(
  'notifications_bell',
  { user: uuid, creator: uuid, now: timestamptz },
  { is_on: bool, may: bool },
  ({ user, creator, now }) => `
    select coalesce(b.is_on, ${isSubscribed(user, 'c.id', now)}) as is_on,
      ${isFollowing(user, 'c.id')} or ${isSubscribed(user, 'c.id', now)} as may
    from users c left join post_bells b on b.user_id = ${user} and b.creator_id = c.id
    where c.id = ${creator} and c.is_creator and c.deleted_at is null and c.id <> ${user}
      and ${noBlockBetween(user, 'c.id')}`,
)

const saveBell = statement(
  'notifications_keep_bell',
  { user: uuid, creator: uuid, on: bool },
  {},
  ({ user, creator, on }) => `
    insert into post_bells (user_id, creator_id, is_on) values (${user}, ${creator}, ${on})
    on conflict (user_id, creator_id) do update set is_on = ${on}`,
)
