import { m } from '../../paraglide/messages.js'
import { copyText } from '../../ui/copy-text.ts'

/** Puts the address of a page on the clipboard, and says so, or that the browser does not allow it. */
export const copyLink = (path: string): Promise<void> =>
  copyText(location.origin + path, m.posts_link_copied(), m.posts_link_not_copied())
