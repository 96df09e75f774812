import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useToasts } from '../stores/toasts.ts'
import { copyText } from './copy-text.ts'

const shown = () => useToasts.getState().toasts.map((it) => [it.type, it.message])

// A toast of a test before may still be there.
beforeEach(() => useToasts.setState({ toasts: [] }))
afterEach(() => {
  vi.restoreAllMocks()
})

it('says that a text was copied', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await copyText('words', 'Copied.', 'Not copied.')
  expect(write).toHaveBeenCalledWith('words')
  expect(shown()).toEqual([['success', 'Copied.']])
})

it('says so where the browser refuses its clipboard, or has none', async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('refused', 'NotAllowedError'))
  await copyText('words', 'Copied.', 'Not copied.')
  vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(undefined as never)
  await copyText('words', 'Copied.', 'Not copied.')
  expect(shown()).toEqual([
    ['error', 'Not copied.'],
    ['error', 'Not copied.'],
  ])
})
