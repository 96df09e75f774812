/** The two texts of a broadcast that are compared (product §88). */
export type TextVersion = 'first' | 'second'

/** Recipients from which on two texts are compared, and the part of them that gets each: one in twenty. */
export const compareFrom = 200
export const compareShare = 20
/** Recipients below whom a screen says that chance has a large part in it: fewer than fifty get each text. */
export const compareSurelyFrom = 1_000

/** Hours after which the better text goes to all others. */
export const compareHours = [1, 2, 4, 24] as const
export type CompareHours = (typeof compareHours)[number]
export const defaultCompareHours: CompareHours = 4

/** How many fans get each text before the others do; 0 where there are too few to compare anything. */
export const comparedEach = (recipients: number): number =>
  recipients < compareFrom ? 0 : Math.floor(recipients / compareShare)

/** What decides: sales where there is something to buy, otherwise who opened it. */
export type Measure = 'unlocked' | 'opened'
export const measureOf = (price: number | null): Measure => (price === null ? 'opened' : 'unlocked')

/** How many have a text, and of how many it did what it is measured by. */
export type VersionResult = { sent: number; hits: number }

/** The text that goes to all others: of a larger part of its fans, and the first where both did equally well. */
export const betterText = (first: VersionResult, second: VersionResult): TextVersion =>
  second.hits * first.sent > first.hits * second.sent ? 'second' : 'first'
