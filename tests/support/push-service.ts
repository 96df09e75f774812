import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes, verify } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { globalAgent } from 'node:https'
import { connect } from 'node:net'

/**
 * A stand-in for a browser's push service: until it is closed, all HTTPS requests of this process arrive here, whatever
 * their host. It takes what RFC 8030 sends, decrypts it with the browser's keys (RFC 8291) and verifies the sender (RFC
 * 8292). `answer` is the status that it gives.
 */
export async function openPushService(): Promise<PushService> {
  const taken: Push[] = []
  const service = { answer: 201 }
  const browsers = new Map<string, Browser>()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const browser = browsers.get(request.url ?? '')
      if (service.answer === 201 && browser !== undefined)
        taken.push({
          path: request.url ?? '',
          ttl: Number(request.headers.ttl),
          vapid: readVapid(request.headers.authorization ?? ''),
          news: JSON.parse(decrypt(Buffer.concat(chunks), browser)) as Push['news'],
        })
      response.writeHead(browser === undefined ? 404 : service.answer).end()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  const { createConnection } = globalAgent
  globalAgent.createConnection = () => connect(port, '127.0.0.1')
  return Object.assign(service, {
    taken,
    subscribe: () => {
      const path = `/fcm/send/${randomBytes(8).toString('hex')}`
      const keys = createECDH('prime256v1')
      keys.generateKeys()
      const auth = randomBytes(16)
      browsers.set(path, { keys, auth })
      return {
        endpoint: `https://fcm.googleapis.com${path}`,
        p256dh: keys.getPublicKey().toString('base64url'),
        auth: auth.toString('base64url'),
      }
    },
    close: () => {
      globalAgent.createConnection = createConnection
      server.closeAllConnections()
      server.close()
    },
  })
}

type Push = {
  path: string
  /** Seconds. */
  ttl: number
  vapid: { isSigned: boolean; key: string; audience: string; subject: string; expires: number }
  news: { title: string; body: string; url: string; tag: string; icon: string | null }
}
export type PushService = {
  answer: number
  taken: Push[]
  /** A new browser: the subscription that it would send to the API. */
  subscribe(): { endpoint: string; p256dh: string; auth: string }
  close(): void
}
type Browser = { keys: ECDH; auth: Buffer }

/** One record of `aes128gcm`. */
function decrypt(body: Buffer, { keys, auth }: Browser): string {
  const salt = body.subarray(0, 16)
  const sender = body.subarray(21, 21 + (body[20] ?? 0))
  const sealed = body.subarray(21 + sender.length)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender])
  const secret = Buffer.from(hkdfSync('sha256', keys.computeSecret(sender), auth, info, 32))
  const key = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: aes128gcm\0', 16))
  const nonce = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: nonce\0', 12))
  const cipher = createDecipheriv('aes-128-gcm', key, nonce)
  cipher.setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()])
  return padded.subarray(0, padded.lastIndexOf(2)).toString()
}

/** `vapid t=<jwt>, k=<key>`: an ES256 signature by the key that it names. */
function readVapid(authorization: string): Push['vapid'] {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((it) => it.toString('base64url'))
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, format: 'jwk' })
  const { aud, sub, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>
  return {
    isSigned: verify(
      'sha256',
      Buffer.from(`${head}.${claims}`),
      { key: publicKey, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    ),
    key,
    audience: String(aud),
    subject: String(sub),
    expires: Number(exp),
  }
}
