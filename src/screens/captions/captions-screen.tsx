import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { PrivateMedia } from '../../../contract/media.ts'
import { m } from '../../paraglide/messages.js'
import { mediaQuery } from '../../queries/uploads.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SkeletonList } from '../../ui/skeleton.tsx'
import { ClosedByFlag } from '../frame/closed-here.tsx'
import { Frame } from '../frame/frame.tsx'
import { LoadError } from '../frame/load-error.tsx'
import { useViewer } from '../frame/viewer-context.ts'
import { mediaName } from '../vault/media-name.ts'
import { CaptionsEditor } from './captions-editor.tsx'
import { LanguageChoice } from './language-choice.tsx'
import { Stage } from './stage.tsx'

/** Writes and times the captions of a film or a sound beside it, in one language at a time. */
export function CaptionsScreen({ id }: { id: string }) {
  const viewer = useViewer()
  const closed = viewer?.acting_as?.permissions.can_medias === false
  const { data: media, error, refetch } = useQuery({ ...mediaQuery(id), enabled: !closed })
  return (
    <Frame title={m.captions_title()} back="/settings/private-medias" wide>
      {closed ? (
        <ClosedByFlag flag="can_medias" />
      ) : media ? (
        <Desk media={media} ownLanguage={viewer?.locale ?? 'en'} />
      ) : error ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonList rows={4} />
      )}
    </Frame>
  )
}

function Desk({ media, ownLanguage }: { media: PrivateMedia; ownLanguage: string }) {
  const player = useRef<HTMLMediaElement>(null)
  const [language, setLanguage] = useState(media.captions[0]?.language ?? ownLanguage)
  if (media.type === 'IMAGE' || media.url === null)
    return (
      <EmptyState scene="script" title={m.captions_none_title()}>
        {m.captions_none_text()}
      </EmptyState>
    )
  return (
    <div className="grid gap-6 px-4 py-4 sm:px-6 lg:grid-cols-2">
      <div className="sticky top-[calc(var(--bar)+3.5rem)] z-10 flex flex-col gap-3 self-start bg-paper pb-2">
        <Stage media={media} url={media.url} player={player} />
        <p className="truncate text-ink-soft text-sm">{mediaName(media)}</p>
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        <LanguageChoice written={media.captions.map((it) => it.language)} value={language} onChange={setLanguage} />
        <CaptionsEditor key={language} media={media} language={language} player={player} />
      </div>
    </div>
  )
}
