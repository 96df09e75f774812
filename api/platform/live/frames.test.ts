import { expect, it, vi } from 'vitest'
import { chat } from '../../../contract/chat.ts'
import { abuse } from '../../../tests/support/frames.ts'
import { listeningApi } from '../../../tests/support/test-api.ts'
import { logOutput } from '../log.ts'

const { api, live } = listeningApi()

/** A short version of `npm run chaos:frames`, which sends a million frames to a separate process. */
it('survives twenty thousand raw frames and retains no socket', async () => {
  const warned = vi.spyOn(logOutput, 'write').mockImplementation(() => undefined)
  const [mallory, bob, frank] = [await api.makeUser(), await api.makeUser(), await api.makeUser()]
  const target = {
    port: live.port,
    headers: `Origin: ${api.ctx.env.PUBLIC_ORIGIN}\r\nCookie: ${mallory.cookie}`,
  }
  const at = await live.connect(frank)
  const so = await abuse(target, 20_000, 7)
  expect(so.frames).toBeGreaterThanOrEqual(20_000)
  expect(so.hung).toBe(0)
  for (const code of ['1002', '1007', '1008', '1009', 'left']) expect(so.endings[code] ?? 0, code).toBeGreaterThan(0)
  expect(Object.keys(so.endings).filter((it) => /^[345]\d\d$/.test(it))).toEqual([])
  expect(warned.mock.calls).toEqual([])

  // Other clients are unaffected, and no socket of a rejected one is left.
  await api.call(bob, chat.send, { receiver_id: frank.id, content: 'still here' })
  expect((await at.next('new_message')).message.content).toBe('still here')
  at.close()
  await expect.poll(() => api.ctx.live.isOnline(mallory.id), { timeout: 5_000 }).toBe(false)
}, 120_000)
