import { describe, expect, it } from 'vitest'
import { decideAutomation, replayAutomation } from './automation.ts'

const dayMs = 86_400_000
const event = (fanId: string, change: Partial<Parameters<typeof decideAutomation>[0][number]> = {}) => ({
  ...{ fanId, at: 0, reason: null, had: 0 },
  ...change,
})
const caps = { perFan: 2, perDay: 3, sentToday: 0 }

describe('automatic messages', () => {
  it.each([
    ['are sent where nothing speaks against them', [event('a'), event('b')], caps, ['sent', 'sent']],
    ['keep the reason of the database', [event('a', { reason: 'human' })], caps, ['human']],
    ['stop at the week of a fan', [event('a', { had: 2 }), event('b', { had: 1 })], caps, ['weekly', 'sent']],
    ['count what the same batch sent', [event('a'), event('a'), event('a')], caps, ['sent', 'sent', 'weekly']],
    ['stop at the day', [event('a'), event('b')], { ...caps, sentToday: 2 }, ['sent', 'daily']],
    ['count no dropped one', [event('a', { reason: 'off' }), event('b')], { ...caps, perDay: 1 }, ['off', 'sent']],
  ] as const)('%s', (_, events, limits, decisions) => expect(decideAutomation(events, limits)).toEqual(decisions))

  it('replay a past span with weeks and days that move along', () => {
    const events = [0, 1, 2, 8].map((day) => event('a', { at: day * dayMs, had: 9 }))
    expect(replayAutomation(events, { perFan: 2, perDay: 9 })).toEqual(['sent', 'sent', 'weekly', 'sent'])
    const fans = ['a', 'b', 'c', 'd'].map((fan, n) => event(fan, { at: n * (dayMs / 2) }))
    expect(replayAutomation(fans, { perFan: 9, perDay: 1 })).toEqual(['sent', 'daily', 'sent', 'daily'])
  })
})
