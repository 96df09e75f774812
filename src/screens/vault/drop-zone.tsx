import { clsx } from 'clsx'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { uploadBytes } from '../../../contract/limits.ts'
import { mayBeMedia } from '../../lib/dropped-files.ts'
import { m } from '../../paraglide/messages.js'
import { addUploads } from '../../stores/uploads.ts'
import { buttonClasses } from '../../ui/button-classes.ts'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icon-names.ts'
import { DropAnywhere } from './drop-anywhere.tsx'

/** Files from the camera roll of a phone in one tap, by their dialogue, a folder of them, dropped or pasted. */
export function DropZone({ compact = false }: { compact?: boolean }) {
  const rules = useId()
  const variant = compact ? 'secondary' : 'primary'
  return (
    <fieldset
      aria-label={m.upload_choose()}
      className={clsx(
        'flex min-w-0 flex-col items-start gap-3 rounded-media border border-edge border-dashed p-5',
        compact ? 'py-4' : 'm-4 sm:m-6 sm:p-8',
      )}
    >
      <DropAnywhere />
      <div className="flex flex-wrap gap-2">
        <Choose icon="image" variant={variant} field={{ accept: 'image/*,video/*' }} rules={rules}>
          {m.upload_photos()}
        </Choose>
        <Choose icon="upload" variant="secondary" field={{ accept: everything }} rules={rules}>
          {m.upload_choose()}
        </Choose>
        {/* Phones have no folders to choose. */}
        <Choose icon="folder" variant="secondary" field={folder} rules={rules} className="pointer-coarse:hidden">
          {m.upload_folder()}
        </Choose>
      </div>
      <div id={rules} className="flex flex-col gap-1 text-ink-soft text-sm">
        <p>{m.upload_drop()}</p>
        {!compact && <p>{m.upload_rules({ megabytes: uploadBytes / 1_048_576 })}</p>}
      </div>
    </fieldset>
  )
}

type ChooseProps = {
  icon: IconName
  variant: 'primary' | 'secondary'
  field: Record<string, string>
  rules: string
  className?: string
  children: ReactNode
}

/** A field for files that looks like a button. */
function Choose({ icon, variant, field, rules, className = '', children }: ChooseProps) {
  const input = useRef<HTMLInputElement>(null)
  // What was chosen before this code had come.
  useEffect(() => take(input.current), [])
  return (
    <label
      className={`${buttonClasses({ variant })} ${className} cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink`}
    >
      <Icon name={icon} className="size-5" />
      {children}
      <input
        ref={input}
        type="file"
        multiple
        {...field}
        aria-describedby={rules}
        className="sr-only"
        onChange={(event) => take(event.target)}
      />
    </label>
  )
}

/** Android opens its gallery at once only where nothing but pictures and films is asked for. */
const everything = 'image/*,video/mp4,video/quicktime,video/webm,audio/*'
const folder = { webkitdirectory: '' }

/** Puts the chosen files in line, after which the same can be chosen again. */
function take(field: HTMLInputElement | null): void {
  if (!field?.files?.length) return
  addUploads(field.webkitdirectory ? [...field.files].filter(mayBeMedia) : field.files)
  field.value = ''
}
