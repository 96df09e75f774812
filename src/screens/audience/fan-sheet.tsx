import { Link } from '@tanstack/react-router'
import type { AudienceFan } from '../../../contract/audience.ts'
import { m } from '../../paraglide/messages.js'
import { buttonClasses } from '../../ui/button-classes.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { FanPanel } from '../chat/fan-panel.tsx'
import { useClosed } from '../frame/use-closed.ts'

/** What is known of a fan, as beside their conversation, and the ways to them. */
export function FanSheet({ fan: { user }, onClose }: { fan: AudienceFan; onClose: () => void }) {
  const chatIsClosed = useClosed('can_chat') !== null
  const name = user.display_name || `@${user.username}`
  return (
    <Sheet
      open
      onOpenChange={onClose}
      title={name}
      actions={
        <>
          <Link to="/@{$username}" params={{ username: user.username ?? '' }} className={buttonClasses()}>
            {m.audience_profile()}
          </Link>
          {!chatIsClosed && (
            <Link
              to="/chat"
              search={{ mode: 'creator', ...(user.username && { u: user.username }) }}
              className={buttonClasses({ variant: 'primary' })}
            >
              {m.audience_message()}
            </Link>
          )}
        </>
      }
    >
      {chatIsClosed ? (
        <p className="text-ink-soft">{m.audience_panel_closed()}</p>
      ) : (
        <FanPanel fan={user} className="-mx-4" />
      )}
    </Sheet>
  )
}
