import { beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import type { BroadcastDraft } from '../../../contract/broadcasts.ts'
import { answered, inVault, mina, refused, renderFor, signedIn } from '../../../tests/support/component.tsx'
import { getFanLists } from '../../server/audience.functions.ts'
import {
  getAudiences,
  getBroadcastDraft,
  getBroadcastLimit,
  saveBroadcastDraft,
  sendBroadcast,
  withdrawBroadcast,
} from '../../server/broadcasts.functions.ts'
import { getMedia } from '../../server/media.functions.ts'
import { saveDraft } from '../../stores/drafts.ts'
import { BroadcastComposer } from './broadcast-composer.tsx'

const noneLeftOut = { off: 0, owns: 0, waiting: 0, weekly: 0 }
const nothing = {
  audience: 'all',
  exclude: [],
  list_id: null,
  choice: null,
  again_of: null,
  skip_waiting: true,
  content: '',
  media_ids: [],
  preview_ids: [],
  price: null,
  send_at: null,
} satisfies BroadcastDraft
const left = {
  ...nothing,
  audience: 'subscribers',
  exclude: ['spenders'],
  content: 'Merry Christmas',
  media_ids: ['photo'],
  price: 9,
  send_at: new Date(2199, 11, 24, 18, 0).toISOString(),
} satisfies BroadcastDraft

const text = page.getByRole('textbox', { name: 'Text' })
const saved = () => vi.mocked(saveBroadcastDraft).mock.lastCall?.[0].data

beforeEach(() => {
  vi.mocked(getBroadcastDraft).mockResolvedValue(answered({ draft: null }))
  vi.mocked(saveBroadcastDraft).mockResolvedValue(answered({ ok: true }))
  vi.mocked(getAudiences).mockResolvedValue(answered({ count: 288, left_out: noneLeftOut }))
  vi.mocked(getFanLists).mockResolvedValue(answered({ data: [] }))
  vi.mocked(getBroadcastLimit).mockResolvedValue(answered({ per_week: 3 }))
  vi.mocked(getMedia).mockResolvedValue(answered(inVault({ id: 'photo' })))
})

it('brings back everything that was chosen, here or on another device, and sends it', async () => {
  vi.mocked(getBroadcastDraft).mockResolvedValue(answered({ draft: left }))
  vi.mocked(sendBroadcast).mockResolvedValue(answered({ id: '1', status: 'scheduled', recipients: 288 }))
  await renderFor(signedIn(mina), <BroadcastComposer />)
  await expect.element(text).toHaveValue('Merry Christmas')
  await expect.element(page.getByLabelText('To', { exact: true })).toHaveValue('subscribers')
  await expect.element(page.getByLabelText('When')).toHaveValue('2199-12-24T18:00')
  await expect
    .element(page.getByRole('button', { name: 'Fans who have spent', exact: true }))
    .toHaveAttribute('aria-pressed', 'true')
  await expect.element(page.getByRole('button', { name: /9 coins/ })).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: 'Plan' }))
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Plan' }))
  await expect.poll(() => vi.mocked(sendBroadcast).mock.lastCall?.[0].data).toMatchObject(left)
  await expect.element(text).toHaveValue('')
})

it('saves each choice at once and the words when the screen is left', async () => {
  await renderFor(signedIn(mina), <BroadcastComposer />)
  await userEvent.selectOptions(page.getByLabelText('To', { exact: true }), 'subscribers')
  await expect.poll(saved).toEqual({ ...nothing, audience: 'subscribers' })
  await userEvent.fill(text, 'Good morning')
  await cleanup()
  await expect.poll(saved).toEqual({ ...nothing, audience: 'subscribers', content: 'Good morning' })
})

it('keeps the words that could not be saved, and saves them with the next change', async () => {
  vi.mocked(saveBroadcastDraft).mockResolvedValue(refused('rate_limited', 429))
  await renderFor(signedIn(mina), <BroadcastComposer />)
  await userEvent.fill(text, 'Good morning')
  await expect.element(page.getByText('Not saved yet')).toBeVisible()
  await expect.element(text).toHaveValue('Good morning')
  vi.mocked(saveBroadcastDraft).mockResolvedValue(answered({ ok: true }))
  await userEvent.selectOptions(page.getByLabelText('To', { exact: true }), 'subscribers')
  await expect.element(page.getByText('The draft is saved')).toBeVisible()
  expect(saved()).toEqual({ ...nothing, audience: 'subscribers', content: 'Good morning' })
})

it('brings back words that only this browser has, which it knows after the page was drawn', async () => {
  vi.mocked(getBroadcastDraft).mockResolvedValue(answered({ draft: { ...nothing, content: 'Good' } }))
  await renderFor(signedIn(mina), <BroadcastComposer />)
  await expect.element(text).toHaveValue('Good')
  // As the stored drafts of who is signed in are opened.
  saveDraft('broadcast', 'Good morn')
  await expect.element(text).toHaveValue('Good morn')
})

it('shows the text with a name in place of {name}', async () => {
  vi.mocked(getBroadcastDraft).mockResolvedValue(answered({ draft: { ...nothing, content: 'Hi {name}!' } }))
  await renderFor(signedIn(mina), <BroadcastComposer />)
  await expect.element(page.getByText('As a fan called Mina would read it:')).toBeVisible()
  await expect.element(page.getByText('Hi Mina!')).toBeVisible()
})

it('names how many are left out and why, and writes to a list', async () => {
  const leftOut = { ...noneLeftOut, waiting: 12, weekly: 1 }
  vi.mocked(getAudiences).mockResolvedValue(answered({ count: 275, left_out: leftOut }))
  vi.mocked(getFanLists).mockResolvedValue(
    answered({ data: [{ id: 'vip', name: 'VIP', filter: null, is_closed: false }] }),
  )
  await renderFor(signedIn(mina), <BroadcastComposer />)
  const expected = 'Left out: 12 wait for an answer, 1 has had enough this week'
  await expect.element(page.getByText(expected)).toBeVisible()
  await userEvent.selectOptions(page.getByLabelText('To', { exact: true }), 'VIP')
  await expect.poll(saved).toEqual({ ...nothing, audience: 'list', list_id: 'vip' })
  await userEvent.click(page.getByRole('checkbox', { name: 'Leave out fans who wait for an answer' }))
  await expect.poll(saved).toEqual({ ...nothing, audience: 'list', list_id: 'vip', skip_waiting: false })
})

it('holds what is sent for ten seconds, in which it is stopped and written on', async () => {
  vi.mocked(sendBroadcast).mockResolvedValue(answered({ id: 'held', status: 'scheduled', recipients: 288 }))
  vi.mocked(withdrawBroadcast).mockResolvedValue(answered({ draft: { ...nothing, content: 'Good morning' } }))
  await renderFor(signedIn(mina), <BroadcastComposer />)
  await userEvent.fill(text, 'Good morning')
  await userEvent.click(page.getByRole('button', { name: 'Send to all' }))
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Send' }))
  await expect.element(page.getByText('288 fans get it in ten seconds')).toBeVisible()
  await expect.element(text).toHaveValue('')
  expect(vi.mocked(sendBroadcast).mock.lastCall?.[0].data).toMatchObject({ hold: true })
  vi.mocked(getBroadcastDraft).mockResolvedValue(answered({ draft: { ...nothing, content: 'Good morning' } }))
  await userEvent.click(page.getByRole('button', { name: 'Undo' }))
  await expect.element(text).toHaveValue('Good morning')
  expect(vi.mocked(withdrawBroadcast).mock.lastCall?.[0].data).toEqual({ id: 'held' })
})
