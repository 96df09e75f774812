import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openTestApi, type TestApi } from '../../../tests/support/api.ts'
import { freePort } from '../../../tests/support/ports.ts'
import { openSmtpServer } from '../../../tests/support/smtp-server.ts'
import { newId } from '../db/ids.ts'
import { mails } from '../db/schema/identity.ts'
import { sendMail } from './mail.ts'
import { deliver, deliverDue, startOutbox } from './outbox.ts'

let api: TestApi
let port: number
beforeAll(async () => {
  port = await freePort()
  api = await openTestApi({ env: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Fanfare <hello@fanfare.test>' } })
})
afterAll(() => api.close())

it('a mail that found no server waits, and goes out once after a restart, as text and HTML in the language of its reader', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const reader = await api.makeUser({ locale: 'fr', email: 'lectrice@example.test' })
  await sendMail(api.ctx, {
    to: 'lectrice@example.test',
    userId: reader.id,
    kind: 'verification_rejected',
    url: 'http://localhost/x',
    facts: { reason: '<b>flou</b>' },
  })
  await expect.poll(() => warned.mock.calls.length, { timeout: 10_000 }).toBe(1)
  const [waiting] = await api.db.select().from(mails)
  expect(waiting).toMatchObject({ sentAt: null, attempts: 1 })
  expect(waiting?.dueAt?.getTime()).toBeGreaterThan(Date.now() + 10_000)

  const office = await openSmtpServer(port)
  await deliverDue(api.ctx)
  expect(office.letters).toHaveLength(0)
  await api.db
    .update(mails)
    .set({ dueAt: new Date(Date.now() - 1_000) })
    .where(eq(mails.id, waiting?.id ?? ''))
  const stop = startOutbox(api.ctx, 100)
  await expect.poll(() => office.letters.length, { timeout: 5_000 }).toBe(1)
  await Promise.all([deliverDue(api.ctx), deliverDue(api.ctx)])
  stop()
  const [letter = ''] = office.letters
  expect(office.letters).toHaveLength(1)
  expect(letter).toContain('To: lectrice@example.test')
  expect(letter).toContain('Content-Type: text/plain')
  expect(letter).toContain('Content-Type: text/html')
  expect((await api.db.select().from(mails))[0]).toMatchObject({
    dueAt: null,
    html: expect.stringContaining('lang="fr"'),
  })
  expect((await api.db.select().from(mails))[0]?.html).toContain('&lt;b>flou')
  await office.close()
})

it('a server that never comes to an end is left after a while, and meanwhile nobody else takes the mail', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const talking = new Set<Socket>()
  const office = createServer((socket) => {
    talking.add(socket.on('error', () => undefined).resume())
    socket.write('220 slow.test\r\n')
    const word = setInterval(() => socket.write('250-still thinking\r\n'), 50)
    socket.on('close', () => talking.delete(socket) && clearInterval(word))
  }).listen(port, '127.0.0.1')
  await once(office, 'listening')
  const due = { recipient: 'bob@example.test', subject: 's', text: 't', html: 'h', createdAt: new Date() }
  const put = () =>
    api.db
      .insert(mails)
      .values({ ...due, id: newId(), dueAt: new Date() })
      .returning()
  const dueOf = async (id: string) => (await api.db.select().from(mails).where(eq(mails.id, id)))[0]?.dueAt?.getTime()

  const [patient] = await put()
  void deliver(api.ctx, patient?.id ?? '')
  await expect.poll(() => talking.size).toBe(1)
  expect(await dueOf(patient?.id ?? '')).toBeGreaterThan(Date.now() + 120_000)

  const [hasty] = await put()
  await deliver(api.ctx, hasty?.id ?? '', 500)
  await expect.poll(() => talking.size).toBe(1)
  const next = (await dueOf(hasty?.id ?? '')) ?? 0
  expect([next > Date.now() + 20_000, next < Date.now() + 31_000]).toEqual([true, true])
  for (const socket of talking) socket.destroy()
  office.close()
})
