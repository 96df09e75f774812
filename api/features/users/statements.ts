import { beforeRow } from '../../platform/db/keyset.ts'
import { cursorValue, int, statement, text, timestamptz, uuid } from '../../platform/db/statement.ts'

const page = { user: uuid, at: cursorValue(timestamptz), id: cursorValue(uuid), limit: int }

export const readFollowing = statement(
  'users_following',
  page,
  { id: uuid, at: text },
  ({ user, at, id, limit }) => `
    select user_id as id, created_at::text as at from follows
    where follower_id = ${user} and ${beforeRow('created_at', 'user_id', at, id)}
    order by created_at desc, user_id desc limit ${limit}`,
)

export const readBlocked = statement(
  'users_blocked',
  page,
  { id: uuid, at: text },
  ({ user, at, id, limit }) => `
    select blocked_id as id, created_at::text as at from blocks
    where blocker_id = ${user} and ${beforeRow('created_at', 'blocked_id', at, id)}
    order by created_at desc, blocked_id desc limit ${limit}`,
)
