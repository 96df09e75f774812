import { expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import en from '../../../messages/en.json' with { type: 'json' }
import { answered, fiona, refused, renderFor, signedIn } from '../../../tests/support/component.tsx'
import { getChallenge } from '../../server/identity.functions.ts'
import { sendReport } from '../../server/reports.functions.ts'
import { ReportForm } from './report-form.tsx'

async function fillAndSend() {
  await userEvent.fill(page.getByLabelText(en.reports_object), 'a profile')
  await userEvent.fill(page.getByLabelText(en.reports_text), 'please look')
  await userEvent.click(page.getByRole('button', { name: en.reports_send }))
}
const receipt = answered({ ticket: 'FR-AAAA-BBBB-CCCC-DDDD', due_at: new Date().toISOString() })

it('sends the human check of a visitor, and a new one after a refusal', async () => {
  vi.mocked(getChallenge).mockResolvedValue(answered({ kind: 'off', challenge: null, site_key: null }))
  vi.mocked(sendReport).mockResolvedValueOnce(refused('human_check_failed', 400)).mockResolvedValue(receipt)
  const { router } = await renderFor(null, <ReportForm object={undefined} />)
  await fillAndSend()
  await expect.element(page.getByRole('alert')).toHaveTextContent(en.refusal_human_check_failed)
  await userEvent.click(page.getByRole('button', { name: en.reports_send }))
  await vi.waitFor(() => expect(router.state.location.search).toEqual({ ticket: 'FR-AAAA-BBBB-CCCC-DDDD' }))
  expect(vi.mocked(sendReport).mock.calls.map(([call]) => call)).toEqual([
    expect.objectContaining({ headers: { 'x-captcha-response': 'off' } }),
    expect.objectContaining({ headers: { 'x-captcha-response': 'off' } }),
  ])
  expect(getChallenge).toHaveBeenCalledTimes(2)
})

it('asks a signed-in user for no human check', async () => {
  vi.mocked(sendReport).mockResolvedValue(receipt)
  const { router } = await renderFor(signedIn(fiona), <ReportForm object={undefined} />)
  await fillAndSend()
  await vi.waitFor(() => expect(router.state.location.search).toEqual({ ticket: 'FR-AAAA-BBBB-CCCC-DDDD' }))
  expect(getChallenge).not.toHaveBeenCalled()
})
