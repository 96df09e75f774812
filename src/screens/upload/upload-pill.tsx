import { Link, useLocation } from '@tanstack/react-router'
import { m } from '../../paraglide/messages.js'
import { clearUploads, isUnderWay, isUploading, type UploadItem, useUploads } from '../../stores/uploads.ts'
import { buttonClasses } from '../../ui/button-classes.ts'
import { Icon } from '../../ui/icon.tsx'
import { useLeaveWarning } from '../../ui/leave-warning.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { useUploadOutcome } from '../vault/upload-row.tsx'

/** How far the uploads are, on every page but theirs: one walks on, and they go on. */
export function UploadPill() {
  const items = useUploads((it) => it.items)
  const isOnTheirPage = useLocation({ select: ({ pathname }) => pathname === '/upload' })
  useLeaveWarning(isUploading(items))
  const isShown = items.length > 0 && !isOnTheirPage
  return (
    <>
      {items.map((item) => item.state === 'processing' && <Outcome key={item.key} item={item} />)}
      {isShown && (
        <div className="fixed top-[calc(var(--bar)+4rem)] right-3 z-30 flex animate-fade items-center rounded-full border border-hairline bg-raised pl-4 shadow-sheet">
          <Link
            to="/upload"
            aria-label={`${m.upload_pill()}: ${textOf(items)}`}
            className="flex min-h-11 items-center gap-2 pr-4 font-medium text-sm tabular-nums"
          >
            <Sign items={items} />
            {textOf(items)}
          </Link>
          {!isBusy(items) && (
            <button
              type="button"
              aria-label={m.upload_pill_close()}
              onClick={clearUploads}
              className={buttonClasses({ variant: 'ghost', size: 'icon', className: '-ml-3 rounded-full' })}
            >
              <Icon name="x" className="size-4" />
            </button>
          )}
        </div>
      )}
      <p role="status" className="sr-only">
        {isShown && !isBusy(items) ? textOf(items) : ''}
      </p>
    </>
  )
}

/** Follows a file that the server is making ready. */
function Outcome({ item }: { item: UploadItem }) {
  useUploadOutcome(item)
  return null
}

function Sign({ items }: { items: readonly UploadItem[] }) {
  if (isBusy(items)) return <Spinner />
  const isFine = items.every((it) => it.state === 'ready')
  return (
    <Icon
      name={isFine ? 'circle-check' : 'circle-exclamation-point'}
      className={`size-4 ${isFine ? 'text-leaf-text' : 'text-rust-text'}`}
    />
  )
}

const isBusy = (items: readonly UploadItem[]) =>
  items.some((it) => isUnderWay(it) || it.state === 'waiting' || it.state === 'processing')

function textOf(items: readonly UploadItem[]): string {
  if (items.some((it) => isUnderWay(it) || it.state === 'waiting')) {
    const sent = items.reduce((sum, it) => sum + (isSent(it) ? it.file.size : it.sent), 0)
    const all = items.reduce((sum, it) => sum + it.file.size, 0)
    const percent = all === 0 ? 0 : Math.floor((sent / all) * 100)
    return m.upload_pill_sending({ done: items.filter(isSent).length, count: items.length, percent })
  }
  if (items.some((it) => it.state === 'processing')) return m.upload_pill_processing()
  if (items.some((it) => it.state === 'failed')) return m.upload_pill_failed()
  return items.some((it) => it.state === 'duplicate') ? m.upload_pill_duplicate() : m.upload_pill_ready()
}

const isSent = ({ state }: UploadItem) => ['processing', 'ready', 'failed', 'duplicate'].includes(state)
