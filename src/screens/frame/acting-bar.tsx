import type { ReactNode } from 'react'
import { m } from '../../paraglide/messages.js'

/** The call of spec §7 itself, which answers a form with the way on. */
const stopPath = '/api/agencies/stop-impersonation'

type ActingBarProps = {
  /** Whom the viewer acts as, without the `@`. */
  username: string
  /** What the grant does not open, in the viewer's words. */
  closed: string[]
  /** When it ends by itself, once that is soon. */
  ends: ReactNode
  onStop: () => void
}

/** On every page while an operator acts for a creator: the creator, what is closed, and how to stop. */
export function ActingBar({ username, closed, ends, onStop }: ActingBarProps) {
  return (
    <div
      role="status"
      data-acting
      className="sticky top-(--offline) z-40 flex min-h-11 items-center gap-x-3 bg-signal pl-4 text-on-signal text-sm md:justify-center"
    >
      <p className="min-w-0 py-1">
        <strong className="font-bold">{m.nav_acting({ username: `@${username}` })}</strong>
        {closed.length > 0 && (
          <span className="block text-xs md:ml-3 md:inline md:text-sm">
            {m.nav_acting_closed({ list: closed.join(', ') })}
          </span>
        )}
        <span className="block text-xs empty:hidden md:ml-3 md:inline md:text-sm">{ends}</span>
      </p>
      {/* A form, so that it works before the page's code has come, or without it. */}
      <form
        method="post"
        action={stopPath}
        onSubmit={(event) => {
          event.preventDefault()
          onStop()
        }}
        className="ml-auto shrink-0 md:ml-0"
      >
        <button
          type="submit"
          className="h-11 px-4 font-bold underline underline-offset-4 focus-visible:outline-offset-[-4px]"
        >
          {m.nav_acting_stop()}
        </button>
      </form>
    </div>
  )
}
