import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { posts } from '../../../contract/posts.ts'
import { type Actor, openTestApi, type TestApi } from '../../../tests/support/api.ts'
import { block, subscribe } from '../../../tests/support/relations.ts'
import { newId } from '../../platform/db/ids.ts'
import { notifications } from '../../platform/db/schema/notifications.ts'

let api: TestApi
let alice: Actor
let fiona: Actor
let frank: Actor
let olga: Actor

beforeAll(async () => {
  api = await openTestApi()
  alice = await api.makeUser({ username: 'alice', isCreator: true, priceCents: 999 })
  fiona = await api.makeUser({ username: 'fiona' })
  frank = await api.makeUser({ username: 'frank' })
  olga = await api.makeUser({ username: 'olga' })
  await subscribe(api, fiona, alice)
})
afterAll(() => api.close())

const write = async (input: Partial<Parameters<typeof api.call<typeof posts.create>>[2]> = {}, author = alice) =>
  (await api.call(author, posts.create, { text: 'Words', visibility: 'public', ...input })).data
const notificationsOf = async (actor: Actor) =>
  (await api.db.select().from(notifications).where(eq(notifications.userId, actor.id)).orderBy(notifications.id)).map(
    (it) => [it.type, it.actorId, it.objectId],
  )

describe('likes', () => {
  it('count once for each user under concurrent calls, and notify the author once', async () => {
    const post = await write()
    const before = (await notificationsOf(alice)).length
    const answers = await Promise.all(Array.from({ length: 21 }, () => api.call(fiona, posts.like, { id: post.id })))
    expect(answers.every((it) => it.status === 200)).toBe(true)
    const { liked, likes } = (await api.call(fiona, posts.get, { id: post.id })).data
    expect(likes).toBe(liked ? 1 : 0)
    await api.call(frank, posts.like, { id: post.id })
    expect((await api.call(frank, posts.get, { id: post.id })).data.likes).toBe(likes + 1)
    const added = (await notificationsOf(alice)).slice(before)
    expect(added.filter(([type, actor]) => type === 'post_like' && actor === frank.id)).toHaveLength(1)
    for (let i = 0; i < 4; i++) await api.call(frank, posts.like, { id: post.id })
    expect(
      (await notificationsOf(alice)).filter(
        ([type, actor, id]) => type === 'post_like' && actor === frank.id && id === post.id,
      ),
    ).toHaveLength(1)
  })
})

describe('comments', () => {
  it('notify the author of the post and of the comment that is replied to', async () => {
    const post = await write()
    const first = (await api.call(fiona, posts.addComment, { id: post.id, text: 'First' })).data
    const answer = (await api.call(frank, posts.addComment, { id: post.id, text: 'Answer', reply_to: first.id })).data
    expect(answer.reply_to).toBe(first.id)
    const list = (await api.call(null, posts.comments, { id: post.id })).data.data
    expect(list.map((it) => [it.text, it.reply_to])).toEqual([
      ['First', null],
      ['Answer', first.id],
    ])
    expect(await notificationsOf(fiona)).toContainEqual(['comment_reply', frank.id, post.id])
    const toAlice = (await notificationsOf(alice)).filter(([, , id]) => id === post.id)
    expect(toAlice).toEqual([
      ['post_comment', fiona.id, post.id],
      ['post_comment', frank.id, post.id],
    ])
    const elsewhere = await write()
    expect((await api.call(frank, posts.addComment, { id: elsewhere.id, text: 'x', reply_to: first.id })).status).toBe(
      404,
    )
  })
  it('are refused with 403 to a fan who does not pay, where the author allows only payers', async () => {
    const post = await write({ comments_for: 'payers' })
    const statusFor = async (actor: Actor) =>
      (await api.call(actor, posts.addComment, { id: post.id, text: 'Hello' })).status
    expect([await statusFor(fiona), await statusFor(frank), await statusFor(alice)]).toEqual([201, 403, 201])
    expect((await api.call(frank, posts.get, { id: post.id })).data.commenting).toEqual({
      allowed: false,
      reason: 'payers',
    })
    expect((await api.call(null, posts.get, { id: post.id })).data.commenting).toEqual({
      allowed: false,
      reason: 'sign_in',
    })
    await api.call(alice, posts.update, { id: post.id, comments_for: 'everyone' })
    expect(await statusFor(frank)).toBe(201)
  })
  it('of a locked post answer 403 to a viewer who may not see it', async () => {
    const post = await write({ visibility: 'subscribers' })
    expect((await api.call(frank, posts.comments, { id: post.id })).status).toBe(403)
    expect((await api.call(frank, posts.addComment, { id: post.id, text: 'x' })).status).toBe(403)
    expect((await api.call(fiona, posts.addComment, { id: post.id, text: 'x' })).status).toBe(201)
  })
  it('are deleted by their author or the author of the post, and answer 403 to another user', async () => {
    const post = await write()
    const comment = (await api.call(fiona, posts.addComment, { id: post.id, text: 'x' })).data
    expect((await api.call(frank, posts.removeComment, { id: comment.id })).status).toBe(403)
    expect((await api.call(alice, posts.removeComment, { id: comment.id })).data).toEqual({ ok: true })
    expect((await api.call(fiona, posts.removeComment, { id: comment.id })).status).toBe(404)
    expect((await api.call(fiona, posts.get, { id: post.id })).data.comments).toBe(0)
    expect((await api.call(fiona, posts.comments, { id: post.id })).data.data).toEqual([])
  })
  it('answer a viewer who cannot see the post the same 404 as a comment that does not exist', async () => {
    const post = await write({ visibility: 'subscribers' })
    const { id } = (await api.call(fiona, posts.addComment, { id: post.id, text: 'x' })).data
    const missing = (await api.call(frank, posts.removeComment, { id: newId() })).refusal
    const remove = async () => (await api.call(frank, posts.removeComment, { id })).refusal
    expect(await remove()).toMatchObject({ error: missing.error, message: missing.message })
    await api.call(alice, posts.update, { id: post.id, visibility: 'public', publish_at: '2999-01-01T00:00:00Z' })
    expect((await remove()).error).toBe('not_found')
    expect((await api.call(fiona, posts.removeComment, { id })).data).toEqual({ ok: true })
  })
  it('are hidden behind a block, and a reply answers 404', async () => {
    const post = await write()
    const comment = (await api.call(olga, posts.addComment, { id: post.id, text: 'Olga' })).data
    await block(api, frank, olga)
    expect((await api.call(frank, posts.comments, { id: post.id })).data.data).toEqual([])
    expect((await api.call(frank, posts.addComment, { id: post.id, text: 'x', reply_to: comment.id })).status).toBe(404)
    expect((await api.call(olga, posts.comments, { id: post.id })).data.data).toHaveLength(1)
  })
})
