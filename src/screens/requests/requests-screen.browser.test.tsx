import { expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import en from '../../../messages/en.json' with { type: 'json' }
import { answered, fiona, mina, renderFor, signedIn } from '../../../tests/support/component.tsx'
import { sendReport } from '../../server/reports.functions.ts'
import { getWaitingRequests } from '../../server/requests.functions.ts'
import { SafetySheets } from '../reports/safety-sheets.tsx'
import { RequestsScreen } from './requests-screen.tsx'

const request = {
  id: '0190b6a0-0000-7000-8000-0000000000d1',
  message_id: '0190b6a0-0000-7000-8000-0000000000d2',
  delivered_id: null,
  fan_id: fiona.id,
  creator_id: mina.id,
  price: 20,
  state: 'open' as const,
  due_at: '2026-12-01T00:00:00.000Z',
  created_at: '2026-11-20T00:00:00.000Z',
  fan: fiona,
  text: 'an ugly request',
}

it('reports what a fan offers coins for in three taps', async () => {
  vi.mocked(getWaitingRequests).mockResolvedValue(
    answered({ data: [request], next: null, total: { count: 1, coins: 20 } }),
  )
  vi.mocked(sendReport).mockResolvedValue(answered({ ticket: 'FR-AAAA-BBBB-CCCC-DDDD', due_at: request.due_at }))
  await renderFor(
    signedIn(mina),
    <>
      <RequestsScreen />
      <SafetySheets />
    </>,
  )
  await userEvent.click(page.getByRole('button', { name: en.report_sheet_title }))
  await userEvent.click(page.getByRole('radio', { name: en.report_reason_harassment }))
  await userEvent.click(page.getByRole('button', { name: en.reports_send }))
  await expect
    .poll(() => vi.mocked(sendReport).mock.calls[0]?.[0])
    .toMatchObject({ data: { kind: 'harassment', object: { kind: 'message', id: request.message_id } } })
})
