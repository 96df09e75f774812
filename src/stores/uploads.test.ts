import { beforeEach, expect, it, vi } from 'vitest'
import { disconnect } from '../lib/window-events.ts'

const senders: { name: string; did: string[] }[] = []
vi.mock('../lib/upload-sender.ts', () => ({
  openSender: (file: File) => {
    const made = { name: file.name, did: [] as string[] }
    senders.push(made)
    const note = (what: string) => () => void made.did.push(what)
    return { send: note('send'), pause: note('pause'), cancel: note('cancel') }
  },
}))
const window = new EventTarget()
vi.stubGlobal('addEventListener', window.addEventListener.bind(window))
const { addUploads, pauseUpload, removeUpload, resumeUpload, useUploads } = await import('./uploads.ts')

const file = (name: string) => new File(['x'], name, { type: 'audio/mpeg' })
const items = () => useUploads.getState().items
const sent = () => senders.filter((it) => it.did.includes('send')).map((it) => it.name)
/** The sender's code is fetched when there is something to send. */
const settled = () => vi.dynamicImportSettled()

beforeEach(async () => {
  for (const it of items()) removeUpload(it.key)
  await settled()
  senders.length = 0
})

it('does not send a file that was removed or paused before its turn', async () => {
  addUploads([file('a')])
  removeUpload(items()[0]?.key ?? 0)
  await settled()
  expect(sent()).toEqual([])
  addUploads([file('b')])
  const key = items()[0]?.key ?? 0
  pauseUpload(key)
  await settled()
  expect(sent()).toEqual([])
  resumeUpload(key)
  await settled()
  expect(sent()).toEqual(['b'])
})

it('clears the list at sign-out for the next user of the browser', async () => {
  addUploads([file('a')])
  await settled()
  addUploads([file('b'), file('c')])
  window.dispatchEvent(new Event(disconnect))
  await settled()
  expect(items()).toEqual([])
  expect(senders.map((it) => [it.name, ...it.did])).toEqual([['a', 'send', 'pause']])
})
