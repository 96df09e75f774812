import { statement, uuid } from './statement.ts'

/** Locks a user until the transaction ends, so that what is counted of their rows stays true; others who lock them wait. */
export const lockUser = statement(
  'users_lock',
  { id: uuid },
  { id: uuid },
  ({ id }) => `select id from users where id = ${id} for no key update`,
)

/** The same; transactions that write a row with a foreign key to the user wait too. */
export const lockUserAndReferences = statement(
  'users_lock_with_references',
  { id: uuid },
  { id: uuid },
  ({ id }) => `select id from users where id = ${id} for update`,
)
