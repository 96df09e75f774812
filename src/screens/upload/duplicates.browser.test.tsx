import { beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answered, inVault, mina, renderFor, signedIn } from '../../../tests/support/component.tsx'
import { stubUploads, type UploadRequest } from '../../../tests/support/upload-server.ts'
import { getMedia } from '../../server/media.functions.ts'
import { removeUpload, useUploads } from '../../stores/uploads.ts'
import { Uploader } from './uploader.tsx'

let requests: UploadRequest[] = []
/** What the vault has of a file, by the hash that is asked for; the first file is found. */
let inTheVault: { id: string; name: string | null; created_at: string } | null

const row = (name: string) => page.getByRole('listitem').filter({ hasText: name })
const made = (method: string) => requests.filter((it) => it.method === method)

beforeEach(async () => {
  for (const it of useUploads.getState().items) removeUpload(it.key)
  localStorage.clear()
  requests = stubUploads()
  inTheVault = { id: 'media-0', name: 'silk.jpg', created_at: '2026-05-03T10:00:00.000Z' }
  const real = globalThis.fetch
  vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) =>
    String(input).includes('/api/vault-duplicates/') ? Response.json({ media: inTheVault }) : real(input, init),
  )
  vi.mocked(getMedia).mockImplementation(async ({ data }) => answered(inVault({ id: data.id })))
  await renderFor(signedIn(mina), <Uploader />)
})

const choose = (...files: [name: string, content: string][]) =>
  userEvent.upload(
    document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement,
    files.map(([name, content]) => new File([content], name, { type: 'image/jpeg' })),
  )

it('sends nothing of a file that the vault has, says since when, and takes that one', async () => {
  await choose(['again.jpg', 'the same'])
  await expect.element(row('again.jpg')).toHaveTextContent('Already in your vault, since May 3, 2026')
  expect(requests).toEqual([])
  await userEvent.click(row('again.jpg').getByRole('button', { name: 'Use that one' }))
  await expect.element(row('again.jpg')).toHaveTextContent('In your vault')
  const link = page.getByRole('link', { name: 'Write a post with this file' })
  await expect.element(link).toHaveAttribute('href', '/upload?step=post&media=media-0')
})

it('sends it a second time when that is wanted', async () => {
  await choose(['again.jpg', 'the same'])
  await userEvent.click(row('again.jpg').getByRole('button', { name: 'Upload it again' }))
  await vi.waitFor(() => expect(made('POST')).toHaveLength(1))
})

it('sends a file once that was chosen twice', async () => {
  inTheVault = null
  await choose(['one.jpg', 'the same'], ['two.jpg', 'the same'], ['three.jpg', 'another'])
  await expect.element(row('two.jpg')).toHaveTextContent('You chose this file twice; it is sent once')
  await vi.waitFor(() =>
    expect(
      made('POST')
        .map((it) => it.fileName)
        .sort(),
    ).toEqual(['one.jpg', 'three.jpg']),
  )
})

it('sends the file where it is unknown whether it is there already', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')))
  await choose(['new.jpg', 'never seen'])
  await vi.waitFor(() => expect(made('POST')).toHaveLength(1))
})
