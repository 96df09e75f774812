import type { FiguresSearch } from './figures-span.ts'
import type { PaidMessagesSearch } from './paid-messages-search.ts'

/** The address of the figures: of a span, and the two tables that stand apart. */
export type AnalyticsSearch = FiguresSearch &
  PaidMessagesSearch & { view?: 'messages' | 'cohorts' | undefined; show?: 'paid' | undefined }
