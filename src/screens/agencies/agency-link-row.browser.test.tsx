import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { fiona, mina, renderFor, signedIn } from '../../../tests/support/component.tsx'
import { noFlags } from '../../lib/flag-labels.ts'
import { AgencyLinkRow } from './agency-link-row.tsx'

const link = {
  id: 'link',
  agency: { id: 'agency', name: 'Brandt' },
  ceiling: { ...noFlags, can_chat: true },
  supervisors: [],
  since: '2026-11-01T00:00:00.000Z',
}
const readers = page.getByText('May read your conversations, to review the team')

it('names the supervisors of an agency, and says nothing where it has none', async () => {
  await renderFor(
    signedIn(mina),
    <>
      <AgencyLinkRow link={{ ...link, supervisors: [fiona] }} />
      <AgencyLinkRow link={link} />
    </>,
  )
  await expect.element(readers).toHaveTextContent(`: ${fiona.display_name}`)
  expect(readers.elements()).toHaveLength(1)
})
