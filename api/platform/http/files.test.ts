import { Readable } from 'node:stream'
import { afterEach, expect, test, vi } from 'vitest'
import { expensivePlaces } from './expensive.ts'
import { fileOfLines, sendFile } from './files.ts'

afterEach(async () => {
  vi.useRealTimers()
  // A file that a failed test has left open would keep its place in the tests after it.
  for (const file of opened.splice(0)) if (!file.locked) await file.cancel().catch(() => undefined)
})
const opened: ReadableStream[] = []
const send = (...given: Parameters<typeof sendFile>) => {
  const file = sendFile(...given)
  opened.push(file)
  return file
}
const hourMs = 3_600_000
/** A source that nothing comes out of. */
const silent = () => new Readable({ read() {} })
const textOf = (file: ReadableStream) => new Response(file).text()

test('a file has its head and the lines of every page, read only as they are wanted', async () => {
  let read = 0
  async function* pages() {
    for (const page of [['a\n', 'b\n'], [], ['c\n']]) {
      read++
      yield page
    }
  }
  expect(await textOf(send('a', (isOver) => fileOfLines('head\n', pages(), isOver), hourMs))).toBe('head\na\nb\nc\n')
  expect(read).toBe(3)
})

test('of all files no more pages are read at once than there are places, and each file goes on', async () => {
  let [reading, most] = [0, 0]
  async function* pages() {
    for (let page = 0; page < 3; page++) {
      most = Math.max(most, ++reading)
      await new Promise(setImmediate)
      reading--
      yield ['x']
    }
  }
  const files = Array.from({ length: 8 }, () => fileOfLines('', pages(), () => false).toArray())
  for (const lines of await Promise.all(files)) expect(lines.join('')).toBe('xxx')
  expect(most).toBe(expensivePlaces)
})

test('a file of more lines than a spreadsheet opens is broken off', async () => {
  async function* pages() {
    for (let page = 0; page < 3; page++) yield Array.from({ length: 400_000 }, () => 'x')
  }
  await expect(textOf(send('a', (isOver) => fileOfLines('', pages(), isOver), hourMs))).rejects.toThrow(
    'more lines than a spreadsheet opens',
  )
})

test('a user gets one file at a time and a node sends three; a place is free when its file ends, fails or is left', async () => {
  const [a, b] = [send('a', silent, hourMs), send('b', silent, hourMs)]
  expect(() => send('a', silent, hourMs)).toThrow(expect.objectContaining({ code: 'unavailable' }))
  await expect(textOf(send('c', () => Readable.from([], {}).destroy(new Error('no')), hourMs))).rejects.toThrow('no')
  expect(await textOf(send('c', () => Readable.from(['whole']), hourMs))).toBe('whole')
  const c = send('c', silent, hourMs)
  expect(() => send('d', silent, hourMs)).toThrow(expect.objectContaining({ facts: { retry_after: 60 } }))
  await a.cancel()
  await vi.waitFor(() => send('a', () => Readable.from(['x']), hourMs).cancel(), 10_000)
  await Promise.all([b.cancel(), c.cancel()])
})

test('a file that its reader does not take, or that takes too long, gives its place up', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'setTimeout', 'clearInterval', 'clearTimeout'] })
  const left = send('left', silent, hourMs)
  await vi.advanceTimersByTimeAsync(120_000)
  await expect(textOf(left)).rejects.toThrow('the reader of a file has gone')
  const slow = send('slow', silent, 30_000)
  await vi.advanceTimersByTimeAsync(30_000)
  await expect(textOf(slow)).rejects.toThrow('a file took too long')
})
