import { verification } from '../../../contract/verification.ts'
import { implement } from '../../platform/http/implement.ts'
import type { Services } from '../../platform/services.ts'
import { initVerification, readVerification, submitVerification } from './verification.ts'

export const verificationRoutes = (on: Services) =>
  implement(verification)({
    read: async (_input, { viewer }) => readVerification(on, viewer.id),
    init: async (input, { viewer }) => initVerification(on, viewer.id, input),
    submit: async (_input, { viewer }) => submitVerification(on, viewer.id),
  })
