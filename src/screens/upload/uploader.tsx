import { Link } from '@tanstack/react-router'
import { mediaPerPost } from '../../../contract/limits.ts'
import { m } from '../../paraglide/messages.js'
import { isUploading, removeUpload, type UploadItem, useUploads } from '../../stores/uploads.ts'
import { buttonClasses } from '../../ui/button-classes.ts'
import { useLeaveWarning } from '../../ui/leave-warning.ts'
import { DropZone } from '../vault/drop-zone.tsx'
import { UploadRow } from '../vault/upload-row.tsx'
import { VaultUsage } from '../vault/vault-usage.tsx'

/** Files on their way into the vault, and what to do with them once they are there. */
export function Uploader() {
  const items = useUploads((it) => it.items)
  useLeaveWarning(isUploading(items))
  const ready = items.flatMap((it) => (it.state === 'ready' && it.mediaId !== null ? [it.mediaId] : []))
  const taken = ready.slice(0, mediaPerPost)
  const allReady = items.length > 0 && ready.length === items.length
  return (
    <>
      <DropZone />
      <div className="px-4 pb-4 sm:px-6">
        <VaultUsage />
      </div>
      {items.length > 0 && (
        <section aria-label={m.upload_list()}>
          <ul className="divide-y divide-hairline border-hairline border-y">
            {items.map((item) => (
              <UploadRow key={item.key} item={item} />
            ))}
          </ul>
          <p role="status" className="px-4 pt-4 font-medium text-leaf-text empty:pt-0 sm:px-6">
            {allReady ? m.upload_finished() : ''}
          </p>
        </section>
      )}
      <div className="flex flex-wrap gap-2 px-4 py-5 sm:px-6">
        {ready.length > 0 && (
          <Link
            to="/upload"
            search={{ step: 'post', media: taken.join(',') }}
            onClick={() => clearTaken(items, taken)}
            className={buttonClasses({ variant: 'primary' })}
          >
            {taken.length < ready.length
              ? m.upload_to_post_first({ count: taken.length, all: ready.length })
              : m.upload_to_post({ count: ready.length })}
          </Link>
        )}
        <Link to="/settings/private-medias" className={buttonClasses()}>
          {m.upload_to_vault()}
        </Link>
      </div>
    </>
  )
}

/** What a post has been begun with is off the list; what it has no room for stays. */
function clearTaken(items: readonly UploadItem[], taken: readonly string[]) {
  for (const it of items) if (it.mediaId !== null && taken.includes(it.mediaId)) removeUpload(it.key)
}
