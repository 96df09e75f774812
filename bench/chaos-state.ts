import type { Answer, Call } from './chaos-call.ts'
import type { Fan, Market } from './market.ts'

/** What must be true of a fan, by the answers that were acknowledged; in cents. */
export type FanState = {
  fan: Fan
  coins: number
  /** What was paid, by media. */
  owned: Map<string, number>
  requests: PaidRequest[]
  acknowledged: number
  retried: number
}

/** What must be true across fans: the gifts, and what each creator has earned in cents. */
export type SharedState = { creators: Fan[]; gifts: Gift[]; earned: Map<string, number> }

export type Gift = {
  id: string
  code: string
  giverId: string
  creatorId: string
  cents: number
  state: 'open' | 'accepted' | 'returned'
}
export type PaidRequest = {
  id: string
  creatorId: string
  state: 'open' | 'accepted' | 'declined' | 'withdrawn' | 'delivered'
}

/** What an operation of a worker works with. */
export type WorkerContext = {
  state: FanState
  shared: SharedState
  market: Market
  random: () => number
  pick: <T>(choices: readonly T[]) => T
  /** As the fan, unless the call says another cookie. */
  call: (call: Omit<Call, 'cookie'> & { cookie?: string }) => Promise<Answer>
  /** Books a sale of so many cents for a creator. */
  recordSale: (creatorId: string, cents: number) => void
}

/** The posts of a market belong to its creators in turn. */
export const creatorOf = (market: Market, mediaId: string): string =>
  market.creators[market.media.indexOf(mediaId) % market.creators.length] ?? ''
