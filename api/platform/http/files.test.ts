import { Readable } from 'node:stream'
import { afterEach, expect, test, vi } from 'vitest'
import { fileOfLines, sendFile } from './files.ts'

afterEach(() => void vi.useRealTimers())
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
  expect(await textOf(sendFile('a', (isOver) => fileOfLines('head\n', pages(), isOver), hourMs))).toBe(
    'head\na\nb\nc\n',
  )
  expect(read).toBe(3)
})

test('a file of more lines than a spreadsheet opens is broken off', async () => {
  async function* pages() {
    for (let page = 0; page < 3; page++) yield Array.from({ length: 400_000 }, () => 'x')
  }
  await expect(textOf(sendFile('a', (isOver) => fileOfLines('', pages(), isOver), hourMs))).rejects.toThrow(
    'more lines than a spreadsheet opens',
  )
})

test('a user gets one file at a time and a node sends three; a place is free when its file ends, fails or is left', async () => {
  const [a, b] = [sendFile('a', silent, hourMs), sendFile('b', silent, hourMs)]
  expect(() => sendFile('a', silent, hourMs)).toThrow(expect.objectContaining({ code: 'unavailable' }))
  await expect(textOf(sendFile('c', () => Readable.from([], {}).destroy(new Error('no')), hourMs))).rejects.toThrow(
    'no',
  )
  expect(await textOf(sendFile('c', () => Readable.from(['whole']), hourMs))).toBe('whole')
  const c = sendFile('c', silent, hourMs)
  expect(() => sendFile('d', silent, hourMs)).toThrow(expect.objectContaining({ facts: { retry_after: 60 } }))
  await a.cancel()
  await vi.waitFor(() => sendFile('a', () => Readable.from(['x']), hourMs).cancel(), 10_000)
  await Promise.all([b.cancel(), c.cancel()])
})

test('a file that its reader does not take, or that takes too long, gives its place up', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'setTimeout', 'clearInterval', 'clearTimeout'] })
  const left = sendFile('left', silent, hourMs)
  await vi.advanceTimersByTimeAsync(120_000)
  await expect(textOf(left)).rejects.toThrow('the reader of a file has gone')
  const slow = sendFile('slow', silent, 30_000)
  await vi.advanceTimersByTimeAsync(30_000)
  await expect(textOf(slow)).rejects.toThrow('a file took too long')
})
