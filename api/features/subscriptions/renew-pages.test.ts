import { expect, test } from 'vitest'
import { makeCreator } from '../../../tests/support/money.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { newId } from '../../platform/db/ids.ts'
import { users } from '../../platform/db/schema/identity.ts'
import { int, statement, text, uuid, uuids } from '../../platform/db/statement.ts'
import { renewDue } from './renew.ts'

const api = testApi()

test('goes through all that are due at the same moment, page after page', async () => {
  const [alice, bob] = [await makeCreator(api, 9.99), await makeCreator(api, 9.99)]
  const fans = Array.from({ length: 202 }, () => newId())
  await api.db.insert(users).values(fans.map((id) => ({ id, email: `${id}@example.test`, referralCode: id })))
  await api.db.run(subscribeAll, { fans, ids: fans.map(() => newId()), creator: alice.id, status: 'active' })
  await api.db.run(subscribeAll, { fans, ids: fans.map(() => newId()), creator: bob.id, status: 'cancelled' })
  await renewDue(api.ctx)
  // None of them has coins.
  expect(await api.db.run(countByStatus, { creator: alice.id })).toEqual([{ status: 'past_due', count: 202 }])
  expect(await api.db.run(countByStatus, { creator: bob.id })).toEqual([{ status: 'ended', count: 202 }])
})

const subscribeAll = statement(
  'test_subscribe_all',
  { ids: uuids, fans: uuids, creator: uuid, status: text },
  {},
  (p) => `
    insert into subscriptions (id, fan_id, creator_id, status, price_cents, started_at, active_until, renews_at)
    select s.id, s.fan, ${p.creator}, ${p.status}, 999, now() - interval '40 days', now() - interval '1 hour',
      case when ${p.status} = 'active' then date_trunc('hour', now()) end
    from unnest(${p.ids}, ${p.fans}) as s(id, fan)`,
)
const countByStatus = statement(
  'test_subscriptions_by_status',
  { creator: uuid },
  { status: text, count: int },
  ({ creator }) => `
    select status, count(*)::int as count from subscriptions where creator_id = ${creator} group by 1 order by 1`,
)
