import { visitorWithout } from './acting-flags.ts'

/** A part of `acting-matrix.ts`: tracking links (product §81). */
export const trackingLinks = {
  'GET /api/creator/analytics/links/export': ['show_in_analytics'],
  'GET /api/creator/tracking-links': ['show_in_analytics'],
  'GET /api/creator/tracking-links/{id}': ['show_in_analytics'],
  'POST /api/creator/tracking-links': ['show_in_analytics', 'can_profile'],
  'PATCH /api/creator/tracking-links/{id}': ['show_in_analytics', 'can_profile'],
  'GET /api/links/{code}': visitorWithout(),
}
