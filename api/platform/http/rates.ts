import { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible'
import { type RateClass, rates } from '../../../contract/rates.ts'
import type { Env } from '../env.ts'
import { refuse } from './refusal.ts'

/** The one place that counts how often something is asked, for the whole API. */
export type Rates = {
  /** Counts one and throws `rate_limited` with the seconds to wait when it was one too many. */
  take(rate: RateClass, key: string): Promise<void>
  /** Forgets what was counted: the password was right. */
  forgive(rate: RateClass, key: string): Promise<void>
  /** Takes one back: of what was counted before it was known, this was right. */
  giveBack(rate: RateClass, key: string): Promise<void>
  close(): Promise<void>
}

const unlimited: Rates = {
  take: async () => undefined,
  forgive: async () => undefined,
  giveBack: async () => undefined,
  close: async () => undefined,
}

/** Counts in Redis where nodes share one, and by itself, more strictly, without it or while it cannot be reached. */
export function openRates(env: Pick<Env, 'RATE_LIMITS' | 'REDIS_URL'>): Rates {
  if (env.RATE_LIMITS === 'off') return unlimited
  const redis = env.REDIS_URL === undefined ? null : connect(env.REDIS_URL)
  const limiters = Object.fromEntries(
    Object.keys(rates).map((name) => [name, limiter(name as RateClass, redis)]),
  ) as Record<RateClass, RateLimiterAbstract>
  return {
    take: async (rate, key) => {
      try {
        await limiters[rate].consume(key)
      } catch (why) {
        if (!(why instanceof RateLimiterRes)) throw why
        throw refuse('rate_limited', { retry_after: Math.max(1, Math.ceil(why.msBeforeNext / 1000)) })
      }
    },
    forgive: async (rate, key) => void (await limiters[rate].delete(key).catch(() => false)),
    giveBack: async (rate, key) => void (await limiters[rate].reward(key).catch(() => null)),
    close: async () => redis?.disconnect(),
  }
}

function limiter(name: RateClass, redis: Redis | null): RateLimiterAbstract {
  const { points, perNode, seconds } = rates[name]
  const byItself = new RateLimiterMemory({ keyPrefix: name, points: perNode, duration: seconds })
  if (redis === null || local.has(name)) return byItself
  return new RateLimiterRedis({
    storeClient: redis,
    keyPrefix: `rate:${name}`,
    points,
    duration: seconds,
    insuranceLimiter: byItself,
    rejectIfRedisNotReady: true,
    inMemoryBlockOnConsumed: points + 1,
  })
}
/** Counted on each node: a round trip would cost more than what is counted. */
const local: ReadonlySet<RateClass> = new Set<RateClass>(['read', 'address'])

function connect(url: string): Redis {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    commandTimeout: 500,
    lazyConnect: false,
  })
  // While it is gone each node counts by itself; ioredis keeps trying to come back.
  redis.on('error', () => undefined)
  return redis
}

/** What an address counts as: IPv4 whole, IPv6 by its /64, which one household or server holds alone. */
export function addressKey(address: string): string {
  const bare = address
    .replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '')
    .replace(/%.*$/, '')
    .toLowerCase()
  if (!bare.includes(':')) return bare
  const [head = '', tail] = bare.split('::')
  const front = head === '' ? [] : head.split(':')
  const back = tail === undefined || tail === '' ? [] : tail.split(':')
  const gap = tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - front.length - back.length) }, () => '0')
  const groups = [...front, ...gap, ...back].slice(0, 4).map((group) => group.replace(/^0+(?=.)/, ''))
  return `${groups.join(':')}::/64`
}
