import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { packed, unpack } from './packed.ts'

/** What the server knows, taken over by a browser that knows nothing yet. */
function takenOver(server: QueryClient): QueryClient {
  const browser = new QueryClient()
  unpack(browser, packed(server))
  return browser
}
const alice = { id: 'a', username: 'alice', counts: { posts: 2, followers: 7 } }
const post = (id: string, author: unknown) => ({ id, author, text: `post ${id}` })
const page = (...data: unknown[]) => ({ pages: [{ data, next: null }], pageParams: [undefined] })

describe('what the server fetched for a page', () => {
  it('is known to the browser as it was, and as fresh', () => {
    const server = new QueryClient()
    server.setQueryData(['session', 'profile'], null)
    server.setQueryData(['users', 'alice'], alice)
    server.setQueryData(['posts', 'one', '1'], post('1', alice))
    const browser = takenOver(server)
    for (const key of [
      ['session', 'profile'],
      ['users', 'alice'],
      ['posts', 'one', '1'],
    ])
      expect(browser.getQueryData(key)).toEqual(server.getQueryData(key))
    expect(browser.getQueryState(['users', 'alice'])).toMatchObject({ status: 'success', isInvalidated: false })
  })

  it('says an author who is an answer of the page once, and each post has them back', () => {
    const server = new QueryClient()
    server.setQueryData(['users', 'alice'], alice)
    server.setQueryData(['posts', 'list', 'of', 'alice'], page(post('1', alice), post('2', alice)))
    expect(packed(server).split('"alice"')).toHaveLength(4)
    const list = takenOver(server).getQueryData(['posts', 'list', 'of', 'alice'])
    expect(list).toEqual(page(post('1', alice), post('2', alice)))
  })

  it('leaves alone whoever is somebody else, though they look the same', () => {
    const server = new QueryClient()
    server.setQueryData(['users', 'alice'], alice)
    server.setQueryData(['posts', 'list', 'feed'], page(post('1', { ...alice, id: 'b' }), post('2', alice)))
    expect(takenOver(server).getQueryData(['posts', 'list', 'feed'])).toEqual(
      page(post('1', { ...alice, id: 'b' }), post('2', alice)),
    )
  })

  it('finds the right person although an answer before them failed and is not taken along', async () => {
    const server = new QueryClient({ defaultOptions: { queries: { retry: false } } })
    await server.prefetchQuery({ queryKey: ['broken'], queryFn: () => Promise.reject(new Error('away')) })
    server.setQueryData(['users', 'bob'], { id: 'b' })
    server.setQueryData(['users', 'alice'], alice)
    server.setQueryData(['posts', 'list', 'of', 'alice'], page(post('1', alice)))
    const browser = takenOver(server)
    expect(browser.getQueryState(['broken'])).toBeUndefined()
    expect(browser.getQueryData(['posts', 'list', 'of', 'alice'])).toEqual(page(post('1', alice)))
  })

  it('keeps lists that hold no posts, messages with an author of their own kind, and pages that hold no list', () => {
    const server = new QueryClient()
    server.setQueryData(['session', 'profile'], null)
    server.setQueryData(['users', 'search', 'a'], page(alice))
    server.setQueryData(['chat'], page({ id: 'm', author: 'team' }, { id: 'n', author: null }))
    server.setQueryData(['figures'], { pages: [{ total: 3 }], pageParams: [undefined] })
    const browser = takenOver(server)
    for (const key of [['users', 'search', 'a'], ['chat'], ['figures']])
      expect(browser.getQueryData(key)).toEqual(server.getQueryData(key))
  })

  it('asks for the first page again as it was asked for: without a cursor', () => {
    const server = new QueryClient()
    server.setQueryData(['list'], { pages: [{ data: [] }, { data: [] }], pageParams: [undefined, 'next'] })
    const taken = takenOver(server).getQueryData<{ pageParams: unknown[] }>(['list'])
    expect(taken?.pageParams).toEqual([undefined, 'next'])
  })

  it('changes nothing of what the server goes on to render', () => {
    const server = new QueryClient()
    server.setQueryData(['users', 'alice'], alice)
    const list = page(post('1', alice))
    server.setQueryData(['posts', 'list', 'of', 'alice'], list)
    packed(server)
    expect(list.pages[0]?.data[0]).toEqual(post('1', alice))
  })
})
