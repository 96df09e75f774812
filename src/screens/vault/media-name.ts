import type { PrivateMedia } from '../../../contract/media.ts'
import { m } from '../../paraglide/messages.js'
import { mediaKind } from '../../ui/media-facts.ts'

/** The name of a media, or its kind when it has none. */
export const mediaName = ({ name, type }: Pick<PrivateMedia, 'name' | 'type'>): string =>
  name ?? m.vault_unnamed({ kind: mediaKind(type) })
