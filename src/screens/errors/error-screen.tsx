import { here } from '../../lib/here.ts'
import { m } from '../../paraglide/messages.js'
import { buttonClasses } from '../../ui/button-classes.ts'
import { Mark } from '../../ui/mark.tsx'

/** `status` is null where nothing has answered. */
type ErrorScreenProps = { status: number | null; message?: string; title: string; description: string }

/** Shows an error and leads home (spec §2, §8). It depends on nothing, so that it always renders. */
export function ErrorScreen({ status, message, title, description }: ErrorScreenProps) {
  // What may be over in a moment can be asked for again, without any code of ours.
  const isPassing = status === null || status >= 500 || status === 429
  return (
    <main className="mx-auto flex min-h-dvh max-w-[40rem] flex-col px-5 pt-6 pb-12">
      <a href="/" aria-label={m.app_name()} className="flex size-11 items-center">
        <Mark className="size-8" />
      </a>
      <div className="my-auto py-12">
        {status !== null && <p className="font-bold font-display text-2xl text-ink-faint tabular-nums">{status}</p>}
        <h1 className="mt-1 font-bold text-2xl">{title}</h1>
        <p className="mt-4 max-w-[28rem] text-ink-soft">{description}</p>
        {message && (
          <p className="wrap-anywhere mt-4 border-hairline border-l-2 pl-3 text-ink-soft text-sm">{message}</p>
        )}
        <p className="mt-8 flex flex-wrap gap-2">
          {isPassing && (
            <a href={here} className={buttonClasses({ variant: 'primary', size: 'lg' })}>
              {m.ui_retry()}
            </a>
          )}
          <a href="/" className={buttonClasses({ variant: isPassing ? 'secondary' : 'primary', size: 'lg' })}>
            {m.error_go_home()}
          </a>
          {status === 404 && (
            <a href="/search" className={buttonClasses({ variant: 'secondary', size: 'lg' })}>
              {m.nav_search()}
            </a>
          )}
        </p>
      </div>
    </main>
  )
}
