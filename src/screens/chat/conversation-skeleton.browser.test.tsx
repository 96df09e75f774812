import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import en from '../../../messages/en.json' with { type: 'json' }
import { answered, fiona, later, mina, renderFor, signedIn, withMina } from '../../../tests/support/component.tsx'
import { getConversation, getMessages } from '../../server/chat.functions.ts'
import { getRequestsWithUser } from '../../server/requests.functions.ts'
import { getUser } from '../../server/users.functions.ts'
import { ConversationView } from './conversation.tsx'

const loading = page.getByRole('status').filter({ hasText: en.ui_loading })

it('looks the same while the person and then the history are on their way', async () => {
  const person = later<Awaited<ReturnType<typeof getUser>>>()
  vi.mocked(getUser).mockReturnValue(person.answer)
  vi.mocked(getConversation).mockResolvedValue(answered(withMina))
  vi.mocked(getMessages).mockReturnValue(later<Awaited<ReturnType<typeof getMessages>>>().answer)
  vi.mocked(getRequestsWithUser).mockResolvedValue(answered({ data: [], min_price: null }))
  await renderFor(signedIn(fiona), <ConversationView username="mina" mode={undefined} />)
  await expect.element(loading).toBeVisible()
  const before = loading.element().outerHTML
  person.give(answered(mina))
  await expect.element(page.getByRole('textbox', { name: 'Message to @mina' })).toBeVisible()
  expect(loading.element().outerHTML).toBe(before)
})
