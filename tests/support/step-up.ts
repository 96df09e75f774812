import { statement, uuid } from '../../api/platform/db/statement.ts'
import { payoutMethodWaitDays } from '../../contract/limits.ts'
import { payouts } from '../../contract/payouts.ts'
import type { Actor, TestApi } from './api.ts'

/** The actor signed in an hour ago, too long for what needs a recent authentication. */
export const ageSession = (api: TestApi, actor: Actor): Promise<unknown> =>
  api.db.run(setSignedInAnHourAgo, { id: actor.sessionId })

/** A bank account that a creator added long enough ago to be paid to. */
export async function addUsableMethod(api: TestApi, creator: Actor, holder = 'Alice Demo') {
  const waitMs = payoutMethodWaitDays * 86_400_000
  api.turnClock(-waitMs)
  const { data } = await api.call(creator, payouts.addMethod, { kind: 'iban', account: demoIban, holder })
  api.turnClock(waitMs)
  return data
}
export const demoIban = 'DE89370400440532013000'

const setSignedInAnHourAgo = statement(
  'test_signed_in_an_hour_ago',
  { id: uuid },
  {},
  ({ id }) => `update sessions set created_at = now() - interval '1 hour' where id = ${id}`,
)
