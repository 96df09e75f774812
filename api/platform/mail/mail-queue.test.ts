import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { openTestApi, type TestApi } from '../../../tests/support/api.ts'
import { freePort } from '../../../tests/support/ports.ts'
import { openSmtpServer } from '../../../tests/support/smtp-server.ts'
import { newId } from '../db/ids.ts'
import { mails } from '../db/schema/identity.ts'
import { openJobs } from '../jobs/jobs.ts'
import { forgetExpired } from '../retention.ts'
import { sendMail, storeMails } from './mail.ts'
import { deliver, earlierMailQueue, mailQueue } from './mail-queue.ts'

let api: TestApi
let port: number
beforeAll(async () => {
  port = await freePort()
  api = await openTestApi({ env: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Fanfare <hello@fanfare.test>' } })
  return () => api.close()
})
afterEach(() => api.db.delete(mails))

const letter = { to: 'bob@example.test', locale: 'en', subject: 's', body: 'b', action: 'a', url: 'http://x' } as const
const stored = async () => (await api.db.select().from(mails))[0]

it('retries a mail while no server answers, and sends it once, as text and HTML in the reader’s language', async () => {
  const reader = await api.makeUser({ locale: 'fr', email: 'lectrice@example.test' })
  await sendMail(api.ctx, {
    to: 'lectrice@example.test',
    userId: reader.id,
    kind: 'verification_rejected',
    url: 'http://localhost/x',
    facts: { reason: '<b>flou</b>' },
  })
  await expect(api.runJobs()).rejects.toThrow('ECONNREFUSED')
  expect(await stored()).toMatchObject({ sentAt: null })

  const office = await openSmtpServer(port)
  await api.runJobs()
  expect(office.letters, 'not before its time').toHaveLength(0)
  await Promise.all([api.runJobs({ early: true }), api.runJobs({ early: true })])
  await api.runJobs({ early: true })
  const [sent = ''] = office.letters
  expect(office.letters).toHaveLength(1)
  expect(sent).toContain('To: lectrice@example.test')
  expect(sent).toContain('Content-Type: text/plain')
  expect(sent).toContain('Content-Type: text/html')
  // Long lines are sent as quoted-printable.
  const readable = sent.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=')
  expect(readable).toContain('lang="fr"')
  expect(readable).toContain('&lt;b>flou')
  expect(await stored()).toMatchObject({ sentAt: expect.any(Date) })
  await office.close()
})

const resetLink = 'http://localhost/reset?token=S3cretT0ken'
const resetMail = { ...letter, subject: 'Sekret subject', body: `Sekret body ${resetLink}`, url: resetLink }
const resetMailWithEnd = { ...resetMail, end: { words: 'No more', url: 'http://localhost/end/S3cretT0ken' } }
const rowAsText = async () => JSON.stringify(await api.db.select().from(mails))

it('stores a mail unreadable, and nothing of it but the address once it is sent', async () => {
  const office = await openSmtpServer(port)
  await api.db.transact((tx) => storeMails(tx, api.ctx, [resetMailWithEnd]))
  expect(await rowAsText()).not.toMatch(/S3cretT0ken|Sekret/)
  await api.runJobs()
  expect(office.letters[0]).toMatch(/Subject: Sekret subject/)
  expect(office.letters[0]).toMatch(/List-Unsubscribe: <http:\/\/localhost\/end\/S3cretT0ken>/)
  expect(await stored()).toMatchObject({
    recipient: letter.to,
    subject: '',
    text: '',
    html: '',
    unsubscribe: null,
    sealed: null,
  })
  await office.close()
})

it('sends a mail that an earlier version stored in clear, and then blanks it too', async () => {
  const office = await openSmtpServer(port)
  const id = newId()
  await api.db.insert(mails).values({ id, recipient: letter.to, subject: 'Sekret subject', text: resetLink, html: 'x' })
  await api.db.transact((tx) => api.jobs.enqueue(tx, earlierMailQueue, [{ id }]))
  await api.runJobs()
  expect(office.letters[0]).toContain('Subject: Sekret subject')
  expect(await rowAsText()).not.toMatch(/S3cretT0ken|Sekret/)
  await office.close()
})

it('blanks a mail that could not be sent in a week, and deletes every mail after 30 days', async () => {
  const day = 86_400_000
  await api.db.transact((tx) => storeMails(tx, api.ctx, [resetMail]))
  const id = newId()
  await api.db.insert(mails).values({ id, recipient: letter.to, subject: 'Sekret', text: resetLink, html: 'x' })
  await forgetExpired(api.ctx)
  expect((await stored())?.sealed).not.toBeNull()
  api.turnClock(7.1 * day)
  await forgetExpired(api.ctx)
  expect(await rowAsText()).not.toMatch(/S3cretT0ken|Sekret/)
  expect((await api.db.select().from(mails)).map((it) => it.sealed)).toEqual([null, null])
  api.turnClock(23 * day)
  await forgetExpired(api.ctx)
  expect(await api.db.select().from(mails)).toEqual([])
  api.turnClock(-30.1 * day)
  await expect(api.runJobs(), 'what is gone is not sent').resolves.toBeUndefined()
})

it('sends nothing of a transaction that is rolled back, and once what is stored twice under one key', async () => {
  const office = await openSmtpServer(port)
  const store = (key: string) => api.db.transact((tx) => storeMails(tx, api.ctx, [{ ...letter, once: key }]))
  await api.db
    .transact(async (tx) => {
      await storeMails(tx, api.ctx, [letter])
      throw new Error('rolled back')
    })
    .catch(() => undefined)
  await store('a key')
  await store('a key')
  await api.runJobs()
  expect(office.letters).toHaveLength(1)
  await office.close()
})

it('sends a mail as soon as it is stored, not at the next poll', async () => {
  const office = await openSmtpServer(port)
  const jobs = await openJobs(api.db)
  await jobs.declare(mailQueue)
  await jobs.start(api.ctx, [], 3_600)
  await api.db.transact((tx) => storeMails(tx, { ...api.ctx, jobs }, [letter]))
  await expect.poll(() => office.letters.length, { timeout: 20_000 }).toBe(1)
  await jobs.stop()
  await office.close()
})

it('times out on a server that never ends its answer, and keeps the mail unsent', async () => {
  const talking = new Set<Socket>()
  const office = createServer((socket) => {
    talking.add(socket.on('error', () => undefined).resume())
    socket.write('220 slow.test\r\n')
    const word = setInterval(() => socket.write('250-still thinking\r\n'), 50)
    socket.on('close', () => talking.delete(socket) && clearInterval(word))
  }).listen(port, '127.0.0.1')
  await once(office, 'listening')
  await api.db.transact((tx) => storeMails(tx, api.ctx, [letter]))
  const mail = await stored()
  await expect(deliver(api.ctx, mail?.id ?? '', 500)).rejects.toThrow()
  expect(await stored()).toMatchObject({ sentAt: null })
  for (const socket of talking) socket.destroy()
  office.close()
})
