import { beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import en from '../../../messages/en.json' with { type: 'json' }
import { answered, mina, renderFor, signedIn } from '../../../tests/support/component.tsx'
import { updateProfile } from '../../server/profile.functions.ts'
import { EditTopics } from './edit-topics.tsx'

const viewer = signedIn(mina, { tags: ['opera'], languages: ['fr'], category: 'music' })
const sent = () => vi.mocked(updateProfile).mock.calls.map(([call]) => call.data)

beforeEach(() => void vi.mocked(updateProfile).mockResolvedValue(answered(viewer)))

it('saves category, tags and languages together', async () => {
  await renderFor(viewer, <EditTopics viewer={viewer} />)
  await userEvent.selectOptions(page.getByRole('combobox', { name: en.search_filter_category }), 'dance')
  await userEvent.fill(page.getByRole('textbox', { name: en.topics_tags }), '#Opera, nuit  #nuit')
  await userEvent.click(page.getByRole('button', { name: 'German' }))
  await userEvent.click(page.getByRole('button', { name: en.profile_save }))
  await expect.poll(sent).toEqual([{ category: 'dance', tags: ['opera', 'nuit'], languages: ['fr', 'de'] }])
})

it('hides at once when the creator was last here', async () => {
  await renderFor(viewer, <EditTopics viewer={viewer} />)
  await userEvent.click(page.getByRole('switch', { name: en.topics_show_last_seen }))
  await expect.poll(sent).toEqual([{ show_last_seen: false }])
})
