import { clsx } from 'clsx'
import { type DragEvent, useEffect, useId, useRef, useState } from 'react'
import { uploadBytes } from '../../../contract/limits.ts'
import { m } from '../../paraglide/messages.js'
import { addUploads } from '../../stores/uploads.ts'
import { buttonClasses } from '../../ui/button-classes.ts'
import { Icon } from '../../ui/icon.tsx'

/** Files by button, from the camera roll of a phone, or dropped from the desk of a laptop. */
export function DropZone({ compact = false }: { compact?: boolean }) {
  const [over, setOver] = useState(false)
  const rules = useId()
  const field = useRef<HTMLInputElement>(null)
  // What was chosen before this code had come.
  useEffect(() => take(field.current), [])
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    addUploads(event.dataTransfer.files)
  }
  return (
    <fieldset
      aria-label={m.upload_choose()}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={clsx(
        'flex min-w-0 flex-col items-start gap-3 rounded-media border border-edge border-dashed p-5',
        compact ? 'py-4' : 'm-4 sm:m-6 sm:p-8',
        over && 'border-signal bg-sunken',
      )}
    >
      <label
        className={`${buttonClasses({ variant: compact ? 'secondary' : 'primary' })} cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink`}
      >
        <Icon name="upload" className="size-5" />
        {m.upload_choose()}
        <input
          ref={field}
          type="file"
          multiple
          accept="image/*,video/mp4,video/quicktime,video/webm,audio/*"
          aria-describedby={rules}
          className="sr-only"
          onChange={(event) => take(event.target)}
        />
      </label>
      <div id={rules} className="flex flex-col gap-1 text-ink-soft text-sm">
        <p>{m.upload_drop()}</p>
        {!compact && <p>{m.upload_rules({ megabytes: uploadBytes / 1_048_576 })}</p>}
      </div>
    </fieldset>
  )
}

/** Puts the chosen files in line, after which the same can be chosen again. */
function take(field: HTMLInputElement | null): void {
  if (!field?.files?.length) return
  addUploads(field.files)
  field.value = ''
}
