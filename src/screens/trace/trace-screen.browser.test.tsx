import { beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Trace } from '../../../contract/traces.ts'
import { fiona, renderFor, signedIn } from '../../../tests/support/component.tsx'
import { TraceScreen } from './trace-screen.tsx'

const trace: Trace = {
  media: { id: '1', name: 'Backstage', thumb: null, created_at: '2026-03-01T10:00:00.000Z' },
  copies: [
    {
      mark: 17,
      fan: { id: fiona.id, username: 'fiona' },
      basis: 'bought',
      purchase: { id: '2', price: 5, at: '2026-03-02T10:00:00.000Z' },
      first_sent_at: '2026-03-03T10:00:00.000Z',
      confidence: 'certain',
    },
  ],
}
const creator = signedIn({ ...fiona, username: 'mina' }, { is_creator: true })
const file = new File(['bytes'], 'leak.jpg', { type: 'image/jpeg' })
const asked = vi.fn<typeof fetch>()
beforeEach(() => {
  asked.mockReset()
  vi.stubGlobal('fetch', asked)
})

async function choose(answer: Response) {
  asked.mockResolvedValue(answer)
  await renderFor(creator, <TraceScreen />)
  await userEvent.upload(page.getByLabelText('Choose a picture or film').last(), file)
}

it('names the fan, the purchase and the moment, and writes a notice without the fan', async () => {
  await choose(Response.json(trace))
  await expect.element(page.getByRole('link', { name: '@fiona' })).toBeVisible()
  await expect.element(page.getByText('Bought on March 2, 2026 for 5 coins')).toBeVisible()
  await expect.element(page.getByText('First sent to them on March 3, 2026 · mark no. 17')).toBeVisible()
  const notice = page.getByText('Notice of content that infringes my rights')
  await expect.element(notice).toHaveTextContent('“leak.jpg”')
  await expect.element(notice).toHaveTextContent('I publish as @mina')
  await expect.element(notice).not.toHaveTextContent('fiona')
  expect(asked.mock.calls[0]?.[1]).toMatchObject({ method: 'POST', headers: { 'content-type': 'image/jpeg' } })
})

it('says that several copies were mixed, and of an account that is gone', async () => {
  const [one] = trace.copies
  const gone = {
    ...one,
    mark: 18,
    fan: { id: '9', username: null },
    purchase: null,
    basis: 'sent',
    confidence: 'likely',
  }
  await choose(Response.json({ ...trace, copies: [one, gone] }))
  await expect.element(page.getByRole('heading', { name: 'The copies of 2 fans, mixed' })).toBeVisible()
  await expect.element(page.getByText('A fan whose account is deleted')).toBeVisible()
  await expect.element(page.getByText('Sent in a message')).toBeVisible()
})

it('says where no mark was found, and why a file was refused', async () => {
  await choose(Response.json({ media: null, copies: [] }))
  await expect.element(page.getByText('No mark of yours found')).toBeVisible()
  await choose(Response.json({ error: 'unsupported_media', message: 'no', reason: 'unreadable' }, { status: 415 }))
  await expect.element(page.getByRole('alert')).toHaveTextContent('It could not be read: the file is damaged.')
})
