import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import sharp from 'sharp'
import { type Reply, send } from './dependency-load.ts'
import type { DependencyWorld } from './dependency-world.ts'
import { startRedis } from './redis.ts'

/**
 * Something that is gone, silent, slow or full. `needing` calls what needs it: the answer must be a refusal, or null
 * where no request waits for it. `halfDone` counts what should not be there, `isWhole` says that all works again.
 */
export type Fault = {
  name: string
  begin: () => Promise<void> | void
  needing: () => Promise<Reply | null>
  halfDone: () => Promise<number>
  end: () => Promise<void> | void
  isWhole: () => Promise<boolean>
}

/** Of a dependency behind a proxy: nothing listens, nothing answers any more, and all takes ten seconds. */
const goneAndSlow = (
  name: string,
  proxy: DependencyWorld['bucket'],
  rest: Pick<Fault, 'needing' | 'halfDone' | 'isWhole'>,
): Fault[] => [
  { name: `${name} gone`, begin: proxy.refuse, end: proxy.mend, ...rest },
  { name: `${name} silent`, begin: proxy.cut, end: proxy.mend, ...rest },
  { name: `${name} slow (10 s)`, begin: () => proxy.delay(10_000), end: () => proxy.delay(0), ...rest },
]

export const faultsOf = (world: DependencyWorld): Fault[] => [
  ...redisFaults(world),
  ...goneAndSlow('media store', world.bucket, storeChecks(world)),
  ...goneAndSlow('payments', world.payments, paymentChecks(world)),
  ...goneAndSlow('push service', world.push, pushChecks(world)),
  ...goneAndSlow('mail server', world.mail, mailChecks(world)),
]

function redisFaults(world: DependencyWorld): Fault[] {
  const isLinked = async () => (await partsOf(world.url)).nodes === 'ok'
  const rest = { needing: async () => null, halfDone: async () => 0, isWhole: isLinked }
  return [
    {
      name: 'Redis gone',
      begin: async () => {
        const ended = once(world.redis.child, 'exit')
        world.redis.child.kill('SIGKILL')
        await ended
      },
      end: () => {
        world.redis.child = startRedis(world.redis.port)
      },
      ...rest,
    },
    {
      name: 'Redis silent',
      begin: () => void world.redis.child.kill('SIGSTOP'),
      end: () => void world.redis.child.kill('SIGCONT'),
      ...rest,
    },
  ]
}

/** A profile picture needs the store, to be sent and to be seen: no row may name bytes that are not there. */
function storeChecks(world: DependencyWorld): Pick<Fault, 'needing' | 'halfDone' | 'isWhole'> {
  const { market, url } = world
  let next = 0
  let fan = market.fans[0]
  let seen: { address: string; cookie: string } | null = null
  const put = async () => {
    fan = market.fans[next++ % market.fans.length]
    return send(url, 'PUT', '/api/profile/picture/avatar', fan?.cookie ?? '', await picture())
  }
  const get = () => (seen === null ? null : send(url, 'GET', seen.address, seen.cookie))
  return {
    needing: async () => {
      const replies = (await Promise.all([put(), get()])).filter((it) => it !== null)
      return replies.find((it) => it.status !== 503) ?? replies.reduce((a, b) => (a.ms > b.ms ? a : b))
    },
    halfDone: () => world.count('select count(*) from media where owner_id = $1', [fan?.id]),
    isWhole: async () => {
      const reply = await put()
      const address = /"avatar":"([^"]+)"/.exec(reply.text)?.[1]
      if (reply.status !== 200 || address === undefined) return false
      seen = { address, cookie: fan?.cookie ?? '' }
      return (await get())?.status === 200
    },
  }
}

/** A top-up that was refused leaves no coins, and the same call finds the same purchase later. */
function paymentChecks(world: DependencyWorld): Pick<Fault, 'needing' | 'halfDone' | 'isWhole'> {
  const fan = world.market.fans[0]
  let key = ''
  const topUp = () =>
    send(world.url, 'POST', '/api/wallet/topups', fan?.cookie ?? '', { amount: 20 }, { 'idempotency-key': key })
  return {
    needing: () => {
      key = randomUUID()
      return topUp()
    },
    halfDone: () => world.count(`select count(*) from topups where user_id = $1 and status <> 'pending'`, [fan?.id]),
    isWhole: async () => {
      const { status, text } = await topUp()
      return status < 300 && text.includes('https://checkout.stripe.test/')
    },
  }
}

/** No request waits for a push; it works again when one arrives. */
function pushChecks(world: DependencyWorld): Pick<Fault, 'needing' | 'halfDone' | 'isWhole'> {
  return {
    needing: async () => null,
    halfDone: async () => 0,
    isWhole: async () => {
      const before = world.pushService.taken.length
      const pair = world.pairs[Math.floor(Math.random() * world.pairs.length)]
      // A message is pushed only where those before it were read.
      await world.run('update messages set read_at = now() where receiver_id = $1', [pair?.to.id])
      const body = { receiver_id: pair?.to.id, content: 'hello', client_id: randomUUID() }
      await send(world.url, 'POST', '/api/chat/messages', pair?.from.cookie ?? '', body)
      await new Promise((resolve) => setTimeout(resolve, 300))
      return world.pushService.taken.length > before
    },
  }
}

/** A mail is stored with what caused it, and sent once when the server takes it. */
function mailChecks(world: DependencyWorld): Pick<Fault, 'needing' | 'halfDone' | 'isWhole'> {
  let address = ''
  const waiting = () => world.count('select count(*) from mails where recipient = $1 and sent_at is null', [address])
  return {
    needing: async () => {
      address = await world.newAddress()
      const reply = await send(world.url, 'POST', '/api/auth/request-password-reset', '', { email: address })
      if (reply.status !== 200 || (await waiting()) !== 1) throw new Error(`no mail was stored: ${reply.status}`)
      return null
    },
    halfDone: async () => world.mailServer.letters.filter((letter) => letter.includes(address)).length,
    isWhole: async () => {
      const letters = world.mailServer.letters.filter((letter) => letter.includes(`To: ${address}`))
      if (letters.length > 1) throw new Error(`${letters.length} times the same mail`)
      return letters.length === 1 && (await waiting()) === 0
    },
  }
}

async function partsOf(url: string): Promise<Record<string, string>> {
  return ((await (await fetch(`${url}/readyz`)).json()) as { parts: Record<string, string> }).parts
}

/** A picture to upload. */
export async function picture(): Promise<Uint8Array<ArrayBuffer>> {
  const image = sharp({ create: { width: 300, height: 300, channels: 3, background: '#c8362a' } })
  return new Uint8Array(await image.png().toBuffer())
}
