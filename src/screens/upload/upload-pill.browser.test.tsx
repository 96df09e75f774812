import { beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answered, inVault, mina, renderFor, signedIn } from '../../../tests/support/component.tsx'
import { getMedia } from '../../server/media.functions.ts'
import { patchUpload, removeUpload, type UploadItem, useUploads } from '../../stores/uploads.ts'
import { UploadPill } from './upload-pill.tsx'

const link = page.getByRole('link')
const item = (key: number, change: Partial<UploadItem>): UploadItem => ({
  ...{ key, file: new File(['x'.repeat(100)], `${key}.jpg`), thumb: null, sent: 0, state: 'ready' },
  ...{ reason: null, mediaId: null, contentHash: null, duplicate: null },
  ...change,
})
const show = (...items: UploadItem[]) => useUploads.setState({ items })

beforeEach(async () => {
  for (const it of useUploads.getState().items) removeUpload(it.key)
  vi.mocked(getMedia).mockImplementation(async ({ data }) => answered(inVault({ id: data.id })))
  await renderFor(signedIn(mina), <UploadPill />)
})

it('says how many of the files have arrived and how much of all, and leads to them', async () => {
  show(item(1, { state: 'processing' }), item(2, { state: 'sending', sent: 50 }), item(3, { state: 'paused' }))
  await expect.element(link).toHaveAccessibleName('Uploads: 1 of 3 · 50 %')
  await expect.element(link).toHaveAttribute('href', '/upload')
  expect(page.getByRole('button', { name: 'Close' }).elements()).toHaveLength(0)
})

it('follows what is made ready, on whatever page, and can be closed afterwards', async () => {
  show(item(1, { state: 'processing', mediaId: 'media-1' }))
  await expect.element(link).toHaveAccessibleName('Uploads: In your vault')
  await userEvent.click(page.getByRole('button', { name: 'Close' }))
  await expect.element(link).not.toBeInTheDocument()
  expect(useUploads.getState().items).toEqual([])
})

it('names what needs the creator', async () => {
  show(item(1, {}), item(2, { state: 'duplicate' }))
  await expect.element(link).toHaveAccessibleName('Uploads: Some you have already')
  patchUpload(1, { state: 'failed', reason: 'markup' })
  await expect.element(link).toHaveAccessibleName('Uploads: Some did not work')
})
