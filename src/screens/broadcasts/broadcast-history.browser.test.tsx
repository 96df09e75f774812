import { expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Broadcast } from '../../../contract/broadcast-shapes.ts'
import { answered, mina, renderFor, signedIn } from '../../../tests/support/component.tsx'
import { comparing as fixture } from '../../../tests/support/costly-things.ts'
import { decideRest, getBroadcasts } from '../../server/broadcasts.functions.ts'
import { BroadcastHistory } from './broadcast-history.tsx'

const { broadcast: comparing, comparison } = fixture

async function show(it: Broadcast) {
  vi.mocked(getBroadcasts).mockResolvedValue(answered({ data: [it], next: null }))
  await renderFor(signedIn(mina), <BroadcastHistory />)
}
const region = (name: string) => page.getByRole('region', { name })

it('shows both texts with their figures, who waits until when, and asks before one goes to the others', async () => {
  await show(comparing)
  await expect.element(region('First text')).toHaveTextContent(/Good evening.*Sent14Opened5/)
  await expect.element(region('Second text')).toHaveTextContent(/Good night.*Sent14Opened9/)
  await expect.element(page.getByText(/260 fans wait: the better text goes to them at about/)).toBeVisible()
  vi.mocked(decideRest).mockResolvedValue(answered(comparing))
  await userEvent.click(page.getByRole('button', { name: 'Send the second text to the others' }))
  const dialog = page.getByRole('dialog')
  await expect.element(dialog).toHaveTextContent(/260 fans get this text.*Good night/)
  expect(decideRest).not.toHaveBeenCalled()
  await userEvent.click(dialog.getByRole('button', { name: 'Send' }))
  await expect.element(page.getByText('It goes to the others in ten seconds')).toBeVisible()
  expect(vi.mocked(decideRest).mock.lastCall?.[0].data).toEqual({ id: '1', send: 'second' })
  await userEvent.click(page.getByRole('button', { name: 'Undo' }))
  await expect.poll(() => vi.mocked(decideRest).mock.lastCall?.[0].data).toEqual({ id: '1', send: 'better' })
})

it('asks before the others get none', async () => {
  await show(comparing)
  vi.mocked(decideRest).mockResolvedValue(answered({ ...comparing, status: 'sent' }))
  await userEvent.click(page.getByRole('button', { name: 'Send none to the others' }))
  await expect.element(page.getByRole('dialog')).toHaveTextContent(/260 fans will not get this broadcast/)
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Send none to the others' }))
  await expect.poll(() => vi.mocked(decideRest).mock.lastCall?.[0].data).toEqual({ id: '1', send: 'none' })
})

const decided = { first: { sent: 14, hits: 4 }, second: { sent: 14, hits: 9 } }
it.each([
  ['planned', { each: null }, 'scheduled', 'Two texts: the better one goes to the others after 4 hours.'],
  ['held', { rest_at: null }, 'comparing', /260 fans wait for your choice/],
  ['chosen', { winner: 'first' }, 'comparing', 'The first text goes to the others now.'],
  ['too few', { each: 0 }, 'sent', /too few recipients to compare/],
  ['stopped', { rest_at: null }, 'sent', 'Stopped: the others got none.'],
  [
    'decided by the rule',
    { winner: 'second', decided: { by: 'rule', ...decided } },
    'sent',
    'The second text went to the others (by the rule). 4 of 14 had opened the first text, 9 of 14 the second.',
  ],
  [
    'chosen and sold',
    { winner: 'first', measure: 'unlocked', decided: { by: 'choice', ...decided } },
    'sent',
    'The first text went to the others (chosen by hand). 4 of 14 had unlocked the first text, 9 of 14 the second.',
  ],
] as const)('says what became of one that is %s', async (_, part, status, expected) => {
  await show({ ...comparing, status, comparison: { ...comparison, ...part } })
  await expect.element(page.getByText(expected)).toBeVisible()
})
