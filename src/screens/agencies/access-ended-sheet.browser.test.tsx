import { expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { EndedActing } from '../../../contract/acting.ts'
import { answered, fiona, mina, renderFor, signedIn } from '../../../tests/support/component.tsx'
import { overwriteGetLocale } from '../../paraglide/runtime.js'
import { getEndedActing } from '../../server/acting.functions.ts'
import { keepAccessEnded, useAccessEnded } from '../../stores/access-ended.ts'
import { AccessEndedSheet } from './access-ended-sheet.tsx'

const operator = signedIn(fiona)
const ended: EndedActing = {
  creator: mina,
  agency: { id: 'g', name: 'Brandt' },
  why: 'revoked',
  by: mina,
  at: '2026-03-02T12:00:00.000Z',
  next_shift: null,
}
const words = [{ to: 'Write to @lena', text: 'Half a sentence' }]

async function show(change: Partial<EndedActing> | null, creatorId = mina.id) {
  vi.mocked(getEndedActing).mockResolvedValue(answered({ ended: change && { ...ended, ...change } }))
  keepAccessEnded({ creatorId, words })
  await renderFor(operator, <AccessEndedSheet />)
}

it('says who ended the access, shows the words that were not sent, copies and then forgets them', async () => {
  await show({})
  const sheet = page.getByRole('dialog', { name: 'Your access to Mina has ended' })
  await expect.element(sheet.getByText(/^Mina ended it on March 2, 2026/)).toBeVisible()
  await expect.element(sheet.getByRole('heading', { name: 'Write to @lena' })).toBeVisible()
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await userEvent.click(sheet.getByRole('button', { name: 'Copy' }))
  expect(write).toHaveBeenCalledWith('Half a sentence')
  await userEvent.click(sheet.getByRole('button', { name: 'Close' }).last())
  await expect.element(sheet).not.toBeInTheDocument()
  expect([useAccessEnded.getState().ended, sessionStorage.getItem('access_ended')]).toEqual([null, null])
})

it.each([
  [{ by: signedIn(fiona) }, /^You ended it yourself on/],
  [{ why: 'expired', by: null }, /^It was given to you until/],
  [{ why: 'off_shift', by: null }, /^Your shift ended Monday, March 2 at \d\d:\d\d\.$/],
  [
    { why: 'off_shift', by: null, next_shift: '2999-03-04T08:00:00.000Z' },
    /^Your shift ended .*\. The next one begins Monday, March 4 at/,
  ],
  [
    { why: 'off_shift', by: null, next_shift: '2026-03-02T12:30:00.000Z' },
    /You are on shift again and can act as Mina\.$/,
  ],
  [{ why: 'too_long', by: null }, 'Acting ends after eight hours. You can start again.'],
  [{ why: 'reduced', by: null }, /^A right that this page needed was taken away/],
  [{ why: 'closed', by: null }, 'The account of Mina is closed.'],
] satisfies [Partial<EndedActing>, unknown][])('gives the reason of %o', async (change, reason) => {
  await show(change)
  await expect.element(page.getByRole('dialog').getByText(reason)).toBeVisible()
})

it('shows the words too when it is not known what ended the access', async () => {
  await show(null)
  await expect
    .element(page.getByRole('dialog', { name: 'Your access has ended' }).getByText('Half a sentence'))
    .toBeVisible()
})

it('does not show the words of another creator’s operator', async () => {
  await show({}, 'of another creator')
  await expect.element(page.getByRole('dialog').getByText(/^Mina ended it/)).toBeVisible()
  await expect.element(page.getByText('Half a sentence')).not.toBeInTheDocument()
})

it('speaks French', async () => {
  overwriteGetLocale(() => 'fr')
  try {
    await show({})
    const sheet = page.getByRole('dialog', { name: 'Votre accès au compte de Mina a pris fin' })
    await expect.element(sheet.getByText(/^Mina y a mis fin le 2 mars 2026/)).toBeVisible()
    await expect.element(sheet.getByRole('button', { name: 'Copier' })).toBeVisible()
  } finally {
    overwriteGetLocale(() => 'en')
  }
})
