import type { Post } from '../../contract/posts.ts'
import { m } from '../paraglide/messages.js'

/** For whom a post is, in words. */
export const visibilityNames: Record<Post['visibility'], () => string> = {
  public: m.composer_public,
  followers: m.composer_followers,
  subscribers: m.composer_subscribers,
  paid: m.composer_paid,
}
