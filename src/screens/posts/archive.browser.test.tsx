import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Post } from '../../../contract/posts.ts'
import en from '../../../messages/en.json' with { type: 'json' }
import fr from '../../../messages/fr.json' with { type: 'json' }
import { answered, fiona, mina, post, refused, renderFor, signedIn } from '../../../tests/support/component.tsx'
import { overwriteGetLocale } from '../../paraglide/runtime.js'
import { getPost, getUnpublished, updatePost } from '../../server/posts.functions.ts'
import { Archived } from '../composer/archived.tsx'
import { EditPost } from '../composer/edit-post.tsx'
import { PostCard } from './post-card.tsx'

const card = page.getByRole('article')
const act = async (name: string) => {
  await userEvent.click(card.getByRole('button', { name: en.posts_menu }))
  await userEvent.click(page.getByRole('menuitem', { name }))
}
const sent = () => vi.mocked(updatePost).mock.calls.map(([it]) => it?.data)
const showOwn = (change: Partial<Post>) =>
  renderFor(signedIn(mina), <PostCard post={post({ text: 'Rehearsal', can_edit: true, ...change })} />)

beforeEach(() => {
  void page.viewport(390, 844)
  localStorage.clear()
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-24T10:00:00Z') })
  vi.mocked(updatePost).mockReset().mockResolvedValue(answered(post()))
})
afterEach(() => {
  vi.useRealTimers()
  overwriteGetLocale(() => 'en')
})

it('archives from the menu at once, and takes it back with the pin', async () => {
  await showOwn({ pinned: true })
  await act(en.posts_archive)
  await userEvent.click(page.getByRole('button', { name: en.ui_undo }))
  await expect.poll(sent).toEqual([
    { id: '1', archived: true },
    { id: '1', archived: false, pinned: true },
  ])
})

it('offers nothing to take back of what was refused', async () => {
  vi.mocked(updatePost).mockResolvedValue(refused('not_out', 409))
  await showOwn({})
  await act(en.posts_archive)
  await expect.poll(sent).toHaveLength(1)
  await vi.dynamicImportSettled()
  await expect.element(page.getByRole('button', { name: en.ui_undo })).not.toBeInTheDocument()
})

it('marks an archived post for its author, who brings it back and cannot pin it', async () => {
  await showOwn({ archived: true })
  await expect.element(card.getByText(en.posts_archived, { exact: true })).toBeVisible()
  await userEvent.click(card.getByRole('button', { name: en.posts_menu }))
  await expect.element(page.getByRole('menuitem', { name: en.posts_pin })).not.toBeInTheDocument()
  await userEvent.click(page.getByRole('menuitem', { name: en.posts_bring_back }))
  await expect.poll(sent).toEqual([{ id: '1', archived: false }])
})

it('tells who bought it why it is still there', async () => {
  await renderFor(signedIn(fiona), <PostCard post={post({ archived: true })} />)
  await expect.element(card.getByText(en.posts_archived_bought)).toBeVisible()
})

it.each([
  ['en', '2026-11-24T13:30:00Z', /Expires in 3 hr/],
  ['en', '2026-11-27T18:00:00Z', /^Until Friday/],
  ['en', '2026-12-24T18:00:00Z', /^Until December 24, 2026/],
  ['fr', '2026-11-24T13:30:00Z', /Expire dans 3/],
  ['fr', '2026-11-27T18:00:00Z', /^Jusqu’au vendredi/],
  ['fr', '2026-12-24T18:00:00Z', /^Jusqu’au 24 décembre 2026/],
] as const)('says until when it can be seen: %s, %s', async (locale, expires_at, text) => {
  overwriteGetLocale(() => locale)
  await renderFor(signedIn(fiona), <PostCard post={post({ text: 'Rehearsal', expires_at })} />)
  await expect.element(card.getByText(text).first()).toBeVisible()
})

it('lists what is archived, and brings it back from there', async () => {
  const one = post({ text: 'Old rehearsal', archived: true, can_edit: true, visibility: 'paid', price: 4, unlocks: 2 })
  vi.mocked(getUnpublished).mockResolvedValue(answered({ data: [one], next: null }))
  await renderFor(signedIn(mina), <Archived />)
  await expect.element(page.getByRole('link', { name: 'Old rehearsal' })).toHaveAttribute('href', '/@mina/1')
  expect(vi.mocked(getUnpublished).mock.lastCall?.[0]?.data?.state).toBe('archived')
  await userEvent.click(page.getByRole('button', { name: en.posts_bring_back }))
  await expect.poll(sent).toEqual([{ id: '1', archived: false }])
})

it('says in French where there is nothing archived', async () => {
  overwriteGetLocale(() => 'fr')
  vi.mocked(getUnpublished).mockResolvedValue(answered({ data: [], next: null }))
  await renderFor(signedIn(mina), <Archived />)
  await expect.element(page.getByText(fr.composer_archived_empty_title)).toBeVisible()
})

const end = page.getByLabelText(en.composer_expires_at)
const save = page.getByRole('button', { name: en.composer_save })
async function edit(change: Partial<Post> = {}) {
  const out = { can_edit: true, text: 'Rehearsal', expires_at: '2026-11-25T09:00:30.000Z', ...change }
  vi.mocked(getPost).mockResolvedValue(answered(post(out)))
  await renderFor(signedIn(mina), <EditPost id="1" />)
  await expect.element(save).toBeVisible()
}

it.each([
  ['ahead', {}],
  ['over', { archived: true, expires_at: '2026-11-23T09:00:30.000Z' }],
])('sends no end that stays as it was: one that is %s', async (_, change) => {
  await edit(change)
  await userEvent.click(save)
  await expect.poll(sent).toHaveLength(1)
  expect(sent()[0]).not.toHaveProperty('expires_at')
})

it('puts the end of a post off, and takes none that is over', async () => {
  await edit()
  await userEvent.fill(end, '2026-11-23T10:00')
  await expect.element(save).toHaveAccessibleDescription(en.composer_expires_wrong)
  await userEvent.fill(end, '2026-12-01T10:00')
  await expect.element(page.getByText(/It is archived on December 1, 2026/)).toBeVisible()
  await userEvent.click(save)
  await expect.poll(() => sent()[0]?.expires_at).toBe(new Date('2026-12-01T10:00').toISOString())
})

it('takes the end of a post away', async () => {
  await edit()
  await userEvent.click(page.getByText(en.composer_expires))
  await userEvent.click(save)
  await expect.poll(() => sent()[0]?.expires_at).toBe(null)
})
