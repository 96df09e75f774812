import * as v from 'valibot'
import { anyone, endpoint, ownerOnly } from './endpoint.ts'
import { coins, done, text, time } from './shapes.ts'

export const referral = {
  stats: endpoint({
    method: 'GET',
    path: '/api/referral/stats',
    access: ownerOnly(),
    input: v.object({}),
    output: v.object({
      code: v.string(),
      link: v.string(),
      clicks: v.number(),
      signups: v.number(),
      active: v.number(),
      pending_earnings: coins,
      /** What can be moved to the wallet, including a creator's own earnings, which share the account. */
      available: coins,
      total_earnings: coins,
      items: v.array(
        v.object({
          username: v.nullable(v.string()),
          joined_at: time,
          kind: v.picklist(['creator', 'fan']),
          active: v.boolean(),
          until: time,
          earned: coins,
        }),
      ),
    }),
    errors: [],
    summary: 'The referral code, its link and results; the items are the hundred latest.',
  }),
  countClick: endpoint({
    method: 'POST',
    path: '/api/referral/clicks',
    access: anyone('any'),
    input: v.object({ code: text(20, 4) }),
    output: done,
    errors: [],
    summary: 'Count a visit through a referral link; an unknown code is ignored.',
  }),
}
