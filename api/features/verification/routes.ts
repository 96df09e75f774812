import { verification } from '../../../contract/verification.ts'
import { implement } from '../../platform/http/implement.ts'
import type { Services } from '../../platform/services.ts'
import { initVerification, readVerification, submitVerification } from './verification.ts'

export const verificationRoutes = (ctx: Services) =>
  implement(verification)({
    get: async (_input, { viewer }) => readVerification(ctx, viewer.id),
    init: async (input, { viewer }) => initVerification(ctx, viewer.id, input),
    submit: async (_input, { viewer }) => submitVerification(ctx, viewer.id),
  })
