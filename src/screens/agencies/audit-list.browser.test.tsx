import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { AuditEntry } from '../../../contract/agency-shapes.ts'
import { fiona, mina, renderFor, signedIn } from '../../../tests/support/component.tsx'
import { AuditList } from './audit-list.tsx'

const entry = (id: string, action: string, changes: AuditEntry['changes']): AuditEntry => ({
  ...{ id, action, changes, actor: fiona, subject: mina, object: null, about: null },
  at: '2026-03-02T12:00:00.000Z',
})

it('opens a line by a tap or a key to what was written and changed, and leaves a line without that closed', async () => {
  const entries = [
    entry('1', 'posts.update', [
      { field: 'text', before: 'First words', after: 'Second words' },
      { field: 'price', before: '3', after: null },
      { field: 'visibility', before: 'paid', after: 'followers' },
    ]),
    entry('2', 'chat.read', []),
  ]
  await renderFor(signedIn(mina), <AuditList entries={entries} withSubject={false} />)
  const before = page.getByText('First words')
  await expect.element(before).not.toBeVisible()
  await userEvent.click(page.getByText('changed a post'))
  await expect.element(before).toBeVisible()
  await expect.element(page.getByText('Second words')).toBeVisible()
  await expect.element(page.getByText('Nothing')).toBeVisible()
  await expect.element(page.getByText('Buyers only')).toBeVisible()
  await expect.element(page.getByText('Followers')).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(before).not.toBeVisible()
  expect(document.querySelectorAll('details')).toHaveLength(1)
})
