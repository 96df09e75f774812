import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { dayText } from '../../lib/dates.ts'
import { m } from '../../paraglide/messages.js'
import { mediaQuery, useRefreshVault } from '../../queries/uploads.ts'
import {
  isUnderWay,
  patchUpload,
  pauseUpload,
  removeUpload,
  resumeUpload,
  reuseDuplicate,
  sendDuplicate,
  type UploadItem,
} from '../../stores/uploads.ts'
import { Button } from '../../ui/button.tsx'
import { buttonClasses } from '../../ui/button-classes.ts'
import { ErrorLine } from '../../ui/error-line.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icon-names.ts'
import { Progress } from '../../ui/progress.tsx'
import { reasonText } from './reason-text.ts'

/** One file: what it is, how far it is, and what can be done about it. */
export function UploadRow({ item }: { item: UploadItem }) {
  useUploadOutcome(item)
  const { name } = item.file
  return (
    <li className="flex items-center gap-3 px-4 py-3 sm:px-6">
      <span className="flex size-14 shrink-0 items-center justify-center overflow-hidden rounded-control bg-sunken text-ink-soft">
        {item.thumb ? (
          <img
            src={item.thumb}
            alt=""
            onError={() => patchUpload(item.key, { thumb: null })}
            className="size-full object-cover"
          />
        ) : (
          <Icon name={iconOf(item.file)} className="size-6" />
        )}
      </span>
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium text-sm">{name}</p>
        <State item={item} />
      </div>
      <UploadActions item={item} name={name} />
    </li>
  )
}

function State({ item }: { item: UploadItem }) {
  const share = item.file.size === 0 ? 0 : item.sent / item.file.size
  switch (item.state) {
    case 'checking':
      return <Progress value={null} label={m.upload_checking()} />
    case 'duplicate':
      return <Duplicate item={item} />
    case 'sending':
      return <Progress value={share} label={m.upload_sending()} />
    case 'offline':
      return <Progress value={share} label={m.upload_offline()} />
    case 'unavailable':
      return <Progress value={share} label={m.upload_unavailable()} />
    case 'paused':
      return <Progress value={share} label={m.upload_paused()} />
    case 'processing':
      return <Progress value={null} label={m.upload_processing()} />
    case 'ready':
      return (
        <p className="flex items-center gap-1.5 font-medium text-leaf-text text-sm">
          <Icon name="circle-check" className="size-4" />
          {item.reason === 'first_frame' ? m.upload_first_frame() : m.upload_ready()}
        </p>
      )
    case 'failed':
      return <ErrorLine>{m.upload_failed({ reason: reasonText(item.reason) })}</ErrorLine>
    default:
      return <p className="text-ink-soft text-sm">{m.upload_waiting()}</p>
  }
}

/** The same file is there already: its owner takes that one, or has it twice. */
function Duplicate({ item: { key, duplicate } }: { item: UploadItem }) {
  return (
    <div className="flex flex-col items-start gap-2">
      <p className="text-sm">
        {duplicate ? m.upload_duplicate({ date: dayText(duplicate.created_at) }) : m.upload_duplicate_here()}
      </p>
      <span className="flex flex-wrap gap-2">
        {duplicate && (
          <Button size="sm" variant="primary" onClick={() => reuseDuplicate(key)}>
            {m.upload_duplicate_use()}
          </Button>
        )}
        <Button size="sm" onClick={() => sendDuplicate(key)}>
          {m.upload_duplicate_send()}
        </Button>
      </span>
    </div>
  )
}

/** The reasons that another attempt may not meet again. */
const mayHelp: ReadonlySet<UploadItem['reason']> = new Set([
  'network',
  'too_many',
  'storage_full',
  'refused',
  'lost',
  'quota_full',
] as const)

function UploadActions({ item, name }: { item: UploadItem; name: string }) {
  const { key, state, reason } = item
  const mayRetry = state === 'failed' && mayHelp.has(reason)
  return (
    <span className="flex shrink-0">
      {isUnderWay(item) && <Act icon="pause" label={m.upload_pause({ name })} onClick={() => pauseUpload(key)} />}
      {state === 'paused' && <Act icon="play" label={m.upload_resume({ name })} onClick={() => resumeUpload(key)} />}
      {mayRetry && <Act icon="rotate-ccw" label={m.upload_retry({ name })} onClick={() => resumeUpload(key)} />}
      {state !== 'processing' && (
        <Act
          icon="x"
          label={state === 'ready' || state === 'failed' ? m.upload_remove({ name }) : m.upload_cancel({ name })}
          onClick={() => removeUpload(key)}
        />
      )}
    </span>
  )
}

function Act({ icon, label, onClick }: { icon: IconName; label: string; onClick: () => void }) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className={buttonClasses({ variant: 'ghost', size: 'icon' })}
    >
      <Icon name={icon} className="size-5" />
    </button>
  )
}

/** What has arrived is made ready by the server; the row follows it there. */
export function useUploadOutcome({ key, state, mediaId }: UploadItem) {
  const { data } = useQuery({
    ...mediaQuery(mediaId ?? ''),
    enabled: state === 'processing' && mediaId !== null,
  })
  const refreshVault = useRefreshVault()
  const outcome = data?.id === mediaId ? data : undefined
  useEffect(() => {
    if (state !== 'processing' || outcome === undefined || outcome.state === 'processing') return
    patchUpload(
      key,
      outcome.state === 'ready'
        ? { state: 'ready', reason: outcome.reason === 'first_frame' ? outcome.reason : null }
        : { state: 'failed', reason: (outcome.reason ?? 'unreadable') as UploadItem['reason'] },
    )
    refreshVault()
  }, [key, state, outcome, refreshVault])
}

function iconOf(file: File): IconName {
  if (file.type.startsWith('video/')) return 'video'
  return file.type.startsWith('audio/') ? 'volume-2' : 'image'
}
