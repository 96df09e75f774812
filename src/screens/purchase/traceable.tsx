import { m } from '../../paraglide/messages.js'

/** Said before every purchase of pictures and films: a mark of which a fan learns only afterwards would be a trap. */
export function Traceable() {
  return <p className="mb-4 text-ink-soft text-sm">{m.purchase_traceable()}</p>
}
