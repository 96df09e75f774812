import { eq } from 'drizzle-orm'
import { media } from '../../platform/db/schema/media.ts'
import type { Making } from '../../platform/media/film-sizes.ts'
import type { Services } from '../../platform/services.ts'

/**
 * Writes into the row of a film how much of `whole` is made, at most every few seconds. The time that is left is what the
 * rest takes at the speed so far, so that a slow machine says so; nothing is said before a twentieth is made.
 */
export function trackMaking(ctx: Services, id: string, whole: number, before: number): MakingTracker {
  const beganAt = performance.now()
  let finished = before
  let savedAt = Number.NEGATIVE_INFINITY
  let saving = Promise.resolve()
  const save = async (made: number) => {
    const now = performance.now()
    if (now - savedAt < saveEveryMs) return
    savedAt = now
    await ctx.db
      .update(media)
      .set({ making: estimate(whole, before, made, now - beganAt) })
      .where(eq(media.id, id))
  }
  return {
    add: async (weight) => {
      finished += weight
      await save(finished)
    },
    progress: (weight, part) => {
      saving = save(finished + weight * part).catch(() => undefined)
    },
    end: () => saving,
  }
}

export type MakingTracker = {
  /** A piece of this weight is made, or left out. */
  add(weight: number): Promise<void>
  /** So much of a piece of this weight is made; a database that is away is told later. */
  progress(weight: number, part: number): void
  /** Resolves when nothing is on its way to the row any more. */
  end(): Promise<void>
}

/** What is said after `made` of `whole`, of which all but `before` took `ms`. */
export function estimate(whole: number, before: number, made: number, ms: number): Making {
  const own = made - before
  const isKnown = own >= whole * leastKnown
  return {
    part: Math.min(1, Math.round((made / whole) * 1000) / 1000),
    secondsLeft: isKnown ? Math.round(((whole - made) * ms) / own / 1000) : null,
  }
}

const leastKnown = 0.05
const saveEveryMs = 3_000
