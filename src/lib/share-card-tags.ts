import type { Locale } from '../../contract/hosts.ts'
import { appName } from '../../contract/limits.ts'
import type { Post } from '../../contract/posts.ts'
import { creatorCard, postCard, shareCardSize } from '../../contract/share-cards.ts'
import type { PublicProfile } from '../../contract/users.ts'

export type Tag = Record<string, string>

/** What other sites show beside a link to a profile (product §67): a creator's card; a fan has none. */
export const profileCardTags = (user: PublicProfile, locale: Locale, origin: string): Tag[] =>
  user.is_creator && user.username !== null
    ? tagsOf({ path: creatorCard(user.username, locale), shown: [user.avatar, user.cover], of: user, locale, origin })
    : []

/** The same of a post: its own card where everyone may see it, else that of its author. */
export function postCardTags(post: Post, locale: Locale, origin: string): Tag[] {
  const { author, access, visibility, media } = post
  if (author.username === null) return []
  const isOpen = access.allowed && visibility === 'public'
  const path = isOpen ? postCard(post.id, locale) : creatorCard(author.username, locale)
  const pictures = isOpen ? media.map((it) => it.poster ?? it.url) : []
  return tagsOf({ path, shown: [author.avatar, ...pictures.slice(0, 1)], of: author, locale, origin })
}

type Card = {
  path: string
  /** Addresses of what is on it. */
  shown: (string | null)[]
  of: Post['author']
  locale: Locale
  origin: string
}

function tagsOf({ path, shown, of, locale, origin }: Card): Tag[] {
  // Other sites keep a picture by its address, which therefore changes with what is on it.
  const version = shown.map((it) => /^\/media\/[^/?]*([^/?]{6})\//.exec(it ?? '')?.[1] ?? '0').join('-')
  const image = `${origin}${path}?v=${version}`
  const name = of.display_name ? `${of.display_name} (@${of.username})` : `@${of.username}`
  return [
    { property: 'og:site_name', content: appName },
    { property: 'og:locale', content: { en: 'en_US', fr: 'fr_FR' }[locale] },
    { property: 'og:image', content: image },
    { property: 'og:image:type', content: 'image/jpeg' },
    { property: 'og:image:width', content: String(shareCardSize.width) },
    { property: 'og:image:height', content: String(shareCardSize.height) },
    { property: 'og:image:alt', content: name },
    { name: 'twitter:card', content: 'summary_large_image' },
    { name: 'twitter:image', content: image },
  ]
}
