import type { TrackingLink } from '../../../contract/tracking-links.ts'
import { m } from '../../paraglide/messages.js'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { Icon } from '../../ui/icon.tsx'

export const CopyLink = ({ link: { name, url } }: { link: Pick<TrackingLink, 'name' | 'url'> }) => (
  <Button
    variant="ghost"
    aria-label={m.links_copy({ name })}
    onClick={() => void copyText(url, m.links_copied(), m.ui_not_copied())}
  >
    <Icon name="copy" className="size-5" />
  </Button>
)
