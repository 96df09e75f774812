import { bundles } from '../../../contract/bundles.ts'
import { audit } from '../../platform/audit/audit.ts'
import { implement } from '../../platform/http/implement.ts'
import { purgeProfile } from '../../platform/http/purge.ts'
import type { Services } from '../../platform/services.ts'
import { idempotent } from '../wallet/idempotency.ts'
import { getBundles, setBundles } from './bundles.ts'
import { buyBundle } from './buy.ts'

export const bundleRoutes = (ctx: Services) =>
  implement(bundles)({
    get: ({ id }, { me }) => getBundles(ctx, me.id, id),
    buy: (input, call) =>
      idempotent(ctx, call, bundles.buy, input, (tx) =>
        buyBundle(tx, ctx, call.me.id, input, call.headers.get('cookie')),
      ),
    set: async ({ bundles: wanted }, { me }) => {
      const data = await ctx.db.transact(async (tx) => {
        const { data, changes } = await setBundles(tx, me.id, wanted)
        await audit(tx, me, 'subscriptions.set_bundles', { kind: 'user', id: me.id }, changes)
        return data
      })
      purgeProfile(ctx, me.username)
      return { data }
    },
  })
