import { useState } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Profile } from '../../../contract/profile.ts'
import type { PublicProfile } from '../../../contract/users.ts'
import {
  answered,
  fiona,
  inVault,
  message,
  mina,
  refused,
  renderFor,
  signedIn,
  withMina,
} from '../../../tests/support/component.tsx'
import { stubUploads, type UploadRequest } from '../../../tests/support/upload-server.ts'
import { getConversation, getMessages } from '../../server/chat.functions.ts'
import { getFan, takeFanMedia } from '../../server/chat-tools.functions.ts'
import { getMedia } from '../../server/media.functions.ts'
import { getRequestsWithUser } from '../../server/requests.functions.ts'
import { getUser } from '../../server/users.functions.ts'
import { openDrafts, saveDraft, useDrafts } from '../../stores/drafts.ts'
import { ConversationView } from './conversation.tsx'
import { MessageComposer } from './message-composer.tsx'

/** What a fan may send beside words, where the creator takes it (product §73). */
const onSend = vi.fn()
let requests: UploadRequest[] = []

const button = (name: string) => page.getByRole('button', { name, exact: true })
const strip = page.getByRole('list', { name: 'Pictures to send' })
const field = page.getByRole('textbox', { name: /^Message to / })

beforeEach(() => {
  localStorage.clear()
  requests = stubUploads()
  vi.mocked(getMedia).mockImplementation(async ({ data: { id } }) => answered(inVault({ id, name: `${id}.jpg` })))
})

function compose(maySendMedia: boolean, viewer: Profile = signedIn(fiona), user: PublicProfile = mina) {
  return renderFor(viewer, <Leavable maySendMedia={maySendMedia} user={user} />)
}

/** A conversation that one can leave for another page. */
function Leavable({ maySendMedia, user }: { maySendMedia: boolean; user: PublicProfile }) {
  const [isHere, setIsHere] = useState(true)
  return (
    <section>
      <button type="button" onClick={() => setIsHere(!isHere)}>
        {isHere ? 'Leave' : 'Return'}
      </button>
      {isHere && (
        <MessageComposer
          user={user}
          maySendMedia={maySendMedia}
          replyTo={null}
          onReplyEnd={() => undefined}
          onSend={onSend}
        />
      )}
    </section>
  )
}

const choose = (...names: string[]) =>
  userEvent.upload(
    document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement,
    names.map((name) => new File([name.padEnd(1000)], name, { type: 'image/jpeg' })),
  )
const request = (method: string, about: string): Promise<UploadRequest> =>
  vi.waitFor(() => {
    const found = requests.findLast(
      (it) => it.method === method && (it.fileName === about || it.url.endsWith(`/${about}`)),
    )
    if (found === undefined) throw new Error(`There is no ${method} about ${about}.`)
    return found
  })
async function arrive(name: string, id: string) {
  ;(await request('POST', name)).answer(201, { location: `/api/uploads/${id}` })
  ;(await request('PATCH', id)).answer(204, { 'upload-offset': '1000', 'media-id': id })
}

it('offers a fan neither pictures nor a recording where the creator takes none', async () => {
  await compose(false)
  await expect.element(button('Send')).toBeVisible()
  await expect.element(button('Add pictures')).not.toBeInTheDocument()
  await expect.element(button('Record a voice note')).not.toBeInTheDocument()
})

it('offers both where the creator takes them, and no vault and no price', async () => {
  await compose(true)
  await expect.element(button('Add pictures')).toBeVisible()
  await expect.element(button('Record a voice note')).toBeVisible()
  await expect.element(button('Attach from the vault')).not.toBeInTheDocument()
})

it('offers a creator the vault alone', async () => {
  await compose(true, signedIn(mina), fiona)
  await expect.element(button('Attach from the vault')).toBeVisible()
  await expect.element(button('Add pictures')).not.toBeInTheDocument()
})

it('uploads pictures for this creator, waits for them, and sends them with the words', async () => {
  await compose(true)
  await choose('cat.jpg', 'dog.jpg')
  await userEvent.fill(field, 'Look')
  expect(atob(/only_for ([^,]+)/.exec((await request('POST', 'cat.jpg')).metadata)?.[1] ?? '')).toBe(mina.id)
  await arrive('cat.jpg', 'media-1')
  await userEvent.click(field)
  await userEvent.keyboard('{Enter}')
  expect(onSend).not.toHaveBeenCalled()
  await arrive('dog.jpg', 'media-2')
  await expect.element(strip.getByRole('progressbar')).not.toBeInTheDocument()
  await userEvent.click(button('Send'))
  expect(onSend).toHaveBeenCalledExactlyOnceWith({
    ...{ content: 'Look', replyTo: null, previewIds: [], price: null },
    media: [{ id: 'media-1' }, { id: 'media-2' }],
  })
  await expect.element(strip).not.toBeInTheDocument()
})

it('keeps uploaded pictures, in the order in which they were chosen, after a reload until they are sent', async () => {
  await compose(true)
  await userEvent.fill(field, 'Look')
  await choose('cat.jpg', 'dog.jpg')
  await arrive('dog.jpg', 'media-2')
  await arrive('cat.jpg', 'media-1')
  await expect.element(strip.getByRole('progressbar')).not.toBeInTheDocument()
  await userEvent.click(button('Leave'))
  await expect.element(field).not.toBeInTheDocument()
  useDrafts.setState({ owner: null, texts: {} })
  openDrafts(fiona.id)
  await userEvent.click(button('Return'))
  await expect
    .poll(() =>
      strip
        .getByRole('img')
        .elements()
        .map((it) => it.getAttribute('alt')),
    )
    .toEqual(['media-1.jpg', 'media-2.jpg'])
  expect(requests.filter((it) => it.method === 'DELETE')).toEqual([])
  await userEvent.click(button('Send'))
  const { content, media } = onSend.mock.calls[0]?.[0] ?? {}
  expect([content, media]).toEqual(['Look', [{ id: 'media-1' }, { id: 'media-2' }]])
  expect(useDrafts.getState().texts).toEqual({})
  await expect.element(strip).not.toBeInTheDocument()
})

it('takes off what was deleted since it was uploaded, and what the fan takes off', async () => {
  vi.mocked(getMedia).mockImplementation(async ({ data: { id } }) =>
    id === 'old' ? refused('not_found', 404) : answered(inVault({ id, name: `${id}.jpg` })),
  )
  await compose(true)
  saveDraft(`pictures ${mina.id}`, 'old media-1 media-2')
  await userEvent.click(strip.getByRole('button', { name: 'Remove media-1.jpg' }))
  await expect.poll(() => useDrafts.getState().texts).toEqual({ [`pictures ${mina.id}`]: 'media-2' })
  expect(strip.getByRole('listitem').elements()).toHaveLength(1)
})

it('takes a picture off again, and gives its upload up', async () => {
  await compose(true)
  await choose('cat.jpg')
  const begun = await request('POST', 'cat.jpg')
  await userEvent.click(strip.getByRole('button', { name: 'Remove cat.jpg' }))
  await expect.element(strip).not.toBeInTheDocument()
  await expect.poll(() => begun.isAborted).toBe(true)
})

it.each([
  [403, 'the creator does not take it from you'],
  [413, 'a file may have 20 MB'],
  [429, 'you have sent many in a short time'],
])('says why a picture was not added after the status %i', async (status, reason) => {
  await compose(true)
  await choose('cat.jpg')
  ;(await request('POST', 'cat.jpg')).answer(status)
  await expect.element(page.getByText(`cat.jpg was not added: ${reason}`)).toBeVisible()
  await expect.element(strip).not.toBeInTheDocument()
})

it('says that a film is not sent', async () => {
  vi.mocked(getMedia).mockResolvedValue(answered(inVault({ id: 'media-1', state: 'failed', reason: 'wrong_kind' })))
  await compose(true)
  await choose('film.jpg')
  await arrive('film.jpg', 'media-1')
  await expect.element(page.getByText('only pictures and voice notes can be sent')).toBeVisible()
})

it('adds ten pictures to a message and says that more do not fit', async () => {
  await compose(true)
  await choose(...Array.from({ length: 11 }, (_, n) => `${n}.jpg`))
  await expect.element(page.getByText('10 pictures are the most in one message.')).toBeVisible()
  expect(strip.getByRole('listitem').elements()).toHaveLength(10)
})

it('lets a creator take pictures and voice notes of a fan, and end that, in the menu of the conversation', async () => {
  vi.mocked(getRequestsWithUser).mockResolvedValue(answered({ data: [], min_price: null }))
  vi.mocked(getUser).mockResolvedValue(answered(fiona))
  vi.mocked(getMessages).mockResolvedValue(answered({ data: [message({ sender: fiona })], next: null }))
  const withFiona = { ...withMina, other_user_id: fiona.id, other_username: fiona.username, other_is_creator: false }
  vi.mocked(getConversation).mockResolvedValue(answered({ ...withFiona, may_send_media: true, takes_media: false }))
  vi.mocked(takeFanMedia).mockImplementation(async ({ data }) =>
    answered({ taken: (data as { taken: boolean }).taken }),
  )
  vi.mocked(getFan).mockResolvedValue(refused('not_found', 404))
  await renderFor(signedIn(mina), <ConversationView username="fiona" mode="creator" />)
  const more = button('More about this conversation')
  await userEvent.click(more)
  await userEvent.click(page.getByRole('menuitem', { name: 'Allow pictures and voice notes' }))
  await expect.element(page.getByText('@fiona may now send you pictures and voice notes.')).toBeVisible()
  await userEvent.click(more)
  await userEvent.click(page.getByRole('menuitem', { name: 'End pictures and voice notes' }))
  await expect.element(page.getByText('@fiona can no longer send you pictures and voice notes.')).toBeVisible()
  expect(vi.mocked(takeFanMedia).mock.calls.map(([{ data }]) => data)).toEqual([
    { userId: fiona.id, taken: true },
    { userId: fiona.id, taken: false },
  ])
})
