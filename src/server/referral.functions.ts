import { createServerFn } from '@tanstack/react-start'
import { referral } from '../../contract/referral.ts'
import { callApi } from './api.server.ts'
import { sent } from './sent.ts'

export const getReferralStats = createServerFn({ method: 'GET' })
  .validator(sent(referral.stats))
  .handler(({ data }) => callApi(referral.stats, data))
export const countReferralClick = createServerFn({ method: 'POST' })
  .validator(sent(referral.countClick))
  .handler(({ data }) => callApi(referral.countClick, data))
