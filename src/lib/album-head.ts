import type { AlbumPage } from '../../contract/albums.ts'
import { m } from '../paraglide/messages.js'
import { pageHead } from './head.ts'
import { short } from './profile-head.ts'

/** An album's title and description. */
export function albumHead({ id, name, description, creator }: AlbumPage) {
  const by = creator.display_name ?? `@${creator.username}`
  return pageHead({
    title: `${name} · ${by}`,
    description: short(description) ?? m.albums_page_description({ name, creator: by }),
    path: `/@${creator.username}/albums/${id}`,
    type: 'article',
  })
}
