import type { Post } from '../../contract/posts.ts'
import type { PublicProfile } from '../../contract/users.ts'

/** Structured data (schema.org) of a creator's page; null for a fan, whom search engines need not know. */
export const profileData = (user: PublicProfile, origin: string): object | null =>
  user.is_creator
    ? {
        '@context': 'https://schema.org',
        '@type': 'ProfilePage',
        mainEntity: {
          ...personOf(user, origin),
          ...(user.bio && { description: user.bio }),
          interactionStatistic: countOf('FollowAction', user.counts.followers),
        },
      }
    : null

/**
 * The same of a post. One that is not open to everyone says whose it is and that it is not free, and nothing of what it
 * says or shows (product §12).
 */
export function postData(post: Post, origin: string): object {
  const isOpen = post.access.allowed && post.visibility === 'public'
  return {
    '@context': 'https://schema.org',
    '@type': 'SocialMediaPosting',
    url: `${origin}/@${post.author.username}/${post.id}`,
    author: personOf(post.author, origin),
    datePublished: post.created_at,
    isAccessibleForFree: isOpen,
    ...(isOpen && {
      ...(post.text && { articleBody: post.text.slice(0, 500) }),
      interactionStatistic: [countOf('LikeAction', post.likes), countOf('CommentAction', post.comments)],
    }),
  }
}

function personOf(user: Post['author'], origin: string) {
  return {
    '@type': 'Person',
    name: user.display_name ?? `@${user.username}`,
    alternateName: `@${user.username}`,
    url: `${origin}/@${user.username}`,
    ...(user.avatar && { image: user.avatar.startsWith('/') ? origin + user.avatar : user.avatar }),
  }
}

const countOf = (action: string, count: number) => ({
  '@type': 'InteractionCounter',
  interactionType: `https://schema.org/${action}`,
  userInteractionCount: count,
})
