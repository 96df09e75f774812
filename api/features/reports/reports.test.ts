import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { eq, inArray } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { chat } from '../../../contract/chat.ts'
import { rates } from '../../../contract/rates.ts'
import { reports } from '../../../contract/reports.ts'
import { staff as staffCalls } from '../../../contract/staff.ts'
import type { Actor } from '../../../tests/support/api.ts'
import { testApi } from '../../../tests/support/test-api.ts'
import { makeChallenge } from '../../identity/human-check.ts'
import { mails } from '../../platform/db/schema/identity.ts'
import { reports as stored } from '../../platform/db/schema/staff.ts'

const notice = { kind: 'spam' as const, object: 'a profile', text: 'please look' }

describe('a report of a visitor', () => {
  const api = testApi({ env: { HUMAN_CHECK: 'altcha' } })
  const solve = async (): Promise<string> => {
    const challenge: Challenge = await makeChallenge(api.ctx.env.SECRET)
    const solution = await solveChallenge({ challenge, deriveKey })
    return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
  }

  it('needs a solved human check, and one of a signed-in user does not', async () => {
    const refused = await api.call(null, reports.send, notice)
    expect([refused.status, refused.refusal.error]).toEqual([400, 'human_check_failed'])
    expect(await api.db.select().from(stored).where(eq(stored.text, notice.text))).toEqual([])
    const headers = { 'x-captcha-response': await solve() }
    expect((await api.call(null, reports.send, notice, headers)).status).toBe(201)
    expect((await api.call(null, reports.send, notice, headers)).status).toBe(400)
    expect((await api.call(await api.makeUser(), reports.send, notice)).status).toBe(201)
  })
})

describe('the text of a reported message', () => {
  const api = testApi()
  const reported = async (reporter: Actor, id: string) => {
    const sent = await api.call(reporter, reports.send, { kind: 'harassment', object: { kind: 'message', id } })
    const staff = await api.makeUser({ role: 'staff' })
    const { data } = await api.call(staff, staffCalls.reports, {})
    return data.data.find(({ ticket }) => ticket === sent.data.ticket)
  }
  const write = async () => {
    const [fiona, mina] = [await api.makeUser(), await api.makeUser()]
    const { data } = await api.call(fiona, chat.send, { receiver_id: mina.id, content: 'an ugly word' })
    return { fiona, mina, id: data.id }
  }

  it('is shown to staff where its receiver reports it, without a word of theirs, and stays when it is deleted', async () => {
    const { fiona, mina, id } = await write()
    const before = await reported(mina, id)
    expect(before).toMatchObject({ text: '', evidence: 'an ugly word', subject: { id: fiona.id } })
    await api.call(fiona, chat.remove, { id })
    const staff = await api.makeUser({ role: 'staff' })
    const { data } = await api.call(staff, staffCalls.reports, {})
    expect(data.data.find(({ ticket }) => ticket === before?.ticket)?.evidence).toBe('an ugly word')
  })

  it('is shown for no report of a stranger, or of a message that is gone', async () => {
    const { fiona, mina, id } = await write()
    expect((await reported(await api.makeUser(), id))?.evidence).toBeNull()
    await api.call(fiona, chat.remove, { id })
    expect((await reported(mina, id))?.evidence).toBeNull()
  })
})

describe('the confirmation of a report', () => {
  const api = testApi({ env: { RATE_LIMITS: 'default' } })

  it('is mailed to the user who reported, unless they leave another address', async () => {
    await api.makeUser()
    const me = await api.makeUser()
    const recipients = async () => (await api.db.select().from(mails)).map((it) => it.recipient)
    await api.call(me, reports.send, notice)
    expect(await recipients()).toEqual([`${me.id}@example.test`])
    await api.call(me, reports.send, { ...notice, email: 'another@example.test' })
    expect((await recipients()).sort()).toEqual([`${me.id}@example.test`, 'another@example.test'].sort())
  })

  it('is mailed to one address as often as other mails, from however many addresses, and each report is accepted', async () => {
    const to = 'someone@example.test'
    const tickets = new Set<string>()
    for (let n = 1; n <= rates.mail.perNode + 3; n++) {
      const email = n % 2 === 0 ? to : to.toUpperCase()
      const headers = { 'x-fanfare-address': `198.51.100.${n}` }
      tickets.add((await api.call(null, reports.send, { ...notice, email }, headers)).data.ticket)
    }
    expect(tickets.size).toBe(rates.mail.perNode + 3)
    const sent = (await api.db.select().from(mails)).filter((it) => it.recipient.toLowerCase() === to)
    expect(sent).toHaveLength(rates.mail.perNode)
    expect(
      await api.db
        .select()
        .from(stored)
        .where(inArray(stored.ticket, [...tickets])),
    ).toHaveLength(tickets.size)
  })
})
