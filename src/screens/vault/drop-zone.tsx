import { clsx } from 'clsx'
import { useId } from 'react'
import { uploadBytes } from '../../../contract/limits.ts'
import { mayBeMedia } from '../../lib/dropped-files.ts'
import { m } from '../../paraglide/messages.js'
import { addUploads } from '../../stores/uploads.ts'
import { FileButton } from '../../ui/file-input.tsx'
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
        <FileButton
          icon="image"
          variant={variant}
          accept="image/*,video/*"
          multiple
          aria-describedby={rules}
          onFiles={addUploads}
        >
          {m.upload_photos()}
        </FileButton>
        <FileButton icon="upload" accept={everything} multiple aria-describedby={rules} onFiles={addUploads}>
          {m.upload_choose()}
        </FileButton>
        {/* Phones have no folders to choose. */}
        <FileButton
          icon="folder"
          {...{ webkitdirectory: '' }}
          multiple
          aria-describedby={rules}
          onFiles={(files) => addUploads(files.filter(mayBeMedia))}
          className="pointer-coarse:hidden"
        >
          {m.upload_folder()}
        </FileButton>
      </div>
      <div id={rules} className="flex flex-col gap-1 text-ink-soft text-sm">
        <p>{m.upload_drop()}</p>
        {!compact && <p>{m.upload_rules({ megabytes: uploadBytes / 1_048_576 })}</p>}
      </div>
    </fieldset>
  )
}

/** Android opens its gallery at once only where nothing but pictures and films is asked for. */
const everything = 'image/*,video/mp4,video/quicktime,video/webm,audio/*'
