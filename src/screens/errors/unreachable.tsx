import { here } from '../../lib/here.ts'
import { m } from '../../paraglide/messages.js'
import { buttonClasses } from '../../ui/button-classes.ts'

/** Stands for the page of errors where not even that one could be fetched, so it comes with the first visit. */
export const Unreachable = () => (
  <main className="mx-auto flex min-h-dvh max-w-[40rem] flex-col items-start justify-center px-5">
    <h1 className="font-bold text-2xl">{m.edge_offline()}</h1>
    <p className="mt-4 mb-8 text-ink-soft">{m.edge_offline_text()}</p>
    <a href={here} className={buttonClasses({ variant: 'primary', size: 'lg' })}>
      {m.ui_retry()}
    </a>
  </main>
)
