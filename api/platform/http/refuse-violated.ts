import type { RefusalCode } from '../../../contract/refusals.ts'
import { violated } from '../db/db.ts'
import { refuse } from './refusal.ts'

/** For `catch`: an insert or update that ran into this unique constraint is refused with this code. */
export const refuseViolated =
  (constraint: string, code: RefusalCode) =>
  (error: unknown): never => {
    throw violated(error) === constraint ? refuse(code) : error
  }
