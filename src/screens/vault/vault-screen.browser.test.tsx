import { beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { VaultTile } from '../../../contract/vault.ts'
import { answered, mina, renderFor, signedIn, tile } from '../../../tests/support/component.tsx'
import { getVaultLabels } from '../../server/media.functions.ts'
import { changeVault, getVaultBucket, getVaultIndex, undoVaultChange } from '../../server/vault.functions.ts'
import { VaultScreen } from './vault-screen.tsx'

/** Twenty thousand media of fifty months, in buckets of four hundred. */
const months = Array.from({ length: 50 }, (_, at) => new Date(Date.UTC(2026, 10 - at)).toISOString().slice(0, 7))
const buckets = months.map((month, at) => ({ month, count: 400, bucket: String(at) }))
const tilesOf = (bucket: string): VaultTile[] =>
  Array.from({ length: 400 }, (_, n) => tile({ id: `${bucket}-${n}`, name: `picture ${bucket}-${n}` }))

const asked = () => vi.mocked(getVaultBucket).mock.calls.map(([{ data }]) => data.bucket)
const tileButton = (name: string) => page.getByRole('button', { name: `Open picture ${name}`, exact: true })
const corner = (name: string) => page.getByRole('button', { name: `Select picture ${name}`, exact: true })
const choice = (name: string) => page.getByRole('button', { name: `Choose picture ${name}`, exact: true })
const bar = page.getByRole('slider', { name: 'Month' })
const button = (name: string | RegExp) => page.getByRole('button', { name })
const lastChange = () => vi.mocked(changeVault).mock.lastCall?.[0].data
const all = { changed: 20_000, skipped: 0, counts: { vault: 20_000, trash: 0 }, undo: 'the handle' }

beforeEach(async () => {
  await page.viewport(1280, 800)
  vi.mocked(getVaultLabels).mockResolvedValue(answered({ folders: [], tags: [] }))
  vi.mocked(getVaultIndex).mockResolvedValue(
    answered(JSON.stringify({ count: 20_000, buckets, first: tilesOf('0').slice(0, 60) })),
  )
  vi.mocked(getVaultBucket).mockImplementation(async ({ data }) =>
    answered(JSON.stringify({ data: tilesOf(data.bucket) })),
  )
  vi.mocked(changeVault).mockResolvedValue(answered(all))
  vi.mocked(undoVaultChange).mockResolvedValue(answered({ ...all, undo: null }))
})

const open = (filter = {}) => renderFor(signedIn(mina), <VaultScreen filter={filter} />)

it('draws only what is in sight, and fetches only the buckets of it', async () => {
  await open()
  await expect.element(tileButton('0-0')).toBeVisible()
  expect(document.querySelectorAll('[data-number]').length).toBeLessThan(200)
  expect(asked()).toEqual(['0'])
  await expect.element(bar).toHaveAttribute('aria-valuetext', 'November 2026')
})

it('draws the newest media before their bucket has come', async () => {
  vi.mocked(getVaultBucket).mockReturnValue(new Promise(() => {}))
  await open()
  await expect.element(tileButton('0-0')).toBeVisible()
  expect(document.querySelectorAll('[data-item]').length).toBeGreaterThan(20)
})

it('leads to any month by the bar, without fetching those between', async () => {
  await open()
  await expect.element(tileButton('0-0')).toBeVisible()
  ;(bar.element() as HTMLElement).focus()
  await userEvent.keyboard('{End}')
  await expect.element(tileButton('49-0')).toBeVisible()
  await expect.element(bar).toHaveAttribute('aria-valuetext', 'October 2022')
  expect(asked().filter((bucket) => Number(bucket) > 1 && Number(bucket) < 47)).toEqual([])
})

it('moves between tiles by the arrows', async () => {
  await open()
  await expect.element(tileButton('0-0')).toBeVisible()
  ;(tileButton('0-0').element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowRight}{ArrowRight}')
  await expect.element(tileButton('0-2')).toHaveFocus()
  await userEvent.keyboard('{End}')
  await expect.element(tileButton('49-399')).toHaveFocus()
})

it('moves by each press of an arrow, also of two within one frame', async () => {
  await open()
  await expect.element(tileButton('0-0')).toBeVisible()
  const first = tileButton('0-0').element() as HTMLElement
  first.focus()
  for (let press = 0; press < 2; press++)
    (document.activeElement ?? first).dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }))
  await expect.element(tileButton('0-2')).toHaveFocus()
})

it('moves everything but one by its filter, and undoes it', async () => {
  await open({ tag: 'silk' })
  await userEvent.click(corner('0-1'))
  await userEvent.click(button(/^Select all/))
  await userEvent.click(choice('0-2'))
  await expect.element(page.getByText('19999 selected')).toBeVisible()
  await userEvent.click(button('Move'))
  const dialog = page.getByRole('dialog')
  await userEvent.fill(dialog.getByRole('combobox', { name: 'Folder' }), 'Lyon')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await expect.element(page.getByText('20000 files moved.')).toBeVisible()
  expect(lastChange()).toEqual({
    act: 'move',
    folder: 'Lyon',
    choice: { filter: { tag: 'silk' }, except: ['0-2'] },
  })
  await userEvent.click(button('Undo'))
  await expect.element(page.getByText('Undone for 20000 files.')).toBeVisible()
  expect(vi.mocked(undoVaultChange).mock.lastCall?.[0].data).toEqual({ undo: 'the handle' })
})

it('selects a range with Shift, and deletes it after a question', async () => {
  await open()
  await userEvent.click(corner('0-1'))
  await userEvent.click(choice('0-4'), { modifiers: ['Shift'] })
  await expect.element(page.getByText('4 selected')).toBeVisible()
  await userEvent.click(button('Delete'))
  expect(changeVault).not.toHaveBeenCalled()
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Delete' }))
  await expect.element(page.getByText('20000 files are in the trash.')).toBeVisible()
  expect(lastChange()).toEqual({ act: 'delete', choice: { ids: ['0-1', '0-2', '0-3', '0-4'] } })
})

it('restores from the trash', async () => {
  await open({ place: 'trash' })
  await userEvent.click(choice('0-0'))
  await expect.element(button('Move')).not.toBeInTheDocument()
  await userEvent.click(button('Restore'))
  await expect.element(page.getByText('20000 files restored.')).toBeVisible()
  expect(lastChange()).toEqual({ act: 'restore', choice: { ids: ['0-0'] } })
})
