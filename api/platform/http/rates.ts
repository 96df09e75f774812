import { Redis } from 'ioredis'
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { type RateClass, rates } from '../../../contract/rates.ts'
import type { Env } from '../env.ts'
import { refuse } from './refusal.ts'

/** The rate limits of the whole API. */
export type Rates = {
  /** Counts a call and throws `rate_limited` with the seconds to wait beyond the limit. */
  take(rate: RateClass, key: string): Promise<void>
  /** Resets the count, after a correct password. */
  forgive(rate: RateClass, key: string): Promise<void>
  /** Removes one from the count, for a guess that was counted before it proved right. */
  giveBack(rate: RateClass, key: string): Promise<void>
  close(): Promise<void>
}

const unlimited: Rates = {
  take: async () => undefined,
  forgive: async () => undefined,
  giveBack: async () => undefined,
  close: async () => undefined,
}

/** Counts in Redis when it is configured; without it, or while it is unavailable, on each node with stricter limits. */
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
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error
        throw refuse('rate_limited', { retry_after: Math.max(1, Math.ceil(error.msBeforeNext / 1000)) })
      }
    },
    forgive: async (rate, key) => void (await limiters[rate].delete(key).catch(() => false)),
    giveBack: async (rate, key) => void (await limiters[rate].reward(key).catch(() => null)),
    close: async () => redis?.disconnect(),
  }
}

function limiter(name: RateClass, redis: Redis | null): RateLimiterAbstract {
  const { points, perNode, seconds } = rates[name]
  const perNodeLimiter = new RateLimiterMemory({ keyPrefix: name, points: perNode, duration: seconds })
  if (redis === null || nodeLocal.has(name)) return perNodeLimiter
  return new RateLimiterRedis({
    storeClient: redis,
    keyPrefix: `rate:${name}`,
    points,
    duration: seconds,
    insuranceLimiter: perNodeLimiter,
    rejectIfRedisNotReady: true,
    inMemoryBlockOnConsumed: points + 1,
  })
}
/** Counted on each node only: a round trip to Redis would cost more than the call. */
const nodeLocal: ReadonlySet<RateClass> = new Set<RateClass>(['read', 'address', 'search', 'heavy', 'media'])

function connect(url: string): Redis {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    commandTimeout: answerMs,
    // A Redis that hangs is asked once and not by every call: the connection ends, and is not ready until it answers.
    socketTimeout: answerMs,
    lazyConnect: false,
  })
  // While Redis is unavailable the insurance limiter counts, and ioredis reconnects.
  redis.on('error', () => undefined)
  return redis
}

const answerMs = 500

/** The key of an address: IPv4 whole, IPv6 by its /64, which is the usual size of one customer's network. */
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
