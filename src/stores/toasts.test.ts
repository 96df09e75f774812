import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeToast, toast, useToasts } from './toasts.ts'

const messages = () => useToasts.getState().toasts.map((it) => it.message)

beforeEach(() => {
  vi.useFakeTimers()
  useToasts.setState({ toasts: [] })
})
afterEach(() => vi.useRealTimers())

test('a toast stays three seconds', () => {
  toast('Saved')
  vi.advanceTimersByTime(2_999)
  expect(messages()).toEqual(['Saved'])
  vi.advanceTimersByTime(1)
  expect(messages()).toEqual([])
})

test('a toast with a duration of -1 stays until it is closed', () => {
  const id = toast('Read me', { duration: -1 })
  vi.advanceTimersByTime(3_600_000)
  expect(messages()).toEqual(['Read me'])
  closeToast(id)
  expect(messages()).toEqual([])
})

test('shows the ten newest of eleven toasts', () => {
  for (let at = 1; at <= 11; at += 1) toast(String(at), { duration: -1 })
  expect(messages()).toEqual(['2', '3', '4', '5', '6', '7', '8', '9', '10', '11'])
})
