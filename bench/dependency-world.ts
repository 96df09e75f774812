import { createECDH, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { openPostgres } from '../api/platform/db/db.ts'
import { newId } from '../api/platform/db/ids.ts'
import { migratePostgres } from '../api/platform/db/migrate.ts'
import { readEnv } from '../api/platform/env.ts'
import { freePort } from '../tests/support/ports.ts'
import { openS3 } from '../tests/support/s3.ts'
import { openSmtpServer } from '../tests/support/smtp-server.ts'
import { openTcpProxy } from '../tests/support/tcp-proxy.ts'
import { end, type Running, startNode, until } from '../tools/dev/processes.ts'
import { root } from '../tools/release/build.ts'
import { fillDatabase } from './chaos-market.ts'
import { startOwnPostgres } from './chaos-postgres.ts'
import { startRedis } from './redis.ts'
import { createPairs } from './users.ts'

export type DependencyWorld = Awaited<ReturnType<typeof openWorld>>

/** One API node with everything that it depends on, each behind a proxy that can be cut and slowed. */
export async function openWorld() {
  const folder = mkdtempSync(join(tmpdir(), 'fanfare-dependencies-'))
  const dataDir = join(folder, 'data')
  mkdirSync(dataDir, { mode: 0o700 })
  const postgres = await startOwnPostgres(folder, await freePort())
  await migratePostgres(postgres.url)
  const secret = readEnv({ DATA_DIR: dataDir }).SECRET
  const { market } = await fillDatabase(await openPostgres(postgres.url, 4, 60_000), secret, 60)
  const pairs = await createPairs(postgres.url, dataDir, 20)

  const redisPort = await freePort()
  const redis = { port: redisPort, child: startRedis(redisPort) }
  const s3 = await openS3()
  const bucket = await openTcpProxy(() => Number(new URL(s3.env.S3_ENDPOINT ?? '').port))
  const mailPort = await freePort()
  const mailServer = await openSmtpServer(mailPort)
  const mail = await openTcpProxy(() => mailPort)
  const provider = await openProvider()
  const payments = await openTcpProxy(() => provider.port)
  const pushService = await openPushService()
  const push = await openTcpProxy(() => pushService.port)
  await subscribe(
    postgres.url,
    pairs.map(({ to }) => to.id),
  )

  const env = {
    DATABASE_URL: postgres.url,
    REDIS_URL: `redis://127.0.0.1:${redisPort}`,
    ...s3.env,
    S3_ENDPOINT: `http://127.0.0.1:${bucket.port}`,
    SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
    STRIPE_SECRET_KEY: 'sk_test_x',
    STRIPE_WEBHOOK_SECRET: 'whsec_test',
    STRIPE_API_ORIGIN: `http://127.0.0.1:${payments.port}`,
  }
  const node = await startApi(dataDir, env, push.port)
  const client = new pg.Client({ connectionString: postgres.url })
  client.on('error', () => undefined)
  await client.connect()

  return {
    folder,
    postgres,
    secret,
    market,
    pairs,
    redis,
    bucket,
    mail,
    mailServer,
    payments,
    push,
    pushService,
    url: node.url,
    count: async (sql: string, values: unknown[] = []) => Number((await client.query(sql, values)).rows[0].count),
    run: async (sql: string, values: unknown[]) => void (await client.query(sql, values)),
    /** The address of a new user. */
    newAddress: async () => {
      const id = newId()
      const name = `mail_${id.slice(-12)}`
      await client.query(
        `insert into users (id, email, email_verified, username, birthdate, referral_code) values ($1, $2, true, $3, '1990-01-01', $3)`,
        [id, `${name}@example.test`, name],
      )
      return `${name}@example.test`
    },
    close: async () => {
      await client.end().catch(() => undefined)
      await end(node.running, 30_000)
      for (const proxy of [bucket, mail, payments, push]) proxy.close()
      provider.close()
      pushService.close()
      await Promise.all([s3.close(), mailServer.close()])
      redis.child.kill('SIGKILL')
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Starts a node; its HTTPS requests arrive at `pushPort`, as only push services are called by HTTPS. */
export async function startApi(dataDir: string, more: Record<string, string>, pushPort?: number) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = { ...process.env, API_PORT: String(port), DATA_DIR: dataDir, HUMAN_CHECK: 'off', DEMO: '0', ...more }
  const redirect = `import { globalAgent } from 'node:https'; import { connect } from 'node:net'
    globalAgent.createConnection = () => connect(${pushPort}, '127.0.0.1')`
  const preload = pushPort === undefined ? [] : ['--import', `data:text/javascript,${encodeURIComponent(redirect)}`]
  const running: Running = startNode([...preload, join(root, 'api', 'main.ts')], env, process.env.SHOW === '1')
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  await until(running, isReady, 'The API', 120_000)
  return { url, running }
}

/** What Stripe answers to a new checkout. */
async function openProvider() {
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += String(chunk)))
    request.on('end', () => {
      const topup = new URLSearchParams(body).get('client_reference_id') ?? ''
      const session = { id: `cs_${topup}`, object: 'checkout.session', url: `https://checkout.stripe.test/${topup}` }
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(session))
    })
  })
  return { port: await listen(server), close: () => server.close() }
}

/** A push service that counts what it takes, by the path of the browser. */
async function openPushService() {
  const taken: string[] = []
  const server = createServer((request, response) => {
    request.resume()
    request.on('end', () => {
      taken.push(request.url ?? '')
      response.writeHead(201).end()
    })
  })
  return { taken, port: await listen(server), close: () => server.close() }
}

async function listen(server: ReturnType<typeof createServer>): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

/** Gives each of these users a browser that wants pushes. */
async function subscribe(databaseUrl: string, userIds: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  for (const userId of userIds) {
    const keys = createECDH('prime256v1')
    keys.generateKeys()
    const { rows } = await client.query('select id from sessions where user_id = $1', [userId])
    await client.query(
      `insert into push_subscriptions (id, user_id, session_id, endpoint, p256dh, auth) values ($1, $2, $3, $4, $5, $6)`,
      [
        newId(),
        userId,
        rows[0].id,
        `https://fcm.googleapis.com/fcm/send/${randomUUID()}`,
        keys.getPublicKey().toString('base64url'),
        randomBytes(16).toString('base64url'),
      ],
    )
  }
  await client.end()
}
