import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answered, fiona, message, mina, refused, renderFor, signedIn } from '../../../tests/support/component.tsx'
import { agencyId, conversation, creator, place, row, written } from '../../../tests/support/desk.ts'
import { agenciesState, type TeamInboxState } from '../../lib/agency-tabs.ts'
import {
  findTeamMessages,
  getTeamConversation,
  getTeamCreators,
  getTeamInbox,
  getTeamMessages,
  readTeamConversation,
  saveTeamDraft,
} from '../../server/team-inbox.functions.ts'
import { dropDrafts, saveDraft } from '../../stores/drafts.ts'
import { TeamInboxScreen } from './team-inbox-screen.tsx'

beforeEach(() => {
  vi.mocked(getTeamCreators).mockResolvedValue(answered({ data: [creator] }))
  vi.mocked(getTeamInbox).mockResolvedValue(answered({ data: [row], next: null }))
  vi.mocked(getTeamConversation).mockResolvedValue(answered(conversation))
  vi.mocked(readTeamConversation).mockResolvedValue(answered({ ok: true }))
})
afterEach(async () => {
  dropDrafts()
  await page.viewport(1024, 768)
})

/** The conversation, which can be left and opened again. */
function OpenedAgain() {
  const [isOpen, setIsOpen] = useState(true)
  return (
    <>
      <button type="button" onClick={() => setIsOpen(!isOpen)}>
        {isOpen ? 'Leave' : 'Return'}
      </button>
      <TeamInboxScreen state={isOpen ? place : { agency: agencyId }} />
    </>
  )
}

const show = (state: TeamInboxState) => renderFor(signedIn(mina), <TeamInboxScreen state={state} />)
const panel = page.getByRole('complementary', { name: 'About this fan' })

it('looks for fans by name, and puts the name into the address without a step of the way back', async () => {
  const { router } = await show({ show: 'free' })
  await router.navigate({ href: '/agencies?tab=desk&show=free' })
  const before = router.history.length
  await userEvent.fill(page.getByRole('searchbox', { name: 'Search conversations' }), 'fio')
  await expect.poll(() => agenciesState(router.latestLocation.search)).toMatchObject({ q: 'fio', show: 'free' })
  expect(router.history.length).toBe(before)
})

it('lists what the address looks for, and says that nothing fits', async () => {
  vi.mocked(getTeamInbox).mockResolvedValue(answered({ data: [], next: null }))
  await show({ q: 'fio' })
  await expect
    .element(page.getByText('No conversation fits this search and filter. Take one of them away.'))
    .toBeVisible()
  expect(vi.mocked(getTeamInbox).mock.lastCall?.[0].data).toMatchObject({ q: 'fio' })
  await expect.element(page.getByRole('searchbox')).toHaveValue('fio')
})

it.each([
  [{ price: 25 }, /^Request .*25/],
  [{ price: null }, /^Request$/],
])('marks a row whose fan has a paid request of %o', async (request, words) => {
  vi.mocked(getTeamInbox).mockResolvedValue(answered({ data: [{ ...row, request }], next: null }))
  await show({})
  await expect.element(page.getByRole('listitem').getByText(words)).toBeVisible()
})

const offShift = { zone: 'UTC', windows: [{ day: 1, from: '09:00', to: '17:00' }], is_on: false }
const later = { ...creator, waiting: 0, shift: { ...offShift, changes_at: '2999-03-04T08:00:00.000Z' } }

it('says when the shift for a creator begins, in the choice of creators and where nothing can be listed', async () => {
  vi.mocked(getTeamCreators).mockResolvedValue(answered({ data: [later] }))
  vi.mocked(getTeamInbox).mockResolvedValue(answered({ data: [], next: null }))
  await show({})
  await expect.element(page.getByText(/^Your shift for Mina begins Monday, March 4 at/)).toBeVisible()
  const option = page.getByRole('option', { name: /^Mina · Shift begins Monday, March 4 at/ })
  await expect.element(option).toBeInTheDocument()
})

it('says that the shift has ended where a conversation is open, and keeps what was written', async () => {
  vi.mocked(getTeamCreators).mockResolvedValue(answered({ data: [later] }))
  vi.mocked(getTeamConversation).mockResolvedValue(refused('forbidden', 403))
  await show(place)
  await expect.element(page.getByRole('alert').getByText('Your shift for Mina has ended')).toBeVisible()
  await expect.element(page.getByRole('alert').getByText(/^The next one begins Monday, March 4 at/)).toBeVisible()
})

it('does not mark a row without a request', async () => {
  await show({})
  await expect.element(page.getByRole('listitem').getByText('Hello')).toBeVisible()
  await expect.element(page.getByText('Request')).not.toBeInTheDocument()
})

it.each([390, 1231])('shows what is known of the fan from the menu at %i px, and hides it again', async (width) => {
  await page.viewport(width, 844)
  await show(place)
  await expect.element(page.getByRole('log')).toBeVisible()
  await expect.element(panel).not.toBeInTheDocument()
  await choosePanel()
  await expect.element(panel.getByText('Likes tea')).toBeVisible()
  await choosePanel()
  await expect.element(panel).not.toBeInTheDocument()
})

it('has it beside the conversation from 1,232 px on, where no menu offers it', async () => {
  await page.viewport(1232, 844)
  await show(place)
  await expect.element(panel.getByText('Likes tea')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'More' })).not.toBeInTheDocument()
})

it('finds a message in the conversation, and goes there and back', async () => {
  const found = { id: 'f', seq: 7, sender_id: fiona.id, excerpt: 'the needle', created_at: '2026-01-02T12:00:00.000Z' }
  vi.mocked(findTeamMessages).mockResolvedValue(answered({ data: [found], next: null, searched_to: null }))
  const old = message({ id: 'old', seq: 7, content: 'the needle', sender: { id: fiona.id, username: 'fiona' } })
  const none = { data: [], next: null }
  vi.mocked(getTeamMessages).mockImplementation(async ({ data }) =>
    answered('around_seq' in data ? { data: [old], next: null } : none),
  )
  const newest = message({ id: 'new', seq: 90, content: 'newest', sender: { id: fiona.id, username: 'fiona' } })
  const latest = { ...conversation, messages: { data: [newest], next: 'earlier' } }
  vi.mocked(getTeamConversation).mockImplementation(async ({ data }) =>
    answered(data.cursor === undefined ? latest : { ...latest, messages: none }),
  )
  await show(place)
  const log = page.getByRole('log', { name: 'Messages' })
  await expect.element(log.getByText('newest')).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: 'Search this conversation' }))
  await userEvent.fill(page.getByRole('searchbox', { name: 'Search this conversation' }), 'needle')
  await userEvent.keyboard('{Enter}')
  await expect.element(log.getByText('the needle')).toBeInViewport()
  const target = { agency_id: agencyId, as_creator_id: mina.id, fan_id: fiona.id }
  expect(vi.mocked(findTeamMessages).mock.lastCall?.[0].data).toMatchObject({ ...target, q: 'needle' })
  expect(vi.mocked(getTeamMessages).mock.calls[0]?.[0].data).toMatchObject({ ...target, around_seq: 7 })
  await userEvent.click(page.getByRole('button', { name: /^Newest messages/ }))
  await expect.element(log.getByText('newest')).toBeVisible()
  await expect.element(log.getByText('the needle')).not.toBeInTheDocument()
})

it('shows what was written on another device, and keeps what is typed here on the server', async () => {
  vi.mocked(getTeamConversation).mockResolvedValue(answered({ ...conversation, draft: written('Good evening') }))
  vi.mocked(saveTeamDraft).mockResolvedValue(answered({ ok: true }))
  await show(place)
  const words = page.getByRole('textbox', { name: 'Message to Fiona' })
  await expect.element(words).toHaveValue('Good evening')
  await userEvent.type(words, ', Fiona')
  const saved = () => vi.mocked(saveTeamDraft).mock.calls.map(([it]) => it.data.content)
  await expect.poll(saved).toEqual(['Good evening, Fiona'])
  const target = { agency_id: agencyId, as_creator_id: mina.id, fan_id: fiona.id }
  expect(vi.mocked(saveTeamDraft).mock.lastCall?.[0].data).toMatchObject(target)
})

it('shows what was typed when the conversation is opened again before its next reading answers', async () => {
  vi.mocked(getTeamConversation).mockResolvedValueOnce(answered({ ...conversation, draft: written('Good evening') }))
  vi.mocked(saveTeamDraft).mockResolvedValue(answered({ ok: true }))
  await renderFor(signedIn(mina), <OpenedAgain />)
  const words = page.getByRole('textbox', { name: 'Message to Fiona' })
  await expect.element(words).toHaveValue('Good evening')
  await userEvent.type(words, ', Fiona')
  await expect.poll(() => vi.mocked(saveTeamDraft)).toHaveBeenCalledOnce()
  vi.mocked(getTeamConversation).mockReturnValue(new Promise(() => undefined))
  await userEvent.click(page.getByRole('button', { name: 'Leave' }))
  await expect.element(words).not.toBeInTheDocument()
  await userEvent.click(page.getByRole('button', { name: 'Return' }))
  await expect.element(words).toHaveValue('Good evening, Fiona')
})

it('does not write over what is typed here with what is on the server', async () => {
  const there = answered({ ...conversation, draft: written('Written elsewhere') })
  let answer: (it: typeof there) => void = () => undefined
  vi.mocked(getTeamConversation).mockReturnValue(new Promise((resolve) => (answer = resolve)))
  vi.mocked(saveTeamDraft).mockResolvedValue(answered({ ok: true }))
  await show(place)
  saveDraft(`${mina.id} ${fiona.id}`, 'Typed here')
  answer(there)
  await expect.element(page.getByRole('textbox', { name: 'Message to Fiona' })).toHaveValue('Typed here')
  await expect
    .poll(() => vi.mocked(saveTeamDraft).mock.lastCall?.[0].data)
    .toMatchObject({ content: 'Typed here', fan_id: fiona.id })
})

it('offers no menu for a person of whom nothing is known', async () => {
  vi.mocked(getTeamConversation).mockResolvedValue(answered({ ...conversation, fan: null }))
  await page.viewport(390, 844)
  await show(place)
  await expect.element(page.getByRole('log')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'More' })).not.toBeInTheDocument()
})

async function choosePanel() {
  await userEvent.click(page.getByRole('button', { name: 'More' }))
  await userEvent.click(page.getByRole('menuitem', { name: 'About this fan' }))
}
