import { expect, it } from 'vitest'
import { type Output, runLanes } from './lanes.ts'

it('runs lanes side by side and prints one after the other', async () => {
  const printed: string[] = []
  const first = Promise.withResolvers<void>()
  const second = Promise.withResolvers<void>()
  const lanes = [
    async (out: Output) => {
      out.write('first begins')
      await second.promise
      out.write('first ends')
      first.resolve()
    },
    async (out: Output) => {
      out.write('second begins')
      second.resolve()
      await first.promise
      out.write('second ends')
    },
  ]
  await runLanes(lanes, { write: (text) => void printed.push(String(text)) })
  expect(printed).toEqual(['first begins', 'first ends', 'second begins', 'second ends'])
})
