import { availableParallelism } from 'node:os'
import { openPlaces } from './places.ts'

/**
 * What is expensive on this node, and how many calls of each class wait. They share half of its processors and at most
 * four of its ten connections (`DATABASE_POOL`), because what is not expensive answers late as soon as processors are
 * short: `npm run bench:starvation` (docs/decisions/overload.md).
 */
export const expensivePlaces = Math.min(4, Math.max(1, Math.floor(availableParallelism() / 2)))
const openClass = openPlaces(expensivePlaces)

/** Reads that add up or search many rows. */
export const heavyRead = openClass({ waiting: 20 })
export const search = openClass({ waiting: 100 })
/** One page of a file that is written while it is sent. */
export const pageOfFile = openClass({ waiting: Number.POSITIVE_INFINITY })
/** Some recipients of a broadcast. */
export const chunkOfBroadcast = openClass({ waiting: Number.POSITIVE_INFINITY })
