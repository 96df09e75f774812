import { paidMessages } from '../../../contract/paid-messages.ts'
import { implement } from '../../platform/http/implement.ts'
import type { Services } from '../../platform/services.ts'
import { listPaidMessages } from './paid-messages.ts'

export const paidMessageRoutes = (ctx: Services) =>
  implement(paidMessages)({
    list: (query, { me }) => listPaidMessages(ctx, me, query),
  })
