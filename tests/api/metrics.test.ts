import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { newId } from '../../api/platform/db/ids.ts'
import { mails } from '../../api/platform/db/schema/identity.ts'
import { ledgerChecks } from '../../api/platform/db/schema/ledger-checks.ts'
import { topups as topupTable } from '../../api/platform/db/schema/wallet.ts'
import { openJobs } from '../../api/platform/jobs/jobs.ts'
import { createFactsReader } from '../../api/platform/metrics/database-facts.ts'
import { forgetExpired } from '../../api/platform/retention.ts'
import { closeCodes } from '../../contract/live.ts'
import { users } from '../../contract/users.ts'
import { wallet } from '../../contract/wallet.ts'
import { openScrape } from '../support/metrics.ts'
import { listeningApi, testApi } from '../support/test-api.ts'

const api = testApi()
const hour = 3_600_000

test('requests are measured by pattern, method and class of status, and by nothing that a client writes', async () => {
  const scrape = openScrape(api.ctx)
  const [alice, bob] = [await api.makeUser(), await api.makeUser()]
  await api.call(bob, users.get, { username: alice.username })
  await api.call(bob, users.get, { username: 'not.there' })
  await api.call(null, wallet.get, {})
  await api.fetch(null, '/api/marker-path?marker=query')
  await api.fetch(null, '/api/users/%6darker')
  await api.fetch(null, '/marker', { method: 'PROPFIND' })
  const series = await scrape()
  const count = (labels: string) => series.get(`fanfare_http_request_duration_seconds_count{${labels}}`)
  expect(count('route="/api/users/{username}",method="GET",status="2xx"')).toBe(1)
  expect(count('route="/api/users/{username}",method="GET",status="4xx"')).toBe(1)
  expect(count('route="/api/wallet",method="GET",status="4xx"')).toBe(1)
  expect(count('route="none",method="GET",status="4xx"')).toBe(2)
  expect(count('route="none",method="other",status="4xx"')).toBe(1)
  expect([...series.keys()].filter((name) => /marker|not\.there/.test(name) || name.includes(alice.username))).toEqual(
    [],
  )
})

test('what the database knows is read in one statement, whose figures are shared for a while', async () => {
  const scrape = openScrape(api.ctx)
  const fan = await api.makeUser()
  const before = new Date(Date.now() - 2 * hour)
  await api.db.insert(mails).values([
    { id: newId(), recipient: 'a@example.test', subject: '', text: 'waits', html: '', createdAt: before },
    { id: newId(), recipient: 'b@example.test', subject: '', text: '', html: '', createdAt: before },
  ])
  await api.call(fan, wallet.beginTopup, { amount: 10 })
  await api.db.update(topupTable).set({ createdAt: before }).where(eq(topupTable.userId, fan.id))
  const run = { askedBy: null, startedAt: before, seenAt: before, total: 1 }
  const violations = [{ question: 'overall', what: '1' }]
  await api.db.insert(ledgerChecks).values([
    { ...run, id: newId(), finishedAt: before, violations },
    { ...run, id: newId(), finishedAt: new Date(), failure: 'timeout' },
  ])
  const first = await scrape()
  const at = (name: string) => first.get(`fanfare_${name}`) ?? Number.NaN
  expect([at('mails_waiting'), at('mails_given_up'), at('topups_open'), at('ledger_violations')]).toEqual([1, 1, 1, 1])
  for (const name of ['mails_oldest_waiting_seconds', 'topups_oldest_open_seconds'])
    expect(Math.round(at(name) / 60)).toBe(120)
  expect(at('ledger_check_last_run_timestamp_seconds')).toBeGreaterThan(
    at('ledger_check_last_success_timestamp_seconds'),
  )
  expect(at('ledger_check_last_success_timestamp_seconds')).toBeCloseTo(before.getTime() / 1_000, 0)
  expect([at('backup_verified_timestamp_seconds'), at('database_scrape_success')]).toEqual([0, 1])
  await api.db.delete(mails)
  expect((await scrape()).get('fanfare_mails_waiting')).toBe(1)
  expect((await openScrape(api.ctx)()).get('fanfare_mails_waiting')).toBe(0)
})

test('a database that is away or silent fails no scrape, and leaves no old figures', async () => {
  let isAway = false
  const run: typeof api.db.run = (...of) =>
    isAway ? Promise.reject(new Error('Connection terminated')) : api.db.run(...of)
  const scrape = openScrape({ ...api.ctx, db: Object.assign(Object.create(api.db), { run }) })
  expect((await scrape()).get('fanfare_database_scrape_success')).toBe(1)
  isAway = true
  const away = openScrape({ ...api.ctx, db: Object.assign(Object.create(api.db), { run }) })
  const series = await away()
  expect(series.get('fanfare_database_scrape_success')).toBe(0)
  expect([...series.keys()].filter((name) => /mails|topups_open|payouts|ledger|backup|queue/.test(name))).toEqual([])
  expect([...series.keys()]).toEqual(
    expect.arrayContaining(['fanfare_db_pool_waiting', 'fanfare_ready', 'nodejs_eventloop_lag_p99_seconds']),
  )
  const silent = createFactsReader(Object.assign(Object.create(api.db), { run: () => new Promise(() => {}) }), 5_000, 1)
  expect(await silent()).toBeNull()
})

test('tasks are measured by queue and outcome, and the oldest that is due by queue', async () => {
  const jobs = await openJobs(api.db)
  const [ran, failed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const queue = (name: string, run: () => Promise<unknown>) => ({
    name,
    concurrency: 1,
    options: { retryLimit: 0 },
    run,
  })
  const good = queue('test-done', async () => ran.resolve())
  const bad = queue('test-measured', async () => {
    failed.resolve()
    throw new Error('on purpose')
  })
  for (const it of [good, bad]) {
    await jobs.declare(it)
    await api.db.transact((tx) => jobs.enqueue(tx, it, [{}]))
  }
  await api.db.execute(`update jobs.job set start_after = now() - interval '1 hour' where name = 'test-measured'`)
  const waiting = await openScrape(api.ctx)()
  expect(waiting.get('fanfare_queue_due_tasks{queue="test-done"}')).toBe(1)
  expect(Math.round((waiting.get('fanfare_queue_oldest_due_seconds{queue="test-measured"}') ?? 0) / 60)).toBe(60)
  await jobs.start(api.ctx, [], 1)
  await Promise.all([ran.promise, failed.promise])
  await jobs.stop()
  const series = await openScrape(api.ctx)()
  expect(series.get('fanfare_job_duration_seconds_count{queue="test-done",outcome="done"}')).toBe(1)
  expect(series.get('fanfare_job_duration_seconds_count{queue="test-measured",outcome="failed"}')).toBe(1)
})

test('parts, pool and disk of this node are there, and what retention deletes by table', async () => {
  await api.db.insert(mails).values({
    ...{ id: '00000000-0000-7000-8000-000000000000', recipient: 'old@example.test', subject: '', text: '', html: '' },
    ...{ createdAt: new Date(0), sentAt: new Date(0) },
  })
  await forgetExpired(api.ctx)
  const series = await openScrape(api.ctx)()
  expect(series.get('fanfare_retention_rows_total{table="mails"}')).toBe(1)
  expect([series.get('fanfare_part_up{part="database"}'), series.get('fanfare_part_up{part="nodes"}')]).toEqual([1, 0])
  expect(series.get('fanfare_db_pool_connections{state="idle"}')).toBeGreaterThan(0)
  expect(series.get('fanfare_disk_free_bytes')).toBeLessThan(series.get('fanfare_disk_size_bytes') ?? 0)
})

test('payments are measured by provider and outcome once they are committed', async () => {
  const fan = await api.makeUser()
  const path = (url: string) => new URL(url).pathname
  const begin = async () => path((await api.call(fan, wallet.beginTopup, { amount: 10 })).data.checkout_url)
  const settle = (at: string, outcome: string) =>
    api.fetch(null, at, { method: 'POST', body: `outcome=${outcome}`, headers: { 'content-type': form } })
  const scrape = openScrape(api.ctx)
  const count = async (outcome: string) =>
    (await scrape()).get(`fanfare_topups_total{provider="sandbox",outcome="${outcome}"}`) ?? 0
  const begun = await count('begun')
  const at = await begin()
  for (let sent = 0; sent < 2; sent++) await settle(at, 'paid')
  await settle(await begin(), 'declined')
  expect([(await count('begun')) - begun, await count('paid'), await count('failed')]).toEqual([2, 1, 1])
})
const form = 'application/x-www-form-urlencoded'

const { api: socketApi, live } = listeningApi()
test('sockets are measured while they are open, and by the reason when they close', async () => {
  const scrape = openScrape(socketApi.ctx)
  const fan = await socketApi.makeUser()
  const [one, two] = [await live.connect(fan), await live.connect(fan)]
  expect((await scrape()).get('fanfare_sockets_open')).toBe(2)
  one.ws.send(Buffer.from('binary'), { binary: true })
  expect((await one.closed).code).toBe(closeCodes.misuse)
  socketApi.ctx.live.revoke({ userId: fan.id }, 'signed_out')
  await two.closed
  const series = await scrape()
  expect([series.get('fanfare_sockets_opened_total'), series.get('fanfare_sockets_open')]).toEqual([2, 0])
  for (const reason of ['misuse', 'revoked'])
    expect([reason, series.get(`fanfare_sockets_closed_total{reason="${reason}"}`)]).toEqual([reason, 1])
})
