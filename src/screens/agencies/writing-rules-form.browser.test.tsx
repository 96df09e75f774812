import { expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { WritingRules } from '../../../contract/writing-rules.ts'
import { answered, mina, refused, renderFor, signedIn } from '../../../tests/support/component.tsx'
import { changeWritingRules, getWritingRules } from '../../server/writing-rules.functions.ts'
import { WritingRulesOfAgency } from './writing-rules-form.tsx'

const words = page.getByRole('textbox', { name: 'Words that no operator may write' })
const above = page.getByRole('textbox', { name: /^Ask twice above this price/ })
const save = page.getByRole('button', { name: 'Save' })

const show = async (rules: WritingRules & { may_edit: boolean }) => {
  vi.mocked(getWritingRules).mockResolvedValue(answered(rules))
  await renderFor(signedIn(mina), <WritingRulesOfAgency agencyId="agency" />)
}

it('takes a word to a line and a price, and shows what was saved', async () => {
  await show({ restricted_words: ['paypal'], asks_above: null, may_edit: true })
  vi.mocked(changeWritingRules).mockResolvedValue(
    answered({ restricted_words: ['paypal', 'cash app'], asks_above: 20, may_edit: true }),
  )
  await expect.element(words).toHaveValue('paypal')
  await userEvent.fill(words, 'paypal\n\n  cash app \nPayPal')
  await userEvent.fill(above, '20')
  await userEvent.click(save)
  await expect
    .poll(() => vi.mocked(changeWritingRules).mock.lastCall?.[0].data)
    .toMatchObject({ restricted_words: ['paypal', 'cash app', 'PayPal'], asks_above: 20 })
  await expect.element(words).toHaveValue('paypal\ncash app')
})

it.each([
  ['x', '', '“x” cannot be looked for. It takes two letters or digits at least, and 40 characters at most.'],
  ['paypal', '0', 'From 1 to 200 coins'],
])('says why %j and %j cannot be saved, and sends nothing', async (word, price, problem) => {
  await show({ restricted_words: [], asks_above: null, may_edit: true })
  await userEvent.fill(words, word)
  await userEvent.fill(above, price)
  await userEvent.type(above, '{Enter}')
  await expect.element(page.getByText(problem).first()).toBeVisible()
  await expect.element(save).toHaveAttribute('aria-disabled', 'true')
  expect(changeWritingRules).not.toHaveBeenCalled()
})

it('keeps what is written when it is refused', async () => {
  await show({ restricted_words: [], asks_above: null, may_edit: true })
  vi.mocked(changeWritingRules).mockResolvedValue(refused('forbidden', 403))
  await userEvent.fill(words, 'paypal')
  await userEvent.click(save)
  await expect.element(page.getByRole('alert')).toBeVisible()
  await expect.element(words).toHaveValue('paypal')
})

it('is read by an operator, who changes nothing', async () => {
  await show({ restricted_words: ['paypal', 'cash app'], asks_above: 20, may_edit: false })
  await expect.element(page.getByText('paypal · cash app')).toBeVisible()
  await expect.element(page.getByText('20 coins')).toBeVisible()
  await expect.element(words).not.toBeInTheDocument()
})
