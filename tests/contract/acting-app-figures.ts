import type { Row } from './acting-flags.ts'

const figures = ['show_in_analytics']
const amounts = [...figures, 'can_payment']
const change = [...figures, 'can_profile']

/** A part of `acting-app-matrix.ts`: the server functions of a creator's figures. */
export const figureFunctions: Record<string, Record<string, Row>> = {
  analytics: { getAnalytics: figures, getSold: amounts, getCohorts: figures },
  'paid-messages': { getPaidMessages: [...figures, 'can_chat', 'can_payment'] },
  'tracking-links': {
    getTrackingLinks: figures,
    getTrackingLink: figures,
    createTrackingLink: change,
    updateTrackingLink: change,
  },
}
