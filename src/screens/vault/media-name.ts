import type { PrivateMedia } from '../../../contract/media.ts'
import { m } from '../../paraglide/messages.js'
import { mediaKind } from '../../ui/media-facts.ts'

/** What a media is called, or what it is when nobody has named it. */
export const mediaName = ({ name, type }: Pick<PrivateMedia, 'name' | 'type'>): string =>
  name ?? m.vault_unnamed({ kind: mediaKind(type) })
