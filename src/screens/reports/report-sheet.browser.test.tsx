import { expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import en from '../../../messages/en.json' with { type: 'json' }
import { answered, fiona, mina, renderFor, signedIn } from '../../../tests/support/component.tsx'
import { getChallenge } from '../../server/identity.functions.ts'
import { sendReport } from '../../server/reports.functions.ts'
import { blockUser, unblockUser } from '../../server/users.functions.ts'
import { openBlock, openReport } from '../../stores/safety.ts'
import { SafetySheets } from './safety-sheets.tsx'

const messageId = '0190b6a0-0000-7000-8000-0000000000aa'
const aMessage = { kind: 'message' as const, id: messageId, owner: mina, text: 'an ugly word' }
const receipt = answered({ ticket: 'FR-AAAA-BBBB-CCCC-DDDD', due_at: new Date().toISOString() })
const dialog = (name: string) => page.getByRole('dialog', { name })
const inName = (text: string) => text.replace('{name}', '@mina')

it('shows what is reported without its id, preselects nothing, and sends in two taps', async () => {
  vi.mocked(sendReport).mockResolvedValue(receipt)
  await renderFor(signedIn(fiona), <SafetySheets />)
  openReport(aMessage)
  await expect.element(page.getByText('an ugly word')).toBeVisible()
  expect(document.body.textContent).not.toContain(messageId)
  expect(page.getByRole('radio').elements()).toHaveLength(6)
  expect(page.getByRole('radio', { checked: true }).elements()).toEqual([])
  await userEvent.click(page.getByRole('radio', { name: en.report_reason_harassment }))
  await userEvent.click(page.getByRole('button', { name: en.reports_send }))
  await expect.element(dialog(en.report_thanks_title)).toBeVisible()
  expect(vi.mocked(sendReport).mock.calls[0]?.[0]).toMatchObject({
    data: { kind: 'harassment', object: { kind: 'message', id: messageId }, text: '' },
  })
  expect(getChallenge).not.toHaveBeenCalled()
})

it('keeps the object when the reason is another one, on the page with the form', async () => {
  const { router } = await renderFor(signedIn(fiona), <SafetySheets />)
  openReport(aMessage)
  await userEvent.click(page.getByRole('link', { name: en.report_sheet_else }))
  await vi.waitFor(() =>
    expect(router.state.location.search).toMatchObject({ object: `message:${messageId}`, kind: 'other' }),
  )
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})

it('offers to block after a report, and to undo it', async () => {
  vi.mocked(sendReport).mockResolvedValue(receipt)
  vi.mocked(blockUser).mockResolvedValue(answered({ is_blocked: true }))
  vi.mocked(unblockUser).mockResolvedValue(answered({ is_blocked: false }))
  await renderFor(signedIn(fiona), <SafetySheets />)
  openReport(aMessage)
  await userEvent.click(page.getByRole('radio', { name: en.report_reason_spam }))
  await userEvent.click(page.getByRole('button', { name: en.reports_send }))
  await userEvent.click(page.getByRole('button', { name: inName(en.report_thanks_block) }))
  await userEvent.click(page.getByRole('button', { name: en.ui_undo }))
  await expect.element(page.getByText(inName(en.profile_unblocked_toast))).toBeVisible()
  expect(vi.mocked(unblockUser).mock.calls[0]?.[0]).toMatchObject({ data: { id: mina.id } })
})

it('sends the human check of a visitor, and offers them no block', async () => {
  vi.mocked(getChallenge).mockResolvedValue(answered({ kind: 'off', challenge: null, site_key: null }))
  vi.mocked(sendReport).mockResolvedValue(receipt)
  await renderFor(null, <SafetySheets />)
  openReport(aMessage)
  await userEvent.click(page.getByRole('radio', { name: en.report_reason_spam }))
  await userEvent.click(page.getByRole('button', { name: en.reports_send }))
  await expect.element(dialog(en.report_thanks_title)).toBeVisible()
  expect(vi.mocked(sendReport).mock.calls[0]?.[0]).toMatchObject({ headers: { 'x-captcha-response': 'off' } })
  expect(page.getByRole('button', { name: inName(en.report_thanks_block) }).elements()).toEqual([])
})

it('blocks only after the question, and undoes it from the toast', async () => {
  vi.mocked(blockUser).mockResolvedValue(answered({ is_blocked: true }))
  vi.mocked(unblockUser).mockResolvedValue(answered({ is_blocked: false }))
  await renderFor(signedIn(fiona), <SafetySheets />)
  openBlock(mina)
  await expect.element(dialog(inName(en.block_title))).toBeVisible()
  expect(blockUser).not.toHaveBeenCalled()
  await userEvent.click(page.getByRole('button', { name: en.profile_block, exact: true }))
  await expect.element(page.getByText(inName(en.profile_blocked_toast))).toBeVisible()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await userEvent.click(page.getByRole('button', { name: en.ui_undo }))
  await vi.waitFor(() => expect(unblockUser).toHaveBeenCalled())
})
