import { expect, test } from '../support/journey.ts'

/** What a search engine gets without a browser: the sitemap, the pages it names, and what their heads say. */
test('the sitemap leads to creators and open posts, whose heads describe them', async ({ request }) => {
  const read = async (path: string) => {
    const answer = await request.get(path)
    expect(answer.status(), path).toBe(200)
    return answer.text()
  }
  const listed = async (path: string) =>
    [...(await read(path)).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, loc]) => new URL(loc ?? '').pathname)
  const robots = await read('/robots.txt')
  const files = await listed(new URL(/^Sitemap: (.*)$/m.exec(robots)?.[1] ?? '').pathname)
  const creators = (await Promise.all(files.filter((it) => it.includes('creators')).map(listed))).flat()
  expect(creators).toContain('/@alice')
  expect(creators).not.toContain('/@fiona')
  const posts = (await Promise.all(files.filter((it) => it.includes('posts')).map(listed))).flat()
  expect(posts.length).toBeGreaterThan(0)

  const dataOf = (html: string) =>
    JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1] ?? '{}')
  const profile = await read('/@alice')
  expect(dataOf(profile)).toMatchObject({ '@type': 'ProfilePage', mainEntity: { alternateName: '@alice' } })
  const card = /property="og:image" content="([^"]*)"/.exec(profile)?.[1] ?? ''
  const picture = await request.get(new URL(card).pathname)
  expect([picture.status(), picture.headers()['content-type']]).toEqual([200, 'image/jpeg'])
  expect(profile).not.toContain('noindex')
  const post = await read(posts[0] ?? '')
  expect(dataOf(post)).toMatchObject({ '@type': 'SocialMediaPosting', isAccessibleForFree: true })
  expect(post).toContain('name="twitter:card"')

  const { data } = (await (await request.get('/api/users/alice/posts')).json()) as {
    data: { id: string; visibility: string; access: { allowed: boolean } }[]
  }
  const locked = data.find((it) => !it.access.allowed)
  expect(posts).not.toContain(`/@alice/${locked?.id}`)
  const hidden = dataOf(await read(`/@alice/${locked?.id}`))
  expect(hidden).toMatchObject({ isAccessibleForFree: false, author: { alternateName: '@alice' } })
  expect(Object.keys(hidden)).not.toContain('articleBody')
  expect(await read('/@fiona')).toContain('noindex')
})
