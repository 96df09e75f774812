import { beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { PrivateMedia } from '../../../contract/media.ts'
import { answered, inVault, mina, renderFor, signedIn } from '../../../tests/support/component.tsx'
import { stubUploads, type UploadRequest } from '../../../tests/support/upload-server.ts'
import { getMedia } from '../../server/media.functions.ts'
import { removeUpload, useUploads } from '../../stores/uploads.ts'
import { Uploader } from './uploader.tsx'

let requests: UploadRequest[] = []

const row = (name: string) => page.getByRole('listitem').filter({ hasText: name })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const bar = (name: string) => row(name).getByRole('progressbar')
const summary = page.getByRole('region', { name: 'Your files' }).getByRole('status')

beforeEach(async () => {
  for (const it of useUploads.getState().items) removeUpload(it.key)
  localStorage.clear()
  requests = stubUploads()
  vi.mocked(getMedia).mockImplementation(async ({ data }) => answered(inVault({ id: data.id, state: 'processing' })))
  await renderFor(signedIn(mina), <Uploader />)
})

it('shows how far a file is, then that it is made ready, then the way to a post with it', async () => {
  const { promise: outcome, resolve } = Promise.withResolvers<PrivateMedia>()
  vi.mocked(getMedia).mockImplementation(async () => answered(await outcome))
  await choose('stage.jpg')
  await accept('stage.jpg', 'media-1')
  ;(await request('PATCH', 'media-1')).progress(250)
  await expect.element(bar('stage.jpg')).toHaveAccessibleName('Sending')
  await expect.element(bar('stage.jpg')).toHaveAttribute('aria-valuenow', '25')
  await finish('media-1')
  await expect.element(bar('stage.jpg')).toHaveAccessibleName('Getting ready')
  await expect.element(bar('stage.jpg')).not.toHaveAttribute('aria-valuenow')
  resolve(inVault({ id: 'media-1' }))
  await expect.element(row('stage.jpg')).toHaveTextContent('In your vault')
  await expect.element(summary).toHaveTextContent('All files are in your vault')
  const link = page.getByRole('link', { name: 'Write a post with this file' })
  await expect.element(link).toHaveAttribute('href', '/upload?step=post&media=media-1')
  await userEvent.click(link)
  await expect.element(row('stage.jpg')).not.toBeInTheDocument()
})

it('names the reason why a file did not become media, and offers to remove it but not to try again', async () => {
  vi.mocked(getMedia).mockResolvedValue(answered(inVault({ id: 'media-1', state: 'failed', reason: 'markup' })))
  await choose('poster.jpg')
  await accept('poster.jpg', 'media-1')
  await finish('media-1')
  await expect.element(row('poster.jpg').getByRole('alert')).toHaveTextContent('this is a document, not a picture')
  await expect.element(summary).toBeEmptyDOMElement()
  await expect.element(button('Try poster.jpg again')).not.toBeInTheDocument()
  await userEvent.click(button('Take poster.jpg off the list'))
  await expect.element(row('poster.jpg')).not.toBeInTheDocument()
})

it.each([
  [413, 'the file is too large', false],
  [429, 'too many uploads at once; finish some first', true],
  [507, 'our storage is full; please try again later', true],
  [403, 'it was refused; sign in again or check your access', true],
])('after the status %i says that %s, and offers another attempt: %s', async (status, reason, mayRetry) => {
  await choose('stage.jpg')
  ;(await request('POST', 'stage.jpg')).answer(status)
  await expect.element(row('stage.jpg').getByRole('alert')).toHaveTextContent(reason)
  expect(button('Try stage.jpg again').elements()).toHaveLength(mayRetry ? 1 : 0)
})

it('sends a file again after a failure', async () => {
  await choose('stage.jpg')
  ;(await request('POST', 'stage.jpg')).answer(429)
  await userEvent.click(button('Try stage.jpg again'))
  await vi.waitFor(() => expect(made('POST')).toHaveLength(2))
  made('POST')[1]?.answer(201, { location: '/api/uploads/media-1' })
  await finish('media-1')
  await expect.element(bar('stage.jpg')).toHaveAccessibleName('Getting ready')
})

it('goes on by itself from where it was after the connection broke', async () => {
  await choose('stage.jpg')
  await accept('stage.jpg', 'media-1')
  const part = await request('PATCH', 'media-1')
  part.progress(400)
  part.break()
  await expect.element(bar('stage.jpg')).toHaveAccessibleName('No connection; it goes on by itself')
  ;(await request('HEAD', 'media-1')).answer(200, { 'upload-offset': '400', 'upload-length': '1000' })
  await vi.waitFor(() => expect(made('PATCH')).toHaveLength(2))
  expect(made('PATCH').map((it) => it.size)).toEqual([1000, 600])
  made('PATCH')[1]?.answer(204, { 'upload-offset': '1000', 'media-id': 'media-1' })
  await expect.element(bar('stage.jpg')).toHaveAccessibleName('Getting ready')
})

it('pauses a file and goes on with it from where it was', async () => {
  await choose('stage.jpg')
  await accept('stage.jpg', 'media-1')
  const part = await request('PATCH', 'media-1')
  part.progress(300)
  await userEvent.click(button('Pause stage.jpg'))
  await expect.element(bar('stage.jpg')).toHaveAccessibleName('Paused')
  await expect.element(bar('stage.jpg')).toHaveAttribute('aria-valuenow', '30')
  expect(part.isAborted).toBe(true)
  await userEvent.click(button('Go on with stage.jpg'))
  ;(await request('HEAD', 'media-1')).answer(200, { 'upload-offset': '300', 'upload-length': '1000' })
  await vi.waitFor(() => expect(made('PATCH')[1]?.size).toBe(700))
})

it('cancels a file: its row goes, sending stops, and the server is asked to delete what arrived', async () => {
  await choose('stage.jpg')
  await accept('stage.jpg', 'media-1')
  const part = await request('PATCH', 'media-1')
  await userEvent.click(button('Cancel stage.jpg'))
  await expect.element(row('stage.jpg')).not.toBeInTheDocument()
  expect(part.isAborted).toBe(true)
  await request('DELETE', 'media-1')
})

it('sends two of three files at once, and the third when one has arrived', async () => {
  vi.mocked(getMedia).mockImplementation(async ({ data }) => answered(inVault({ id: data.id })))
  await choose('one.jpg', 'two.jpg', 'three.jpg')
  await accept('one.jpg', 'media-1')
  await accept('two.jpg', 'media-2')
  await expect.element(row('three.jpg')).toHaveTextContent('Waiting for its turn')
  expect(made('POST')).toHaveLength(2)
  await finish('media-2')
  await accept('three.jpg', 'media-3')
  await finish('media-3')
  await expect.element(row('three.jpg')).toHaveTextContent('In your vault')
  await expect.element(summary).toBeEmptyDOMElement()
  await finish('media-1')
  await expect.element(summary).toHaveTextContent('All files are in your vault')
  await expect.element(page.getByRole('link', { name: 'Write a post with these 3 files' })).toBeVisible()
})

it('cancels a file that waits without a call, and takes files that are dropped', async () => {
  drop('one.jpg', 'two.jpg', 'three.jpg')
  await accept('one.jpg', 'media-1')
  await accept('two.jpg', 'media-2')
  await userEvent.click(button('Cancel three.jpg'))
  await expect.element(row('three.jpg')).not.toBeInTheDocument()
  await finish('media-1')
  await expect.element(bar('one.jpg')).toHaveAccessibleName('Getting ready')
  expect(made('POST')).toHaveLength(2)
  expect(made('DELETE')).toHaveLength(0)
})

it('asks before the page is left while a file is being sent, and no longer once it has arrived', async () => {
  const asksBeforeLeaving = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }))
  expect(asksBeforeLeaving()).toBe(false)
  await choose('stage.jpg')
  await accept('stage.jpg', 'media-1')
  await expect.element(bar('stage.jpg')).toBeVisible()
  expect(asksBeforeLeaving()).toBe(true)
  await finish('media-1')
  await expect.element(bar('stage.jpg')).toHaveAccessibleName('Getting ready')
  expect(asksBeforeLeaving()).toBe(false)
})

/** A thousand bytes that call themselves a picture, others for each name. */
const file = (name: string) => new File([name.padEnd(1000)], name, { type: 'image/jpeg' })

const choose = (...names: string[]) =>
  userEvent.upload(document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement, names.map(file))

function drop(...names: string[]) {
  const dataTransfer = new DataTransfer()
  for (const name of names) dataTransfer.items.add(file(name))
  const zone = page.getByRole('group', { name: 'Choose files' }).element()
  zone.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
}

const made = (method: string) => requests.filter((it) => it.method === method)

/** The latest request about a file, or about an upload that the server has accepted. */
const request = (method: string, about: string): Promise<UploadRequest> =>
  vi.waitFor(() => {
    const found = made(method).findLast((it) => it.fileName === about || it.url.endsWith(`/${about}`))
    if (found === undefined) throw new Error(`There is no ${method} about ${about}.`)
    return found
  })

const accept = async (name: string, id: string) =>
  (await request('POST', name)).answer(201, { location: `/api/uploads/${id}` })
const finish = async (id: string) =>
  (await request('PATCH', id)).answer(204, { 'upload-offset': '1000', 'media-id': id })

it('says that a post takes the first twenty files, and keeps the others on the list', async () => {
  const files = Array.from({ length: 25 }, (_, n) => ({
    ...{ key: n + 1, file: new File(['x'], `${n}.jpg`), sent: 1, state: 'ready' as const, reason: null },
    ...{ mediaId: `media-${n}`, contentHash: null, duplicate: null, thumb: null },
  }))
  useUploads.setState({ items: files })
  const link = page.getByRole('link', { name: 'Write a post with the first 20 of these 25 files' })
  await userEvent.click(link)
  await expect
    .poll(() => useUploads.getState().items.map((it) => it.mediaId))
    .toEqual(files.slice(20).map((it) => it.mediaId))
})
