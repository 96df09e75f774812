import { here } from '../../lib/here.ts'
import { m } from '../../paraglide/messages.js'

/** Stands for the page of errors where not even that one could be fetched, so it comes with the first visit. */
export const Unreachable = () => (
  <main className="unreachable">
    <h1>{m.edge_offline()}</h1>
    <a href={here}>{m.ui_retry()}</a>
  </main>
)
