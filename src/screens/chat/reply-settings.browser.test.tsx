import { expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answered, mina, renderFor, signedIn } from '../../../tests/support/component.tsx'
import { reply } from '../../../tests/support/costly-things.ts'
import { getSavedReplies, removeReply, saveReply } from '../../server/chat-tools.functions.ts'
import { ReplySettings } from './reply-settings.tsx'

it('removes a saved reply at once, and brings it back from the toast', async () => {
  vi.mocked(getSavedReplies).mockResolvedValue(answered({ data: [reply], next: null, folders: [] }))
  vi.mocked(removeReply).mockResolvedValue(answered({ ok: true }))
  vi.mocked(saveReply).mockResolvedValue(answered(reply))
  await renderFor(signedIn(mina), <ReplySettings />)
  await userEvent.click(page.getByRole('button', { name: 'Remove: Thanks' }))
  await expect.poll(() => vi.mocked(removeReply).mock.lastCall?.[0].data).toEqual({ id: reply.id })
  await userEvent.click(page.getByRole('button', { name: 'Undo' }))
  const { title, content } = reply
  await expect.poll(() => vi.mocked(saveReply).mock.lastCall?.[0].data).toEqual({ title, content })
})
