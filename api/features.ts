import type { Route } from './http/implement.ts'
import type { Services } from './http/services.ts'

/** The routes of every feature, in the order of the contract. */
export const features = (_on: Services): Route[] => []
