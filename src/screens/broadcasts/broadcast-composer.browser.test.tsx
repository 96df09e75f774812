import { beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import type { BroadcastDraft } from '../../../contract/broadcast-shapes.ts'
import { answered, inVault, mina, refused, renderFor, signedIn } from '../../../tests/support/component.tsx'
import { getFanLists } from '../../server/audience.functions.ts'
import {
  getAudiences,
  getBroadcastCopy,
  getBroadcastDraft,
  getBroadcastLimit,
  removeBroadcastCopy,
  saveBroadcastDraft,
  sendBroadcast,
  sendBroadcastCopy,
  withdrawBroadcast,
} from '../../server/broadcasts.functions.ts'
import { getMedia } from '../../server/media.functions.ts'
import { saveDraft } from '../../stores/drafts.ts'
import { BroadcastComposer } from './broadcast-composer.tsx'
import { OwnCopy } from './copy-to-self.tsx'

const noneLeftOut = { off: 0, owns: 0, waiting: 0, weekly: 0 }
const nothing = {
  audience: 'all',
  exclude: [],
  list_id: null,
  choice: null,
  again_of: null,
  skip_waiting: true,
  content: '',
  second_content: null,
  compare_hours: 4,
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

const text = page.getByRole('textbox', { name: 'Text', exact: true })
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

describe('a second text', () => {
  const compared = { ...nothing, content: 'Hello', second_content: 'Good evening', compare_hours: 2 } as const

  it('is offered to two hundred recipients, and says the rule before it is sent', async () => {
    await renderFor(signedIn(mina), <BroadcastComposer />)
    await userEvent.click(page.getByRole('button', { name: 'Compare with a second text' }))
    await expect.element(page.getByText(/14 fans get each text, drawn at random/)).toBeVisible()
    await expect.element(page.getByText(/The text that more fans open/)).toBeVisible()
    await userEvent.fill(text, 'Hello')
    await userEvent.fill(page.getByRole('textbox', { name: 'Second text' }), 'Good evening')
    await userEvent.selectOptions(page.getByLabelText('The better one goes to all others after'), '2 hours')
    await expect.poll(saved).toEqual(compared)
    await userEvent.click(page.getByRole('button', { name: 'Without a second text' }))
    await expect.poll(saved).toEqual({ ...compared, second_content: null })
  })

  it('is not offered to fewer, and not sent empty or the same as the first', async () => {
    vi.mocked(getAudiences).mockResolvedValue(answered({ count: 199, left_out: noneLeftOut }))
    const view = await renderFor(signedIn(mina), <BroadcastComposer />)
    const offer = page.getByRole('button', { name: 'Compare with a second text' })
    await expect.element(offer).toHaveAttribute('aria-disabled', 'true')
    await expect.element(offer).toHaveAccessibleDescription('From 200 recipients on; this audience has 199.')
    await view.unmount()
    vi.mocked(getAudiences).mockResolvedValue(answered({ count: 200, left_out: noneLeftOut }))
    vi.mocked(getBroadcastDraft).mockResolvedValue(answered({ draft: { ...compared, second_content: '' } }))
    await renderFor(signedIn(mina), <BroadcastComposer />)
    const send = page.getByRole('button', { name: 'Send to all' })
    await expect.element(send).toHaveAccessibleDescription('The second text is empty')
    await userEvent.fill(page.getByRole('textbox', { name: 'Second text' }), 'Hello')
    await expect.element(send).toHaveAccessibleDescription('Both texts are the same')
    await userEvent.fill(page.getByRole('textbox', { name: 'Second text' }), 'Hello you')
    await expect.element(send).not.toHaveAttribute('aria-disabled')
  })

  it('is asked about with the exact numbers, and comes back from the draft', async () => {
    const draft = { ...compared, price: 9, media_ids: ['photo'] }
    vi.mocked(getBroadcastDraft).mockResolvedValue(answered({ draft }))
    vi.mocked(sendBroadcast).mockResolvedValue(answered({ id: 'held', status: 'scheduled', recipients: 288 }))
    await renderFor(signedIn(mina), <BroadcastComposer />)
    await expect.element(page.getByRole('textbox', { name: 'Second text' })).toHaveValue('Good evening')
    await expect.element(page.getByText(/with which more fans unlock what is attached/)).toBeVisible()
    await userEvent.click(page.getByRole('button', { name: 'Send to all' }))
    const asked = /14 fans get the first text now and 14 the second.*260 wait until about .* and get the better one/
    await expect.element(page.getByText(asked)).toBeVisible()
    await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Send' }))
    await expect.element(page.getByText('14 fans get each text in ten seconds')).toBeVisible()
    expect(vi.mocked(sendBroadcast).mock.lastCall?.[0].data).toMatchObject({ ...draft, hold: true })
  })
})

it('sends what is written to its author, who sees it as a fan would and removes it', async () => {
  const copy = { sent_at: new Date().toISOString(), sender: mina, media: [], price: null }
  const texts = { content: 'Hi Mina', second_content: 'Dear Mina' }
  vi.mocked(getBroadcastCopy).mockResolvedValue(answered({ copy: null }))
  vi.mocked(sendBroadcastCopy).mockResolvedValue(answered({ copy: { ...copy, ...texts } }))
  vi.mocked(removeBroadcastCopy).mockResolvedValue(answered({ ok: true }))
  const draft = { ...nothing, content: 'Hi {name}', second_content: 'Dear {name}' }
  vi.mocked(getBroadcastDraft).mockResolvedValue(answered({ draft }))
  await renderFor(
    signedIn(mina),
    <>
      <OwnCopy />
      <BroadcastComposer />
    </>,
  )
  await userEvent.click(page.getByRole('button', { name: 'Send to myself' }))
  const received = page.getByRole('region', { name: 'Sent to yourself' })
  for (const it of Object.values(texts)) await expect.element(received.getByText(it)).toBeVisible()
  const { content, second_content } = draft
  const input = { content, second_content, media_ids: [], preview_ids: [], price: null }
  expect(vi.mocked(sendBroadcastCopy).mock.lastCall?.[0].data).toEqual(input)
  expect(sendBroadcast).not.toHaveBeenCalled()
  await userEvent.click(received.getByRole('button', { name: 'Remove' }))
  await expect.element(received).not.toBeInTheDocument()
})
