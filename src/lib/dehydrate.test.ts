import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { dehydrateQueries, hydrateQueries } from './dehydrate.ts'

/** What the server knows, taken over by a browser that knows nothing yet. */
function takenOver(server: QueryClient): QueryClient {
  const browser = new QueryClient()
  hydrateQueries(browser, dehydrateQueries(server))
  return browser
}
const alice = { id: 'a', username: 'alice', counts: { posts: 2, followers: 7 } }
const post = (id: string, author: unknown) => ({ id, author, text: `post ${id}` })
const page = (...data: unknown[]) => ({ pages: [{ data, next: null }], pageParams: [undefined] })

describe('dehydrateQueries and hydrateQueries', () => {
  it('give the browser the same data, marked as fresh', () => {
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

  it('leave a failed query out', async () => {
    const server = new QueryClient({ defaultOptions: { queries: { retry: false } } })
    await server.prefetchQuery({ queryKey: ['broken'], queryFn: () => Promise.reject(new Error('away')) })
    server.setQueryData(['users', 'alice'], alice)
    const browser = takenOver(server)
    expect(browser.getQueryState(['broken'])).toBeUndefined()
    expect(browser.getQueryData(['users', 'alice'])).toEqual(alice)
  })

  it('restore infinite queries and single objects', () => {
    const server = new QueryClient()
    server.setQueryData(['posts', 'list', 'of', 'alice'], page(post('1', alice), post('2', alice)))
    server.setQueryData(['figures'], { pages: [{ total: 3 }], pageParams: [undefined] })
    const browser = takenOver(server)
    for (const key of [['posts', 'list', 'of', 'alice'], ['figures']])
      expect(browser.getQueryData(key)).toEqual(server.getQueryData(key))
  })

  it('fetch the first page again without a cursor', () => {
    const server = new QueryClient()
    server.setQueryData(['list'], { pages: [{ data: [] }, { data: [] }], pageParams: [undefined, 'next'] })
    const taken = takenOver(server).getQueryData<{ pageParams: unknown[] }>(['list'])
    expect(taken?.pageParams).toEqual([undefined, 'next'])
  })
})
