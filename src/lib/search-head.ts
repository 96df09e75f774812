import { createIsomorphicFn } from '@tanstack/react-start'
import type { Post } from '../../contract/posts.ts'
import type { PublicProfile } from '../../contract/users.ts'
import { getLocale } from '../paraglide/runtime.js'
import { requestOrigin } from './request.ts'
import { postCardTags, profileCardTags, type Tag } from './share-card-tags.ts'
import { postData, profileData } from './structured-data.ts'

/**
 * What a page's head says to search engines and cards only. It is added on the server alone, because they read what the
 * server sends and no first visit should download it. A fan's page is not indexed.
 */
export const profileSearchHead = createIsomorphicFn()
  .server((head: string, user: PublicProfile) =>
    withTags(head, profileData(user, requestOrigin()), profileCardTags(user, getLocale(), requestOrigin())),
  )
  .client((head: string, _user: PublicProfile) => head)

export const postSearchHead = createIsomorphicFn()
  .server((head: string, post: Post) =>
    withTags(head, postData(post, requestOrigin()), postCardTags(post, getLocale(), requestOrigin())),
  )
  .client((head: string, _post: Post) => head)

function withTags(head: string, data: object | null, card: Tag[]): string {
  const tags = JSON.parse(head)
  tags.meta.push(...card, data === null ? { name: 'robots', content: 'noindex' } : { 'script:ld+json': data })
  return JSON.stringify(tags)
}
