import { m } from '../../paraglide/messages.js'

/** The word in a message that the agency does not let its operators write (product §82). */
export const WordNotice = ({ word }: { word: string | null }) =>
  word !== null && (
    <p role="status" className="mb-2 px-3 text-signal-text text-sm">
      {m.refusal_restricted_word({ word })}
    </p>
  )
