import { clsx } from 'clsx'
import { type DragEvent, useId, useState } from 'react'
import { errorMessage, RefusalError } from '../../lib/refusal.ts'
import { m } from '../../paraglide/messages.js'
import { useTraceFile } from '../../queries/traces.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorLine } from '../../ui/error-line.tsx'
import { FileButton } from '../../ui/file-input.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { ClosedByFlag } from '../frame/closed-here.tsx'
import { Frame } from '../frame/frame.tsx'
import { useViewer } from '../frame/viewer-context.ts'
import { reasonText } from '../vault/reason-text.ts'
import { TraceResult } from './trace-result.tsx'

/** "Whose copy is this?": a picture or film that was found elsewhere, held against the marks of the creator's own. */
export function TraceScreen() {
  const viewer = useViewer()
  const { mutate, data, error, isPending, variables } = useTraceFile()
  if (viewer?.acting_as?.permissions.can_medias === false) {
    return (
      <Frame title={m.trace_title()}>
        <ClosedByFlag flag="can_medias" />
      </Frame>
    )
  }
  return (
    <Frame title={m.trace_title()} back="/creator">
      <p className="max-w-[38rem] px-4 pt-5 text-ink-soft sm:px-6">{m.trace_lead()}</p>
      <FoundFile isBusy={isPending} onFile={(file) => mutate(file)} />
      <div aria-live="polite">
        {isPending && (
          <p className="flex items-center gap-2 px-4 pb-6 text-ink-soft sm:px-6">
            <Spinner />
            {m.trace_searching()}
          </p>
        )}
        {error && !isPending && <ErrorLine className="px-4 pb-6 sm:px-6">{refusalText(error)}</ErrorLine>}
        {data && !isPending && data.copies.length === 0 && (
          <EmptyState scene="glasses" title={m.trace_none_title()}>
            {m.trace_none_text()}
          </EmptyState>
        )}
        {data && !isPending && data.copies.length > 0 && <TraceResult trace={data} fileName={variables?.name ?? ''} />}
      </div>
    </Frame>
  )
}

function refusalText(error: Error): string {
  const reason = error instanceof RefusalError ? error.facts.reason : undefined
  return reason === undefined ? errorMessage(error) : m.trace_refused({ reason: reasonText(reason) })
}

/** One file by button, or dropped. */
function FoundFile({ isBusy, onFile }: { isBusy: boolean; onFile: (file: File) => void }) {
  const [over, setOver] = useState(false)
  const rules = useId()
  const take = ([file]: Iterable<File>) => {
    if (file && !isBusy) onFile(file)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files)
  }
  return (
    <fieldset
      aria-label={m.trace_choose()}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={clsx(
        'm-4 flex min-w-0 flex-col items-start gap-3 rounded-media border border-edge border-dashed p-5 sm:m-6 sm:p-8',
        over && 'border-signal bg-sunken',
      )}
    >
      <FileButton
        icon="image"
        variant="primary"
        accept="image/*,.heic,.heif,video/*"
        aria-describedby={rules}
        isBusy={isBusy}
        onFiles={take}
      >
        {m.trace_choose()}
      </FileButton>
      <p id={rules} className="text-ink-soft text-sm">
        {m.trace_rules()}
      </p>
    </fieldset>
  )
}
