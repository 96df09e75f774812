import { bigint, statement, uuid } from '../db/statement.ts'

/**
 * Adds to the bytes that a person keeps, or takes away what is negative, in the transaction that stores or deletes them:
 * `vault_usage` is at every moment the sum of `bytes` over the person's media whose bytes are not deleted.
 */
export const addVaultBytes = statement(
  'vault_add_bytes',
  { owner: uuid, bytes: bigint },
  {},
  ({ owner, bytes }) => `
    insert into vault_usage as kept (owner_id, bytes) values (${owner}, greatest(${bytes}, 0))
    on conflict (owner_id) do update set bytes = kept.bytes + ${bytes}`,
)
