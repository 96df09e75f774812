import type { untilAnswered } from './chaos-call.ts'
import type { Fan, Market } from './money-people.ts'

/** A gift as all workers together believe it. */
export type Gift = { id: string; code: string; giverId: string; creatorId: string; cents: number; state: GiftState }
type GiftState = 'open' | 'accepted' | 'returned'
export type Request = {
  id: string
  creatorId: string
  state: 'open' | 'accepted' | 'declined' | 'withdrawn' | 'delivered'
}

/** What a fan believes after everything was acknowledged, in cents. */
export type Belief = {
  fan: Fan
  coins: number
  owned: Map<string, number>
  requests: Request[]
  acknowledged: number
  retried: number
}
/** What everybody believes together: the gifts on their way, and what each creator must have earned, in cents. */
export type Common = { creators: Fan[]; gifts: Gift[]; earned: Map<string, number> }
export type Storm = {
  belief: Belief
  common: Common
  market: Market
  random: () => number
  pick: <T>(from: readonly T[]) => T
  ask: (
    call: Omit<Parameters<typeof untilAnswered>[0], 'cookie'> & { cookie?: string },
  ) => ReturnType<typeof untilAnswered>
  /** A sale of so many cents has reached a creator. */
  sold: (creatorId: string, cents: number) => void
}

/** The posts of a market belong to its creators in turn. */
export const makerOf = (market: Market, mediaId: string): string =>
  market.creators[market.media.indexOf(mediaId) % market.creators.length] ?? ''
