import { useState } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import en from '../../../messages/en.json' with { type: 'json' }
import { answered, mina, post, refused, renderFor, signedIn } from '../../../tests/support/component.tsx'
import { getPost, updatePost } from '../../server/posts.functions.ts'
import { EditPost } from './edit-post.tsx'

const text = page.getByRole('textbox', { name: en.composer_text })
const save = page.getByRole('button', { name: en.composer_save })
const stored = () => localStorage.getItem(`chat_drafts:${mina.id}`) ?? ''
const change = (id: string) => userEvent.click(page.getByRole('button', { name: `Post ${id}` }))

/** Two posts of which one is being changed, so that the viewer can leave either. */
function Posts() {
  const [id, setId] = useState('1')
  return (
    <>
      {['1', '2'].map((it) => (
        <button key={it} type="button" onClick={() => setId(it)}>{`Post ${it}`}</button>
      ))}
      <EditPost key={id} id={id} />
    </>
  )
}

beforeEach(async () => {
  localStorage.clear()
  vi.mocked(getPost).mockImplementation(async ({ data: { id } }) =>
    answered(post({ id, text: `Good morning ${id}`, can_edit: true })),
  )
  await renderFor(signedIn(mina), <Posts />)
  await expect.element(text).toHaveValue('Good morning 1')
})

it('brings back the words of a change that was left, and forgets them once they are saved', async () => {
  vi.mocked(updatePost).mockResolvedValueOnce(refused('rate_limited', 429))
  await userEvent.fill(text, 'Good evening')
  await userEvent.click(save)
  await expect.element(page.getByText(en.refusal_rate_limited)).toBeVisible()
  await change('2')
  await expect.element(text).toHaveValue('Good morning 2')
  await change('1')
  await expect.element(text).toHaveValue('Good evening')
  vi.mocked(updatePost).mockResolvedValue(answered(post({ text: 'Good evening' })))
  await userEvent.click(save)
  await expect.poll(() => vi.mocked(updatePost).mock.lastCall?.[0].data.text).toBe('Good evening')
  await expect.poll(stored).not.toContain('Good evening')
})

it('has nothing to bring back of words that were typed back to what they were', async () => {
  await userEvent.fill(text, 'Good evening')
  await expect.poll(stored).toContain('Good evening')
  await userEvent.fill(text, 'Good morning 1')
  await expect.poll(stored).not.toContain('Good')
})
