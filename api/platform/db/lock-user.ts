import { statement, uuid } from './statement.ts'

/** Whoever locks the same user waits until the transaction ends: what is counted next of their rows stays as it is. */
export const lockUser = statement(
  'users_lock',
  { id: uuid },
  { id: uuid },
  ({ id }) => `select id from users where id = ${id} for no key update`,
)

/** The same, and so does whoever writes a row that refers to them. */
export const lockUserAndReferences = statement(
  'users_lock_with_references',
  { id: uuid },
  { id: uuid },
  ({ id }) => `select id from users where id = ${id} for update`,
)
